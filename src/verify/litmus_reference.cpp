// SPDX-License-Identifier: BSD-3-Clause
#include "verify/litmus_reference.h"

#include <algorithm>
#include <deque>

namespace cdrsim::verify {
namespace {

struct AbstractThread {
  std::size_t next = 0;                                    // operation
  std::deque<std::pair<std::uint8_t, std::uint8_t>> fifo;  // stores: variable, value
  friend auto operator<=>(const AbstractThread&, const AbstractThread&) = default;
};

struct AbstractMachine {
  std::vector<AbstractThread> threads;
  Outcome values;  // registers, then memory
  friend auto operator<=>(const AbstractMachine&, const AbstractMachine&) = default;
};

class Interleavings {
 public:
  Interleavings(const LitmusProgram& program, MemoryModel model) : program_(program), model_(model) {}

  Outcomes outcomes;

  void from(const AbstractMachine& m) {
    if (!seen_.insert(m).second) return;
    bool finished = true;
    for (std::size_t t = 0; t < m.threads.size(); ++t) {
      const AbstractThread& thread = m.threads[t];
      if (!thread.fifo.empty()) {
        finished = false;
        AbstractMachine after = m;
        after.values[program_.registers + thread.fifo.front().first] = thread.fifo.front().second;
        after.threads[t].fifo.pop_front();
        from(after);
      }
      if (thread.next == program_.threads[t].size()) continue;
      finished = false;
      const LitmusOp& op = program_.threads[t][thread.next];
      const bool fence = op.kind == LitmusOp::Kind::fence || op.kind == LitmusOp::Kind::atomic;
      if (fence && !thread.fifo.empty()) continue;
      AbstractMachine after = m;
      perform(op, after.threads[t], after.values);
      from(after);
    }
    if (finished) outcomes.insert(m.values);
  }

 private:
  void perform(const LitmusOp& op, AbstractThread& thread, Outcome& values) const {
    ++thread.next;
    std::uint8_t& memory = values[program_.registers + op.variable];
    std::uint8_t read = memory;
    for (const auto& [variable, value] : thread.fifo)
      if (variable == op.variable) read = value;
    if (op.destination != kNoRegister) values[op.destination] = read;
    if (op.kind == LitmusOp::Kind::atomic) memory = static_cast<std::uint8_t>(memory + op.value);
    if (op.kind != LitmusOp::Kind::store) return;
    if (model_ == MemoryModel::tso)
      thread.fifo.emplace_back(op.variable, op.value);
    else
      memory = op.value;
  }

  const LitmusProgram& program_;
  MemoryModel model_;
  std::set<AbstractMachine> seen_;
};

}  // namespace

Outcomes allowed_outcomes(const LitmusProgram& program, MemoryModel model) {
  Interleavings all(program, model);
  all.from(
      {std::vector<AbstractThread>(program.threads.size()), Outcome(program.registers + program.variables.size(), 0)});
  return all.outcomes;
}

}  // namespace cdrsim::verify
