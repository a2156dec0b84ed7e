// SPDX-License-Identifier: BSD-3-Clause
// `cdrsim stress`: random programs on random machines, every load and store checked; what fails is shrunk.
#pragma once

namespace CLI {
class App;
}

namespace cdrsim {

void add_stress_verb(CLI::App& app);

}  // namespace cdrsim
