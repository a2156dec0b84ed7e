// SPDX-License-Identifier: BSD-3-Clause
#include "verify/mutation_check.h"

#include <algorithm>
#include <ostream>

#include "protocol/row_coverage.h"
#include "protocol/table_rules.h"
#include "stats/csv.h"
#include "verify/any_reference.h"
#include "verify/properties.h"

namespace cdrsim::verify {
namespace {

using Outcome = MutantResult::Outcome;

/// States to explore from where the row is about to be taken, in the first rounds over the machines. Most mutants fall
/// soon: not many states are spent on a machine that does not notice before the next one is tried.
constexpr std::uint64_t kRounds[] = {300, 3000};

/// States to explore from each of the later states that take the row.
constexpr std::uint64_t kRoundElsewhere = 1000;

/// The first so many of these states are asked whether all can come to rest from there.
constexpr StateIndex kRests = 30;

/// A later state that takes a row is noted when so many times as many states are known.
constexpr std::uint64_t kApart = 2;

/// How much further the right protocol is explored on some machines, and when some rows were not taken.
constexpr std::uint64_t kFurther = 40;

/// The first rounds of that.
constexpr std::uint64_t kLittleFurther = 4;

template <class Event, class Action>
void each_row(const Table<Event, Action>& table, auto visit) {
  for (State s = 0; s < table.states().size(); ++s)
    for (std::size_t e = 0; e < Table<Event, Action>::kEvents; ++e)
      if (table.at(s, static_cast<Event>(e)).possible)
        visit(s, static_cast<Event>(e), s * Table<Event, Action>::kEvents + e);
}

/// Whether the machine can make the mistake.
bool there_is_another(const Shape& shape, const Mutation& m) {
  return !m.misdirection || m.misdirection->to != Misdirection::To::another_home || shape.homes > 1;
}

}  // namespace

const char* name(Outcome outcome) {
  static constexpr const char* kNames[] = {"killed", "survived", "bounded", "unreached"};
  return kNames[static_cast<std::size_t>(outcome)];
}

std::vector<MutationMachine> mutation_machines(const ProtocolConfig& protocol) {
  std::vector<MutationMachine> all;
  const auto add = [&](std::string name, auto change) {
    Shape s;
    s.protocol = protocol;
    s.cores = s.homes = 2;  // with one line the other home is there for what goes astray
    change(s);
    s.check();
    all.push_back({std::move(name), s});
  };
  add("2 cores", [](Shape&) {});
  add("2 cores, 2 references each", [](Shape& s) { s.slots = 2; });
  add("2 cores, sparse directory", [](Shape& s) { s.directory.store = "sparse"; });
  add("2 cores, SMC misses", [](Shape& s) {
    s.restrict_sharers = true;
    s.lsid_stride = 4;
  });
  add("2 cores, 1 pointer", [](Shape& s) {
    s.directory.sharers = "limited-evict";
    s.directory.pointers = 1;
  });
  add("2 cores, sparse directory, 1 pointer", [](Shape& s) {
    s.directory.store = "sparse";
    s.directory.sharers = "limited-evict";
    s.directory.pointers = 1;
  });
  add("2 cores, broadcast", [](Shape& s) {
    s.restrict_sharers = true;
    s.capacity = 1;
  });
  add("2 cores, 2 lines, 1 way", [](Shape& s) {
    s.homes = 1;
    s.lines = 2;
    s.ways = s.llc_ways = s.mshrs = s.llc_mshrs = 1;
  });
  add("3 cores", [](Shape& s) { s.cores = 3; });
  // A sharer's Put that comes while others share: known only where sharers tell.
  all.back().further = protocol.evict_notice == EvictNotice::all;
  add("3 cores, 2 pointers", [](Shape& s) {
    s.cores = 3;
    s.directory.sharers = "limited-evict";
    s.directory.pointers = 2;
  });
  // What takes many steps: to make room for a reader, or to invalidate for a writer, while a third core still shares.
  const auto walks_take_long = [](Shape& s) {
    s.cores = 3;
    s.restrict_sharers = true;
    s.lsid_stride = 4;
    s.home_evictions = false;
    s.inbox = 1;
  };
  add("3 cores, SMC misses", walks_take_long);
  all.back().further = true;
  add("3 cores, SMC misses, 2 pointers", [&](Shape& s) {
    walks_take_long(s);
    s.directory.sharers = "limited-evict";
    s.directory.pointers = 2;
  });
  all.back().further = true;
  add("3 cores, broadcast", [](Shape& s) {
    s.cores = 3;
    s.restrict_sharers = true;
    s.capacity = 2;
  });
  // To the same end; and an Inv finds room beside the Put-Ack that it overtakes.
  add("3 cores, broadcast, no home evictions", [](Shape& s) {
    s.cores = 3;
    s.restrict_sharers = true;
    s.capacity = 2;
    s.home_evictions = false;
  });
  all.back().further = true;
  add("3 cores, broadcast, 1 pointer", [](Shape& s) {
    s.cores = 3;
    s.restrict_sharers = true;
    s.capacity = 2;
    s.directory.sharers = "limited-evict";
    s.directory.pointers = 1;
  });
  all.back().further = true;
  return all;
}

std::uint64_t MutationCheck::Survey::rows_taken() const {
  const auto taken = [](const std::vector<Row>& rows) {
    return static_cast<std::uint64_t>(
        std::count_if(rows.begin(), rows.end(), [](const Row& r) { return r.first_taken; }));
  };
  return taken(cache_rows) + taken(home_rows);
}

MutationCheck::MutationCheck(const ProtocolConfig& protocol, std::uint64_t max_states)
    : protocol_(make_protocol(protocol)), max_states_(max_states) {
  for (const MutationMachine& m : mutation_machines(protocol))
    surveys_.push_back(survey(m, (m.further ? kFurther : 1) * max_states_, false));
  // The larger machines stand last, and take the rows that are left.
  for (std::uint64_t further : {kLittleFurther, kFurther})
    for (auto s = surveys_.rbegin(); s != surveys_.rend() && !rows_not_taken().empty(); ++s)
      if (!s->complete && !s->machine.further) *s = survey(s->machine, further * max_states_, true);
}

MutationCheck::Survey MutationCheck::survey(const MutationMachine& machine, std::uint64_t max_states,
                                            bool until_none_is_left) const {
  Survey s{machine, 0, false, std::vector<Row>(protocol_->cache.states().size() * PrivateTable::kEvents),
           std::vector<Row>(protocol_->home.states().size() * HomeTable::kEvents)};
  AnyReference front_end(machine.shape);
  Model model(machine.shape, protocol_, front_end);
  RowCoverage rows(protocol_);
  model.count_rows(rows);
  Symmetry symmetry(model, true);
  StateStore store;
  std::vector<std::uint8_t> bytes;
  std::vector<Step> steps;
  const auto note = [&](const auto& table, std::vector<Row>& noted, StateIndex from) {
    each_row(table, [&](State state, auto event, std::size_t i) {
      Row& row = noted[i];
      if (rows.count(state, event) == row.taken) return;
      row.taken = rows.count(state, event);
      if (row.first_taken && store.size() < kApart * row.last_noted) return;
      if (!row.first_taken) row.first_taken = store.size();
      row.last_noted = store.size();
      row.states.emplace_back(store.bytes(from).begin(), store.bytes(from).end());
    });
  };
  const auto demand = [&](const std::optional<Violation>& v) {
    if (v)
      throw InternalError("the protocol itself is wrong (" + machine.shape.options() + "): " + v->property + ": " +
                          v->text);
  };
  symmetry.canonical(model, bytes);
  store.insert(bytes, kNoState);
  StateIndex next = 0;
  for (; next < store.size() && store.size() <= max_states; ++next) {
    model.load(store.bytes(next));
    model.offer(steps);
    for (const Step& step : steps) {
      Choices choices;
      do {
        model.load(store.bytes(next));
        if (!model.take(step, choices)) continue;
        demand(model.violation());
        symmetry.canonical(model, bytes);
        if (store.insert(bytes, next).is_new) demand(check_state(model));
      } while (choices.next());
    }
    note(protocol_->cache, s.cache_rows, next);
    note(protocol_->home, s.home_rows, next);
    if (until_none_is_left && next % 1024 == 0 && rows_not_taken(&s).empty()) break;
  }
  s.states = store.size();
  s.complete = next == store.size();
  return s;
}

std::vector<std::string> MutationCheck::rows_not_taken(const Survey* another) const {
  std::vector<std::string> names;
  const auto look = [&](const char* unit, const auto& table, auto rows) {
    each_row(table, [&](State s, auto e, std::size_t i) {
      if (another && (another->*rows)[i].first_taken) return;
      for (const Survey& survey : surveys_)
        if ((survey.*rows)[i].first_taken) return;
      names.push_back(std::string(unit) + " " + table.info(s).name + " x " + std::string(cdrsim::name(e)));
    });
  };
  look("cache", protocol_->cache, &Survey::cache_rows);
  look("home", protocol_->home, &Survey::home_rows);
  return names;
}

const MutationCheck::Row& MutationCheck::row_of(const Survey& s, const Mutation& m) const {
  return m.at_home ? s.home_rows[m.state * HomeTable::kEvents + static_cast<std::size_t>(m.home_event)]
                   : s.cache_rows[m.state * PrivateTable::kEvents + static_cast<std::size_t>(m.cache_event)];
}

MutantResult MutationCheck::run(const Mutation& mutation, bool from_start) const {
  MutantResult result;
  const auto wrong = mutated(*protocol_, mutation);
  try {
    check_rules(*wrong);
  } catch (const InternalError& e) {
    result.outcome = Outcome::killed;
    result.property = "table-rules";
    result.text = e.what();
    return result;
  }

  struct Candidate {
    const Survey* survey;
    const Row* row;
  };
  std::vector<Candidate> candidates;
  for (const Survey& s : surveys_)
    if (const Row& row = row_of(s, mutation); row.first_taken && there_is_another(s.machine.shape, mutation))
      candidates.push_back({&s, &row});
  if (candidates.empty()) return result;
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.row->first_taken < b.row->first_taken; });

  // Explores up to so many states; whether that were all.
  const auto explore = [&](const Candidate& c, const std::vector<std::uint8_t>* start, std::uint64_t most) {
    const MutationMachine& machine = c.survey->machine;
    AnyReference front_end(machine.shape);
    ExploreOptions options;
    options.max_states = most;
    // Another core is the next one: with more than two, cores are not alike any more.
    options.symmetry = !mutation.misdirection || machine.shape.cores == 2;
    Result r;
    try {
      Model model(machine.shape, wrong, front_end);
      if (mutation.misdirection) model.misdirect(*mutation.misdirection);
      if (start) model.load(*start);
      Explorer explorer(model, options);
      r = explorer.run();
      // A deadlock lies deep, and an exploration that is cut short does not know of livelocks.
      for (StateIndex i = 0; start && !r.counterexample && i < std::min(kRests, explorer.states().size()); ++i) {
        model.load(explorer.states().bytes(i));
        if (const auto violation = rest_violation(model)) r.counterexample = Counterexample{{}, *violation};
      }
    } catch (const std::exception& e) {
      r.outcome = Result::Outcome::violated;
      r.counterexample = Counterexample{{}, {"exception", e.what()}};
    }
    result.states += r.states;
    if (r.counterexample) {
      result.outcome = Outcome::killed;
      result.property = r.counterexample->violation.property;
      result.text = r.counterexample->violation.text;
      result.machine = machine.name;
      result.steps = r.counterexample->steps;
    }
    return r.outcome == Result::Outcome::verified;
  };
  if (!from_start)
    for (std::uint64_t round : {kRounds[0], kRounds[1], max_states_})
      for (const Candidate& c : candidates) {
        explore(c, &c.row->states.front(), round);
        if (result.outcome == Outcome::killed) return result;
      }
  // Not every state that takes the row need be reachable from the one that did so first. To the end where that is near.
  std::uint32_t complete = 0;  // cores of the largest machine that was explored to its end
  for (const Candidate& c : candidates) {
    if (!from_start && (!c.survey->complete || c.survey->states > max_states_)) continue;
    if (explore(c, nullptr, from_start ? c.row->first_taken + kFurther * max_states_ : 2 * c.survey->states))
      complete = std::max(complete, c.survey->machine.shape.cores);
    if (result.outcome == Outcome::killed) return result;
  }
  // What the row does wrong may need another state: who else shares the line, what is in flight.
  for (const Candidate& c : candidates)
    for (std::size_t i = 1; !from_start && complete < c.survey->machine.shape.cores && i < c.row->states.size(); ++i) {
      explore(c, &c.row->states[i], kRoundElsewhere);
      if (result.outcome == Outcome::killed) return result;
    }
  result.outcome = complete ? Outcome::survived : Outcome::bounded;
  return result;
}

