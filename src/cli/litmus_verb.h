// SPDX-License-Identifier: BSD-3-Clause
// `cdrsim litmus`: small programs of a few threads, explored exhaustively under both memory models.
#pragma once

namespace CLI {
class App;
}

namespace cdrsim {

void add_litmus_verb(CLI::App& app);

}  // namespace cdrsim
