// SPDX-License-Identifier: BSD-3-Clause
// Does the verifier notice when a protocol is wrong? Each mutation of a protocol is explored on a list of small
// machines, until one of them finds a violation. Every kind of failure counts: a property, a row that cannot happen, an
// invariant of a controller, a rule of the tables (protocol/table_rules.h).
//
// The right protocol is explored first. A mutant can only be noticed on a machine on which its row is taken; and a
// state that was reached without its row is one of the mutant too, so the search for a violation can begin where the
// row is about to be taken.
//
//   MutationCheck check(config, 100000);
//   for (const Mutation& m : mutations_of(check.protocol())) report(m.id, check.run(m));
#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "verify/explorer.h"
#include "verify/mutation.h"
#include "verify/shape.h"

namespace cdrsim::verify {

struct MutationMachine {
  std::string name;
  Shape shape;
  bool further = false;  // the right protocol is explored further than max_states
};

/// Between them they reach every row of the protocol's tables.
std::vector<MutationMachine> mutation_machines(const ProtocolConfig& protocol);

struct MutantResult {
  enum class Outcome : std::uint8_t {
    killed,    // a machine found a violation
    survived,  // none did: the smaller machines that take the row were explored to the end, the others to the bound
    bounded,   // none did, and none that takes the row was small enough to be explored to the end
    unreached  // no machine takes the row
  } outcome = Outcome::unreached;
  std::string property;           // violated: of the verifier, or "table-rules", "exception"
  std::string text;               // how
  std::string machine;            // that found it
  std::uint64_t states = 0;       // explored, on all machines
  std::vector<StepRecord> steps;  // that lead to it
};

const char* name(MutantResult::Outcome outcome);

class MutationCheck {
 public:
  /// `max_states`: of one exploration, from where the row is first taken. InternalError when the protocol itself is
  /// wrong on one of the machines.
  MutationCheck(const ProtocolConfig& protocol, std::uint64_t max_states);

  const Protocol& protocol() const { return *protocol_; }
  /// `from_start`: search from the initial state only, for a counterexample that can be followed.
  MutantResult run(const Mutation& mutation, bool from_start = false) const;

  struct Row {
    std::uint64_t taken = 0;                        // how often
    std::uint64_t first_taken = 0, last_noted = 0;  // the number of states known by then; 0: never
    std::vector<std::vector<std::uint8_t>> states;  // from which it was taken: first, and some later ones
  };
  struct Survey {
    MutationMachine machine;
    std::uint64_t states = 0;
    bool complete = false;
    std::vector<Row> cache_rows, home_rows;
    std::uint64_t rows_taken() const;
  };
  const std::vector<Survey>& surveys() const { return surveys_; }
  /// Possible rows that no machine has taken, nor `another` one: "cache S x Inv".
  std::vector<std::string> rows_not_taken(const Survey* another = nullptr) const;

 private:
  /// `until_none_is_left`: until every row was taken here or before.
  Survey survey(const MutationMachine& machine, std::uint64_t max_states, bool until_none_is_left) const;
  const Row& row_of(const Survey& survey, const Mutation& mutation) const;

  std::shared_ptr<const Protocol> protocol_;
  std::uint64_t max_states_;
  std::vector<Survey> surveys_;
};

/// What `cdrsim mutants` does.
struct MutationOptions {
  ProtocolConfig protocol{"mesi", EvictNotice::exclusive};
  std::uint64_t max_states = 20000;
  std::uint64_t first = 0, every = 1;  // of the mutants: first, first + every, ...
  std::string only;                    // a mutant's id: this one, with the steps that kill it
  bool machines = false;               // the machines and what they reach, no mutants
};

/// Writes a line of CSV for each mutant. Returns an exit code: 0. UserError when `only` names no mutant.
int check_mutants(const MutationOptions& options, std::ostream& out);

}  // namespace cdrsim::verify
