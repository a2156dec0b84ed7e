// SPDX-License-Identifier: BSD-3-Clause
// `cdrsim mutants`: breaks a protocol in every simple way and lets the verifier find it out. tools/mutate-protocol runs
// it on all cores, adds up and compares with the survivors that docs/mutation-survivors.md explains.
#pragma once

namespace CLI {
class App;
}

namespace cdrsim {

void add_mutants_verb(CLI::App& app);

}  // namespace cdrsim
