// SPDX-License-Identifier: BSD-3-Clause
// `cdrsim verify --litmus`: explores litmus programs under both memory models on the shipped controllers, and compares
// the outcomes that occur with those that the models allow (litmus_reference.h).
//
// A test passes when every outcome that occurs is allowed, and the one in question occurs where it is allowed: the
// machine is as strong as its memory model, and not stronger by accident. Each is explored with all variables in lines
// of their own, with all in one line, and with more than one load in flight where a thread has several loads.
//
//   LitmusOptions o;  o.tests = {"SB", "MP"};  o.protocols = {"mesi"};
//   int failures = run_litmus(o, std::cout);
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "verify/litmus_search.h"

namespace cdrsim::verify {

struct LitmusOptions {
  std::vector<std::string> tests;        // by name; none: all
  std::vector<std::string> protocols;    // none: all
  std::uint32_t loads_in_flight = 2;     // in the machines that have more than one
  std::uint32_t evictions = 1;           // of a run; none with more than two threads
  std::uint64_t max_states = 3'000'000;  // of one exploration
  bool markdown = false;                 // a table for the documentation; else text
};

/// What one program showed under one memory model.
struct LitmusReport {
  const LitmusTest* test;
  MemoryModel model;
  Outcomes allowed;
  struct Machine {
    std::string protocol;
    Outcomes seen;  // in all explorations of this protocol
    std::uint64_t states = 0;
    std::uint32_t explorations = 0, incomplete = 0;
    std::string failure;  // and how it was reached
  };
  std::vector<Machine> machines;

  /// The outcome in question is among these.
  bool asked(const Outcomes& outcomes) const;
};

/// InternalError when the reference contradicts the verdict that the test declares.
LitmusReport run_litmus_test(const LitmusTest& test, MemoryModel model, const LitmusOptions& options);

/// Prints a table, then every failure as a message-sequence chart. Returns the number of failures. UserError when there
/// is none, but not everything was explored.
int run_litmus(const LitmusOptions& options, std::ostream& out);

}  // namespace cdrsim::verify
