// SPDX-License-Identifier: BSD-3-Clause
#include "cli/verify_verb.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <set>
#include <sstream>

#include "base/error.h"
#include "config/quantity.h"
#include "config/type.h"
#include "observe/host.h"
#include "protocol/row_coverage.h"
#include "stats/json.h"
#include "verify/any_reference.h"
#include "verify/explorer.h"

namespace cdrsim {
namespace {

using verify::Result;
using verify::Shape;

constexpr double kSecondsBetweenReports = 2;

template <class T>
std::vector<std::string> names_of() {
  return Registry<T>::instance().names();
}

void declare_shape(CLI::App& verb, VerifyOptions& o) {
  Shape& s = o.shape;
  const auto number = [&](const char* name, std::uint32_t& value, std::uint32_t low, std::uint32_t high,
                          const char* help) {
    verb.add_option(name, value, help)->check(CLI::Range(low, high))->capture_default_str();
  };
  const auto word = [&](const char* name, std::string& value, const std::vector<std::string>& known, const char* help) {
    verb.add_option(name, value, help)->check(CLI::IsMember(known))->capture_default_str();
  };
  const auto as_lines = [&](const char* name, std::uint32_t& value, const char* help) {
    verb.add_option(name, value, help)->check(CLI::Range(1u, 8u))->default_str("as many as lines");
  };
  word("--protocol", s.protocol.name, names_of<ProtocolFactory>(), "a protocol (cdrsim describe protocols)");
  word("--evict-notice", o.evict_notice, {"exclusive", "all"}, "which evictions a home is told");
  word("--directory", s.directory.sharers, names_of<SharerSchemeFactory>(),
       "a sharer scheme (cdrsim describe sharers)");
  number("--pointers", s.directory.pointers, 1, 16, "of an entry, in the schemes that have them");
  number("--coarse-region", s.directory.coarse_region, 1, 16, "members that a bit of a coarse vector stands for");
  word("--store", s.directory.store, {"in-llc", "sparse"}, "where directory entries are");
  number("--cores", s.cores, 1, 16, "cores, each with a private cache of one set");
  number("--homes", s.homes, 1, 4, "homes; lines are dealt out to them");
  number("--lines", s.lines, 1, 8, "lines");
  word("--restriction", o.restriction, {"none", "sharers", "homes", "both"}, "which domains are restricted");
  number("--capacity", s.capacity, 1, 64, "LSIDs of a sharer domain; beyond, the last one is public");
  number("--lsid-stride", s.lsid_stride, 1, 4, "from a core's LSID to the next; 4: each has an SMC entry of its own");
  number("--smc", s.smc_entries, 1, 16, "entries of a home's sharer map cache");
  number("--hmc", s.hmc_entries, 1, 16, "entries of a core's home map cache; every line is looked up by itself");
  number("--domains", s.domains, 1, 4, "domains; cores and lines are dealt out to them");
  word("--scope", o.scope, {"machine", "box"}, "whom a broadcast reaches");
  as_lines("--ways", s.ways, "of a private cache");
  as_lines("--mshrs", s.mshrs, "misses, and evictions, that a private cache may have under way");
  as_lines("--llc-ways", s.llc_ways, "of a home's LLC slice");
  as_lines("--llc-mshrs", s.llc_mshrs, "transactions that a home may have under way");
  as_lines("--directory-ways", s.directory_ways, "entries of a sparse directory");
  number("--slots", s.slots, 1, 4, "references that a core may wait for");
  word("--evictions", o.evictions, {"both", "caches", "homes", "none"},
       "who evicts lines at any moment, besides making room");
  number("--inbox", s.inbox, 1, 64, "messages of one virtual network that find room at a unit");
}

void set_words(VerifyOptions& o) {
  o.shape.protocol.evict_notice = o.evict_notice == "all" ? EvictNotice::all : EvictNotice::exclusive;
  o.shape.scope = o.scope == "box" ? BroadcastScope::box : BroadcastScope::machine;
  o.shape.restrict_sharers = o.restriction == "sharers" || o.restriction == "both";
  o.shape.restrict_homes = o.restriction == "homes" || o.restriction == "both";
  o.shape.cache_evictions = o.evictions == "caches" || o.evictions == "both";
  o.shape.home_evictions = o.evictions == "homes" || o.evictions == "both";
}

/// The machine of a saved counterexample.
Shape saved_shape(const verify::SavedCounterexample& saved, const std::string& file) {
  CLI::App app;
  VerifyOptions options;
  declare_shape(app, options);
  try {
    app.parse(saved.options);
  } catch (const CLI::ParseError& e) {
    throw UserError(file + ", line 1: " + e.what());
  }
  set_words(options);
  return options.shape;
}

/// The machine, and all else, is in the file.
void refuse_options_with_replay(const CLI::App& verb) {
  for (const CLI::Option* o : verb.get_options())
    if (o->count() && o->get_name() != "--replay" && o->get_name() != "--quiet")
      throw UserError(o->get_name() + ": --replay takes the machine from the file; give it no other option");
}

[[noreturn]] void fail(const verify::Violation& v) {
  throw InternalError("violation of " + v.property + ": " + v.text);
}

void run_replay(const std::string& file) {
  const verify::SavedCounterexample saved = verify::read_counterexample(file);
  const Shape shape = saved_shape(saved, file);
  shape.check();
  verify::AnyReference front_end(shape);
  std::optional<verify::Violation> violation;
  try {
    violation = verify::replay(shape, make_protocol(shape.protocol), front_end, saved.steps, &std::cout);
  } catch (const UserError& e) {
    throw UserError(file + ": " + e.what());
  }
  if (violation && violation->property != saved.property)
    std::cout << "\nThe file says that " << saved.property << " is violated; it is " << violation->property << ".\n";
  if (violation) fail(*violation);
  std::cout << "\nNo violation: " << saved.property << " holds.\n";
}

/// Where a counterexample goes. Tried before the exploration, so that a wrong name costs nothing; a file is left only
/// when there is one, and what was there before stays until then.
class CounterexampleFile {
 public:
  explicit CounterexampleFile(std::string name) : name_(std::move(name)) {
    if (name_.empty()) return;
    made_ = !std::filesystem::exists(name_);
    if (!std::ofstream(name_, std::ios::app)) throw UserError("--save " + name_ + ": cannot be written");
  }
  ~CounterexampleFile() {
    std::error_code ignored;
    if (made_) std::filesystem::remove(name_, ignored);
  }
  CounterexampleFile(const CounterexampleFile&) = delete;
  CounterexampleFile& operator=(const CounterexampleFile&) = delete;

