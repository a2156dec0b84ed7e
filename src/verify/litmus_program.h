// SPDX-License-Identifier: BSD-3-Clause
// Litmus tests: programs of a few references that tell memory models apart. All variables and registers start at 0.
//
//   "x=1; r0=y | y=1; mf; r1=x"     a thread between bars; x=1 stores, r0=y loads, mf is a fence,
//                                   x+=1 adds atomically, r0=x+=1 keeps the value before in r0
//   "r0=0 r1=0 x=1"                 a condition on an outcome: registers, and variables when all is performed
//
//   LitmusProgram p = parse_program("x=1; r0=y | y=1; r1=x");
//   bool weak = holds(parse_condition(p, "r0=0 r1=0"), outcome);
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace cdrsim::verify {

inline constexpr std::uint8_t kNoRegister = 255;

struct LitmusOp {
  enum class Kind : std::uint8_t { load, store, atomic, fence };
  Kind kind = Kind::fence;
  std::uint8_t variable = 0;
  std::uint8_t value = 0;  // that is stored or added
  std::uint8_t destination = kNoRegister;

  bool writes() const { return kind == Kind::store || kind == Kind::atomic; }
};

struct LitmusProgram {
  std::vector<std::vector<LitmusOp>> threads;
  std::vector<std::string> variables;  // by number
  std::uint32_t registers = 0;         // r0, r1, ...
};

/// The values of all registers, then those of all variables, when everything is performed.
using Outcome = std::vector<std::uint8_t>;
using Outcomes = std::set<Outcome>;

/// UserError that says what is wrong with the text.
LitmusProgram parse_program(std::string_view text);

/// What some of an outcome's values are to be.
struct Condition {
  std::vector<std::pair<std::size_t, std::uint8_t>> demands;
};
Condition parse_condition(const LitmusProgram& program, std::string_view text);
bool holds(const Condition& condition, const Outcome& outcome);
std::string outcome_text(const LitmusProgram& program, const Outcome& outcome);

enum class Verdict : std::uint8_t { forbidden, allowed };

/// A named program, the outcome in question, and what the memory models say of it.
struct LitmusTest {
  const char* name;
  const char* program;
  const char* condition;
  Verdict sc, tso;
};

/// All that are known; see Owens, Sarkar and Sewell, "A better x86 memory model: x86-TSO", 2009, and Alglave, Maranget
/// and Tautschnig, "Herding cats", 2014, for the names.
const std::vector<LitmusTest>& litmus_tests();
/// UserError that lists the names there are.
const LitmusTest& litmus_test(std::string_view name);

}  // namespace cdrsim::verify
