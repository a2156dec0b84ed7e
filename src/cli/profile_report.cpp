// SPDX-License-Identifier: BSD-3-Clause
#include "cli/profile_report.h"

#include <bit>
#include <cstdio>
#include <map>
#include <utility>

#include "config/quantity.h"

namespace cdrsim {
namespace {

using SpaceKey = std::vector<std::pair<const Trace*, std::uint32_t>>;

struct Space {
  std::uint32_t vm = 0;
  std::string name;
  std::vector<ProfiledThreads> traces;

  SpaceKey key() const {
    SpaceKey key;
    for (const ProfiledThreads& t : traces) key.emplace_back(t.trace.get(), t.threads);
    return key;
  }
};

/// In order of their first application.
std::vector<Space> spaces_of(const std::vector<Application>& applications) {
  std::vector<Space> spaces;
  std::map<std::uint32_t, std::size_t> at;
  for (const Application& a : applications) {
    const auto [it, is_new] = at.emplace(a.space, spaces.size());
    if (is_new) spaces.push_back({a.vm, a.name, {}});
    spaces[it->second].traces.push_back({a.trace, static_cast<std::uint32_t>(a.cores.size())});
  }
  return spaces;
}

void add(BlockProfile& sum, const BlockProfile& part, std::uint64_t times) {
  sum.whole.add(part.whole, times);
  sum.intervals.resize(part.intervals.size());
  for (std::size_t i = 0; i < part.intervals.size(); ++i) sum.intervals[i].add(part.intervals[i], times);
  sum.crossing += part.crossing * times;
}

std::string percent(double part, double whole) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g %%", whole > 0 ? 100 * part / whole : 0.0);
  return text;
}

std::string counted(std::uint64_t n, const std::string& noun) {
  return std::to_string(n) + " " + noun + (n == 1 ? "" : "s");
}

}  // namespace

ProfileReport profile_applications(std::string source, const std::vector<Application>& applications,
                                   const ReportOptions& options) {
  ProfileReport report;
  report.source = std::move(source);
  report.options = options;
  const std::vector<Space> spaces = spaces_of(applications);
  std::map<SpaceKey, std::size_t> known;  // looked up, never iterated
  std::vector<std::size_t> program_of;    // by space
  for (const Space& s : spaces) {
    const auto [it, is_new] = known.emplace(s.key(), report.programs.size());
    if (is_new) report.programs.push_back({s.name, 0, profile_sharing(s.traces, options.profile)});
    ++report.programs[it->second].copies;
    program_of.push_back(it->second);
  }
  for (const ProfiledProgram& p : report.programs) {
    report.threads += p.profile.threads * p.copies;
    report.reads += p.profile.reads * p.copies;
    report.writes += p.profile.writes * p.copies;
    report.atomics += p.profile.atomics * p.copies;
    add(report.line, p.profile.line, p.copies);
    add(report.page, p.profile.page, p.copies);
  }
  std::vector<ProfiledSpace> profiled;
  for (std::size_t i = 0; i < spaces.size(); ++i)
    profiled.push_back({&report.programs[program_of[i]].profile, spaces[i].vm});
  report.domains = propose_domains(profiled, options.needs);
  return report;
}

std::vector<std::uint32_t> listed_capacities() {
  std::vector<std::uint32_t> capacities;
  for (std::uint32_t c = kSmallestCapacity; c <= kLargestListedCapacity; c *= 2) capacities.push_back(c);
  return capacities;
}

std::string capacity_reason(const LevelProposal& p, const ReportOptions& options) {
  const auto held = [&](std::uint32_t capacity) {
    return percent(static_cast<double>(up_to(p.lines_by_capacity, capacity).references),
                   static_cast<double>(p.lines.references));
  };
  if (p.lines.references == 0) return "there are no references to hold";
  std::string text = std::to_string(p.capacity) + " is the smallest power of two from " +
                     std::to_string(kSmallestCapacity) + " on that holds " + percent(options.needs.hold, 1) +
                     " of the references: " + held(p.capacity);
  if (p.capacity > kSmallestCapacity) text += "; " + std::to_string(p.capacity / 2) + " holds " + held(p.capacity / 2);
  text += "; the smallest of all is " + std::to_string(p.smallest);
  if (p.capacity_for_writes < p.capacity)
    text += ". " + std::to_string(p.capacity_for_writes) + " holds as much of the writes, which are what invalidates";
  return text;
}

std::string homes_reason(const LevelProposal& p, const ReportOptions& options) {
  const std::string slice = config::size_text(options.needs.slice_size);
  const std::uint64_t lines = std::uint64_t{1} << (options.profile.page_shift - options.profile.line_shift);
  if (p.level == "page") {
    std::string text =
        "a home for each member spreads its requests; a page of " + counted(lines, "line") +
        " has no use for more homes than that. A page of one core has its home there: the largest private "
        "data of a thread needs " +
        counted(p.private_slices, "slice") + " of " + slice;
    if (p.private_slices > 1) text += ", more than the one it gets: prefer application level, or more LLC";
    return text;
  }
  std::uint32_t members = 0;
  std::uint64_t slices = 0;
  bool more = false, short_of = false;
  for (const DomainGroup& g : p.groups) {
    members = std::max(members, g.members);
    slices = std::max(slices, g.slices);
    more |= g.homes > g.members;
    short_of |= g.slices > g.homes;
  }
  std::string text = "a home for each of up to " + counted(members, "member") +
                     " keeps a home's load as it is without restriction; the largest domain's lines fill " +
                     counted(slices, "slice") + " of " + slice;
  if (more) text += ", so it gets the homes that idle cores leave it";
  if (short_of) text += "; it does not get as many: the LLC will miss more than with global homes on an idle chip";
  return text;
}

}  // namespace cdrsim
