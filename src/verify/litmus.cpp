// SPDX-License-Identifier: BSD-3-Clause
#include "verify/litmus.h"

#include <algorithm>
#include <iomanip>
#include <ostream>
#include <sstream>

#include "base/error.h"
#include "verify/litmus_reference.h"

namespace cdrsim::verify {
namespace {

const char* model_name(MemoryModel m) {
  return m == MemoryModel::sc ? "SC" : "TSO";
}

/// A thread with several loads: only there do loads in flight make a difference.
bool has_loads(const LitmusProgram& program) {
  return std::any_of(program.threads.begin(), program.threads.end(), [](const auto& thread) {
    return std::count_if(thread.begin(), thread.end(),
                         [](const LitmusOp& o) { return o.kind == LitmusOp::Kind::load; }) > 1;
  });
}

std::string options_text(const LitmusMachine& m) {
  return m.protocol.name + ", " + model_name(m.model) + ", " +
         (m.one_line ? "all variables in one line" : "a line for each variable") + ", " +
         std::to_string(m.outstanding_loads) + (m.outstanding_loads == 1 ? " load" : " loads") + " in flight, " +
         std::to_string(m.evictions) + (m.evictions == 1 ? " eviction" : " evictions");
}

void explore(const LitmusTest& test, const LitmusProgram& program, const Outcomes& allowed,
             const LitmusMachine& machine, LitmusReport::Machine& report) {
  const LitmusRun run = explore_program(program, machine, &allowed);
  report.states += run.states;
  ++report.explorations;
  report.incomplete += !run.complete && !run.violation;
  report.seen.insert(run.seen.begin(), run.seen.end());
  if (!run.violation || !report.failure.empty()) return;
  std::ostringstream s;
  s << test.name << ": " << test.program << "\n"
    << options_text(machine) << "\n"
    << run.violation->property << ": " << run.violation->text << "\n\n";
  draw(s, program, machine, run.steps);
  report.failure = s.str();
}

std::string cell(const LitmusReport& r, const LitmusReport::Machine& m) {
  std::string s = std::to_string(m.seen.size()) + "/" + std::to_string(r.allowed.size());
  if (!m.failure.empty()) return s + " FAILED";
  return s + " (" + (m.incomplete ? "first " : "") + std::to_string(m.states) + ")";
}

class Printer {
 public:
  Printer(std::ostream& out, bool markdown) : out_(out), markdown_(markdown) {}

  void row(const std::vector<std::string>& cells) {
    static constexpr int kWidths[] = {16, 46, 24, 6, 11, 6};
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (markdown_)
        out_ << "| " << escaped(cells[i]) << " ";
      else
        out_ << std::left << std::setw(i < 6 ? kWidths[i] : 18) << cells[i];
    }
    out_ << (markdown_ ? "|\n" : "\n") << std::flush;
  }
  void heads(const std::vector<std::string>& cells) {
    row(cells);
    if (markdown_) row(std::vector<std::string>(cells.size(), "---"));
  }

 private:
  static std::string escaped(const std::string& s) {
    std::string out;
    for (char c : s) out += c == '|' ? std::string("\\|") : std::string(1, c);
    return out;
  }

  std::ostream& out_;
  bool markdown_;
};

std::vector<std::string> protocols_of(const LitmusOptions& o) {
  return o.protocols.empty() ? Registry<ProtocolFactory>::instance().names() : o.protocols;
}

}  // namespace

bool LitmusReport::asked(const Outcomes& outcomes) const {
  const Condition condition = parse_condition(parse_program(test->program), test->condition);
  return std::any_of(outcomes.begin(), outcomes.end(), [&](const Outcome& o) { return holds(condition, o); });
}

LitmusReport run_litmus_test(const LitmusTest& test, MemoryModel model, const LitmusOptions& options) {
  const LitmusProgram program = parse_program(test.program);
  LitmusReport report{&test, model, allowed_outcomes(program, model), {}};
  const Verdict declared = model == MemoryModel::sc ? test.sc : test.tso;
  if (report.asked(report.allowed) != (declared == Verdict::allowed))
    throw InternalError(std::string("litmus test ") + test.name + ": " + model_name(model) +
                        " by definition contradicts the verdict that is declared");
  const std::size_t threads = program.threads.size();
  for (const std::string& protocol : protocols_of(options)) {
    LitmusReport::Machine& m = report.machines.emplace_back();
    m.protocol = protocol;
    LitmusMachine machine;
    machine.model = model;
    machine.protocol.name = protocol;
    machine.evictions = threads > 2 ? 0 : options.evictions;
    machine.max_states = options.max_states;
    for (bool one_line : {false, true}) {
      if (one_line && program.variables.size() == 1) continue;
      machine.one_line = one_line;
      machine.outstanding_loads = 1;
      explore(test, program, report.allowed, machine, m);
      if (options.loads_in_flight < 2 || !has_loads(program)) continue;
      machine.outstanding_loads = options.loads_in_flight;
      explore(test, program, report.allowed, machine, m);
    }
    if (m.failure.empty() && !m.incomplete && declared == Verdict::allowed && !report.asked(m.seen))
      m.failure = std::string(test.name) + ", " + protocol + ", " + model_name(model) + ": " + test.condition +
                  " is allowed, and never occurs\n";
  }
  return report;
}

int run_litmus(const LitmusOptions& options, std::ostream& out) {
  std::vector<const LitmusTest*> tests;
  for (const std::string& name : options.tests) tests.push_back(&litmus_test(name));
  if (tests.empty())
    for (const LitmusTest& t : litmus_tests()) tests.push_back(&t);
  for (const std::string& name : protocols_of(options)) Registry<ProtocolFactory>::instance().get(name, "--protocol");

  out << "3/4 (5066), by protocol: 3 outcomes occurred of 4 that the memory model allows; 5066 states were explored.\n"
         "outcome: the one in question; verdict: whether the model allows it; seen: whether it occurred.\n\n";
  Printer table(out, options.markdown);
  std::vector<std::string> heads{"test", "program", "outcome", "model", "verdict", "seen"};
  for (const std::string& p : protocols_of(options)) heads.push_back(p);
  table.heads(heads);
  std::vector<std::string> failures;
  std::uint64_t states = 0, explorations = 0, incomplete = 0;
  for (const LitmusTest* test : tests)
    for (MemoryModel model : {MemoryModel::sc, MemoryModel::tso}) {
      const LitmusReport r = run_litmus_test(*test, model, options);
      bool seen = false;
      for (const LitmusReport::Machine& m : r.machines) seen |= r.asked(m.seen);
      std::vector<std::string> cells{test->name,
                                     test->program,
                                     test->condition,
                                     model_name(model),
                                     r.asked(r.allowed) ? "allowed" : "forbidden",
                                     seen ? "yes" : "no"};
      for (const LitmusReport::Machine& m : r.machines) {
        cells.push_back(cell(r, m));
        if (!m.failure.empty()) failures.push_back(m.failure);
        states += m.states;
        explorations += m.explorations;
        incomplete += m.incomplete;
        if (m.incomplete && !seen) cells[5] = "?";
      }
      table.row(cells);
    }
  out << "\n" << explorations << " explorations, " << states << " states, " << failures.size() << " failures\n";
  for (const std::string& f : failures) out << "\n" << f;
  if (failures.empty() && incomplete != 0)
    throw UserError("--max-states " + std::to_string(options.max_states) + " was reached by " +
                    std::to_string(incomplete) + " of " + std::to_string(explorations) +
                    " explorations: what they did not show may still be possible");
  return static_cast<int>(failures.size());
}

}  // namespace cdrsim::verify
