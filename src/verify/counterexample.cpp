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

/// Another front end, but that versions stay what they are. Exploration makes them ranks, in which a chart would
/// contradict itself from step to step. Messages are sorted by their versions last of all, so every step finds them in
/// the order in which exploration had them.
class CountedVersions final : public FrontEnd {
 public:
  explicit CountedVersions(FrontEnd& inner) : inner_(inner) {}

  void offer(std::uint32_t core, const CorePorts& ports, std::vector<std::uint32_t>& steps) const override {
    inner_.offer(core, ports, steps);
  }
  bool take(std::uint32_t core, std::uint32_t step, CorePorts& ports) override {
    return inner_.take(core, step, ports);
  }
  void done(std::uint32_t core, std::uint32_t slot, LineAddress line, bool write, Version version) override {
    inner_.done(core, slot, line, write, version);
  }
  std::string name(std::uint32_t core, std::uint32_t step) const override { return inner_.name(core, step); }
  bool interchangeable() const override { return inner_.interchangeable(); }
  bool keeps_versions() const override { return true; }
  std::string check(bool quiet) const override { return inner_.check(quiet); }
  void save(StateWriter& w, const std::vector<std::uint32_t>& from) const override { inner_.save(w, from); }
  void load(StateReader& r) override { inner_.load(r); }

 private:
  FrontEnd& inner_;
};

/// The model's description, whose last lines are the messages in flight, with the step that sent each.
std::string description(const Model& model, const Chart& chart) {
  std::istringstream text(model.describe());
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(std::move(line));
  const std::vector<Flight>& flights = model.mail().flights();
  const std::size_t first = lines.size() - flights.size();
  for (std::size_t i = 0; i < flights.size(); ++i)
    lines[first + i] += (flights[i].place == Flight::Place::held ? ", made in step " : ", sent in step ") +
                        std::to_string(chart.sent_in(flights[i]));
  std::string all;
  for (const std::string& line : lines) all += line + "\n";
  return all;
}

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
    if (choices.left())
      throw UserError("step " + std::to_string(i + 1) + ", \"" + steps[i].name + "\", leaves less open than its " +
                      "`choose` decides");
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
  std::vector<std::uint8_t> initial;
  Model(shape, protocol, front_end).save(initial);
  CountedVersions counted(front_end);
  Model model(shape, protocol, counted);
  model.load(initial);
  std::optional<Chart> chart;
  if (out) {
    *out << "Versions of a line: " << model.order().current(LineAddress{0})
         << " at the start, one more with each store.\n\n";
    chart.emplace(*out, model);
  }
  const auto violation = run(model, steps, chart ? &*chart : nullptr);
  if (out) *out << "\nLast state:\n" << description(model, *chart);
  return violation;
}

}  // namespace cdrsim::verify
