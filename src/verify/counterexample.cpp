// SPDX-License-Identifier: BSD-3-Clause
#include "verify/counterexample.h"

#include <fstream>
#include <optional>
#include <sstream>

#include "verify/chart.h"
#include "verify/explorer.h"
#include "verify/properties.h"

namespace cdrsim::verify {

void write_counterexample(std::ostream& out, const std::string& options, const Counterexample& c) {
  out << "verify " << options << "\nviolates " << c.violation.property << "\n";
  for (const StepRecord& s : c.steps) {
    out << "step " << s.name << "\n";
    if (s.choices.empty()) continue;
    out << "choose";
    for (std::uint32_t choice : s.choices) out << ' ' << choice;
    out << "\n";
  }
}

SavedCounterexample read_counterexample(const std::string& file) {
  std::ifstream in(file);
  if (!in) throw UserError("--replay " + file + ": cannot be read");
  SavedCounterexample saved;
  std::string line;
  for (std::size_t number = 1; std::getline(in, line); ++number) {
    const std::size_t space = line.find(' ');
    const std::string word = line.substr(0, space), rest = space == line.npos ? "" : line.substr(space + 1);
    if (word == "verify" && number == 1) {
      saved.options = rest;
    } else if (word == "violates" && number == 2) {
      saved.property = rest;
    } else if (word == "step" && number > 2) {
      saved.steps.push_back({rest, {}});
    } else if (word == "choose" && !saved.steps.empty() && saved.steps.back().choices.empty()) {
      std::istringstream numbers(rest);
      for (std::uint32_t n; numbers >> n;) saved.steps.back().choices.push_back(n);
      if (numbers.eof() && !saved.steps.back().choices.empty()) continue;
      throw UserError(file + ", line " + std::to_string(number) + ": \"choose\" needs numbers");
    } else {
      throw UserError(file + ", line " + std::to_string(number) + ": \"" + line +
                      "\" does not belong here; a counterexample is one line `verify OPTIONS`, one line `violates "
                      "PROPERTY`, then lines `step NAME`, each perhaps followed by `choose NUMBER...`");
    }
  }
  if (saved.property.empty()) throw UserError(file + ": not a counterexample: it has no line `violates PROPERTY`");
  return saved;
}

namespace {

std::optional<Violation> run(Model& model, const std::vector<StepRecord>& steps, Chart* chart) {
  std::vector<std::uint8_t> bytes;
  std::vector<Step> offered;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    model.save(bytes);
    model.load(bytes);
    model.offer(offered);
    const auto step =
        std::find_if(offered.begin(), offered.end(), [&](const Step& s) { return model.name(s) == steps[i].name; });
    if (step == offered.end())
      throw UserError("step " + std::to_string(i + 1) + ", \"" + steps[i].name + "\", cannot be taken here");
    if (chart) chart->begin(*step);
    Choices choices(steps[i].choices);
    if (!model.take(*step, choices))
      throw UserError("step " + std::to_string(i + 1) + ", \"" + steps[i].name + "\", is blocked here");
    if (chart) chart->end();
    if (model.violation()) return model.violation();
    if (auto violation = check_state(model)) return violation;
  }
  model.save(bytes);
  model.load(bytes);
  return rest_violation(model);
}

}  // namespace

std::optional<Violation> replay(const Shape& shape, const std::shared_ptr<const Protocol>& protocol,
                                FrontEnd& front_end, const std::vector<StepRecord>& steps, std::ostream* out) {
  Model model(shape, protocol, front_end);
  std::optional<Chart> chart;
  if (out) chart.emplace(*out, model);
  const auto violation = run(model, steps, chart ? &*chart : nullptr);
  if (out) *out << "\nLast state:\n" << model.describe();
  return violation;
}

}  // namespace cdrsim::verify