int check_mutants(const MutationOptions& options, std::ostream& out) {
  const MutationCheck check(options.protocol, options.max_states);
  if (options.machines) {
    for (const MutationCheck::Survey& s : check.surveys())
      out << s.machine.name << ": " << s.states << (s.complete ? "" : "+") << " states, " << s.rows_taken()
          << " rows: cdrsim verify " << s.machine.shape.options() << '\n';
    for (const std::string& row : check.rows_not_taken()) out << "not taken: " << row << '\n';
    return 0;
  }
  const std::vector<Mutation> all = mutations_of(check.protocol());
  if (!options.only.empty()) {
    const auto m = std::find_if(all.begin(), all.end(), [&](const Mutation& x) { return x.id == options.only; });
    if (m == all.end())
      throw UserError("--mutant \"" + options.only + "\": there is no such mutant; all are listed without --mutant");
    const MutantResult r = check.run(*m, true);
    out << name(r.outcome) << ": " << m->id << '\n';
    if (!r.machine.empty()) out << "machine: " << r.machine << '\n';
    for (const StepRecord& s : r.steps) out << "  " << s.name << '\n';
    if (!r.property.empty()) out << r.property << ": " << r.text << '\n';
    return 0;
  }
  if (options.first >= all.size())
    throw UserError("--first " + std::to_string(options.first) + ": there are " + std::to_string(all.size()) +
                    " mutants, from 0");
  out << "mutant,way,outcome,property,machine,states\n";
  for (std::uint64_t i = options.first; i < all.size(); i += options.every) {
    const MutantResult r = check.run(all[i]);
    out << csv_cell(all[i].id) << ',' << name(all[i].way) << ',' << name(r.outcome) << ',' << r.property << ','
        << csv_cell(r.machine) << ',' << r.states << '\n';
    out.flush();
  }
  return 0;
}

}  // namespace cdrsim::verify