  void write(const Shape& shape, const verify::Counterexample& counterexample) {
    if (name_.empty()) return;
    std::ofstream out(name_);
    verify::write_counterexample(out, shape.options(), counterexample);
    out.close();
    if (!out) throw UserError("--save " + name_ + ": could not be written");
    made_ = false;
  }

 private:
  std::string name_;
  bool made_ = false;  // by trying
};

/// Opened before the exploration, so that a wrong name costs nothing.
std::ofstream open_output(const char* option, const std::string& file) {
  std::ofstream out;
  if (file.empty()) return out;
  out.open(file);
  if (!out) throw UserError(std::string(option) + " " + file + ": cannot be written");
  return out;
}

void close_output(std::ofstream& out, const char* option, const std::string& file) {
  out.close();
  if (!out) throw UserError(std::string(option) + " " + file + ": could not be written");
}

struct Report {
  Result result;
  std::uint32_t home_buffer, cache_buffer;
  std::uint64_t rows_taken, rows_possible;
  double seconds;
};

const char* outcome_text(const Result& r) {
  return r.outcome == Result::Outcome::verified   ? "verified"
         : r.outcome == Result::Outcome::violated ? "violated"
                                                  : "not complete";
}

std::string count(std::uint64_t n, const std::string& thing) {
  return std::to_string(n) + " " + thing + (n == 1 ? "" : "s");
}

/// "3 cores, 1 home, 1 line, mesi, full-map in-llc, no restriction"
std::string in_words(const Shape& s) {
  return count(s.cores, "core") + ", " + count(s.homes, "home") + ", " + count(s.lines, "line") + ", " +
         s.protocol.name + ", " + s.directory.sharers + " " + s.directory.store + ", " +
         (s.restrict_sharers ? s.restrict_homes ? "sharers and homes restricted" : "sharers restricted"
          : s.restrict_homes ? "homes restricted"
                             : "no restriction");
}

/// Its options, without those that mean nothing on it.
std::string options_that_matter(const Shape& s) {
  std::set<std::string> idle;
  if (s.directory.sharers == "full-map") idle.insert("--pointers");
  if (s.directory.sharers != "coarse") idle.insert("--coarse-region");
  if (s.directory.store != "sparse") idle.insert("--directory-ways");
  if (!s.restrict_sharers) idle.insert({"--capacity", "--lsid-stride", "--smc", "--scope"});
  if (!s.restrict_homes) idle.insert("--hmc");
  if (!s.restrict_sharers && !s.restrict_homes) idle.insert("--domains");
  std::istringstream all(s.options());
  std::string text, name, value;
  while (all >> name >> value)
    if (!idle.contains(name)) text += (text.empty() ? "" : " ") + name + " " + value;
  return text;
}

void print_verdict(const VerifyOptions& o, const Result& r) {
  std::cout << outcome_text(r) << ": " << in_words(o.shape) << ":\n";
  switch (r.outcome) {
    case Result::Outcome::verified:
      std::cout << "in every reachable state one writer or many readers, the right values, no impossible event, "
                   "inclusion, every copy\nknown to its home, nothing left over, no deadlock, and all can come to "
                   "rest.\n";
      break;
    case Result::Outcome::violated:
      std::cout << r.counterexample->violation.property << " does not hold.\n";
      break;
    case Result::Outcome::out_of_bounds:
      std::cout << "stopped at " << r.bound << "; nothing is violated as far as it got, which proves nothing of the "
                << "rest.\n";
      break;
  }
  std::cout << "\noptions: " << options_that_matter(o.shape) << "\n\n";
}

void print_text(const VerifyOptions& o, const Report& r) {
  const auto row = [](const char* name, const std::string& value) {
    std::cout << name << std::string(26 - std::string(name).size(), ' ') << value << '\n';
  };
  print_verdict(o, r.result);
  row("states", std::to_string(r.result.states));
  row("steps", std::to_string(r.result.steps));
  row("depth", std::to_string(r.result.depth));
  row("renamings of cores", std::to_string(r.result.renamings));
  row("largest out-buffers", "home " + std::to_string(r.home_buffer) + ", cache " + std::to_string(r.cache_buffer));
  row("rows taken", std::to_string(r.rows_taken) + " of " + std::to_string(r.rows_possible));
  if (r.result.outcome == Result::Outcome::verified && r.rows_taken < r.rows_possible)
    for (const char* line :
         {"among the others: three parties need --cores 3, data missing from the LLC --store sparse,",
          "joined misses --slots 2, full entries --cores 3 --directory limited-evict --pointers 2;",
          "docs/verification.md lists the machines that take all that can be taken;",
          "--coverage FILE, then tools/coverage FILE..., names the rows that none of yours takes"})
      row("", line);
  if (!o.save.empty() && !r.result.counterexample) row("--save", "no file: nothing was violated");
  char seconds[32];
  std::snprintf(seconds, sizeof seconds, "%.2f", r.seconds);
  row("seconds", seconds);
}

void print_json(const VerifyOptions& o, const Report& r) {
  std::ostringstream s;
  s << "{\n  \"outcome\": \"" << outcome_text(r.result) << "\",\n  \"options\": " << json_string(o.shape.options())
    << ",\n  \"states\": " << r.result.states << ",\n  \"steps\": " << r.result.steps
    << ",\n  \"depth\": " << r.result.depth << ",\n  \"renamings\": " << r.result.renamings
    << ",\n  \"home_out_buffer\": " << r.home_buffer << ",\n  \"cache_out_buffer\": " << r.cache_buffer
    << ",\n  \"rows_taken\": " << r.rows_taken << ",\n  \"rows_possible\": " << r.rows_possible;
  if (const auto& c = r.result.counterexample) {
    s << ",\n  \"violation\": {\"property\": " << json_string(c->violation.property)
      << ", \"text\": " << json_string(c->violation.text) << ", \"steps\": [";
    for (std::size_t i = 0; i < c->steps.size(); ++i) s << (i ? ", " : "") << json_string(c->steps[i].name);
    s << "]}";
  }
  s << ",\n  \"seconds\": " << r.seconds << "\n}\n";
  std::cout << s.str();
}

void print_progress(const verify::ExploreProgress& p, double seconds) {
  std::cerr << p.states << " states, " << p.queue << " to expand, depth " << p.depth << ", "
            << static_cast<std::uint64_t>(static_cast<double>(p.steps) / seconds) << " steps/s, " << p.memory / 1048576
            << " MiB\n";
}

}  // namespace

void run_verification(const VerifyOptions& o) {
  if (!o.replay.empty()) return run_replay(o.replay);
  o.shape.check();
  verify::ExploreOptions options;
  options.search =
      o.search == "dfs" ? verify::ExploreOptions::Search::depth_first : verify::ExploreOptions::Search::breadth_first;
  options.symmetry = o.symmetry;
  options.max_states = o.max_states;
  try {
    options.memory = config::read_size(o.memory);
  } catch (const std::exception& e) {
    throw UserError("--memory " + o.memory + ": " + e.what());
  }
  if (options.memory == 0) throw UserError("--memory " + o.memory + ": states take room");
  if (!o.save.empty() && o.save == o.coverage) throw UserError("--save and --coverage name the same file, " + o.save);
  std::ofstream coverage_file = open_output("--coverage", o.coverage);
  CounterexampleFile save_file(o.save);

  const auto protocol = make_protocol(o.shape.protocol);
  verify::AnyReference front_end(o.shape);
  verify::Model model(o.shape, protocol, front_end);
  RowCoverage rows(protocol);
  model.count_rows(rows);
  const double start = host_seconds();
  double reported = start;
  if (!o.quiet)
    options.progress = [&](const verify::ExploreProgress& p) {
      const double now = host_seconds();
      if (now - reported < kSecondsBetweenReports) return;
      reported = now;
      print_progress(p, now - start);
    };
  verify::Explorer explorer(model, std::move(options));
  Result result = explorer.run();
  const double seconds = host_seconds() - start;
  const std::uint64_t taken = rows.taken();

  if (!o.coverage.empty()) {
    rows.write_csv(coverage_file);
    close_output(coverage_file, "--coverage", o.coverage);
  }
  auto& counterexample = result.counterexample;
  if (counterexample) {
    save_file.write(o.shape, *counterexample);
    verify::AnyReference again(o.shape);
    const auto replayed =
        verify::replay(o.shape, protocol, again, counterexample->steps, o.format == "text" ? &std::cout : nullptr);
    if (replayed) counterexample->violation = *replayed;  // the same, in the versions of the chart
    if (o.format == "text")
      std::cout << "\nViolated: " << counterexample->violation.property << "\n  " << counterexample->violation.text
                << "\n\n";
  }
  const Report report{result, model.largest_home_buffer(), model.largest_cache_buffer(), taken, rows.possible(),
                      seconds};
  if (o.format == "json")
    print_json(o, report);
  else
    print_text(o, report);
  if (counterexample) fail(counterexample->violation);
  if (result.outcome == Result::Outcome::out_of_bounds)
    throw UserError("stopped at " + result.bound + " after " + std::to_string(result.states) +
                    " states: not everything was explored");
}

void add_verify_verb(CLI::App& app) {
  CLI::App* verb =
      app.add_subcommand("verify", "Explore every state of a small machine of the shipped controllers and tables");
  auto options = std::make_shared<VerifyOptions>();
  declare_shape(*verb, *options);
  verb->add_option("--search", options->search, "breadth first (the shortest counterexamples) or depth first")
      ->check(CLI::IsMember({"bfs", "dfs"}))
      ->capture_default_str();
  verb->add_flag("!--no-symmetry", options->symmetry, "keep states apart that differ in the names of cores alone");
  verb->add_option("--memory", options->memory, "the most for states and what goes with them, such as 2GiB")
      ->capture_default_str();
  verb->add_option("--max-states", options->max_states, "stop after so many states (no bound)")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 62));
  verb->add_option("--save", options->save, "where to write a counterexample; no file when there is none");
  verb->add_option("--replay", options->replay, "run a counterexample that was saved; it names the machine itself");
  verb->add_option("--coverage", options->coverage,
                   "where to write how often each row of the tables was taken, as CSV");
  verb->add_option("--format", options->format, "of the result")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  verb->add_flag("--quiet", options->quiet, "no progress");
  verb->callback([options, verb] {
    if (!options->replay.empty()) refuse_options_with_replay(*verb);
    set_words(*options);
    run_verification(*options);
  });
}

}  // namespace cdrsim
