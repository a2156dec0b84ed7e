// SPDX-License-Identifier: BSD-3-Clause
// What the tests of exploration share: runs of small machines, and protocols with a row broken.
#pragma once

#include <memory>
#include <string>

#include "protocol/protocol.h"
#include "verify/any_reference.h"
#include "verify/explorer.h"

namespace cdrsim::verify {

inline Shape shape(const std::string& protocol, std::uint32_t cores, std::uint32_t lines = 1) {
  Shape s;
  s.protocol.name = protocol;
  s.cores = cores;
  s.lines = lines;
  return s;
}

inline Result explore(const Shape& s, std::shared_ptr<const Protocol> protocol, ExploreOptions options = {}) {
  s.check();
  AnyReference front_end(s);
  Model model(s, std::move(protocol), front_end);
  return Explorer(model, std::move(options)).run();
}
inline Result explore(const Shape& s, ExploreOptions options = {}) {
  return explore(s, make_protocol(s.protocol), std::move(options));
}

/// "" when all is well: what a failing test should print.
inline std::string wrong(const Result& r) {
  if (r.outcome == Result::Outcome::out_of_bounds) return "stopped at " + r.bound;
  return r.counterexample ? r.counterexample->violation.property + ": " + r.counterexample->violation.text : "";
}

template <class Table>
State named(const Table& table, const std::string& name) {
  for (State s = 0; s < table.states().size(); ++s)
    if (table.info(s).name == name) return s;
  throw InternalError("no state " + name);
}

inline std::shared_ptr<Protocol> copy_of(const Shape& s) {
  return std::make_shared<Protocol>(*make_protocol(s.protocol));
}

}  // namespace cdrsim::verify
