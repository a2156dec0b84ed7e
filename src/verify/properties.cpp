// SPDX-License-Identifier: BSD-3-Clause
#include "verify/properties.h"

namespace cdrsim::verify {
namespace {

std::string core_text(std::uint32_t core, LineAddress line) {
  return "core " + std::to_string(core) + ", line " + std::to_string(line.value);
}

/// Visits every (core, line) of which the cache holds a copy that it may use. `visit` returns what is wrong.
template <class Visit>
std::string each_copy(const Model& m, Visit visit) {
  for (std::uint32_t l = 0; l < m.shape().lines; ++l)
    for (std::uint32_t c = 0; c < m.shape().cores; ++c) {
      const LineAddress line{l};
      const Permission p = m.cache(c).permission(line);
      if (p == Permission::none) continue;
      if (std::string wrong = visit(c, line, p); !wrong.empty()) return wrong;
    }
  return {};
}

std::string one_writer(const Model& m) {
  return each_copy(m, [&](std::uint32_t core, LineAddress line, Permission p) -> std::string {
    if (p != Permission::write) return {};
    for (std::uint32_t other = 0; other < m.shape().cores; ++other)
      if (other != core && m.cache(other).permission(line) != Permission::none)
        return core_text(core, line) + ": it may write, and core " + std::to_string(other) + " may " +
               (m.cache(other).permission(line) == Permission::write ? "write" : "read");
    return {};
  });
}

std::string inclusion(const Model& m) {
  const bool sparse = m.shape().directory.store == "sparse";
  return each_copy(m, [&](std::uint32_t core, LineAddress line, Permission) -> std::string {
    if (m.home_of(line).state(line) == m.protocol().home_absent)
      return core_text(core, line) + ": it has a copy of a line that has no entry at its home";
    if (!sparse && !m.home_of(line).has_data(line))
      return core_text(core, line) + ": it has a copy of a line that its home's LLC does not have";
    return {};
  });
}

/// Something on its way to the cache that takes the copy away or changes who has it.
bool is_told(const Model& m, std::uint32_t core, LineAddress line) {
  for (const Flight& f : m.mail().flights()) {
    const TrafficClass what = kind(f.message.type).traffic;
    if (f.message.destination == TileId{core} && f.message.line == line &&
        (what == TrafficClass::forward || what == TrafficClass::invalidate || what == TrafficClass::recall))
      return true;
  }
  return false;
}

std::string sharers_covered(const Model& m) {
  return each_copy(m, [&](std::uint32_t core, LineAddress line, Permission) -> std::string {
    // In a transient state the cache may already keep the forward that takes the copy away.
    if (m.protocol().cache.kind(m.cache(core).state(line)) != StateKind::stable) return {};
    const std::uint32_t lsid = m.domains().attributes(core, line).lsid;
    if (m.home_of(line).may_hold(line, TileId{core}, lsid) || is_told(m, core, line)) return {};
    return core_text(core, line) + ": its copy is not covered by the directory, nor about to be taken away";
  });
}

std::string conservation(const Model& m) {
  if (!m.settled() || m.quiet()) return {};
  return "nothing is in flight and nobody waits, but not every MSHR and write-back entry is free";
}

std::string accepted(const Model& m) {
  if (!m.quiet()) return {};
  for (std::uint32_t l = 0; l < m.shape().lines; ++l)
    for (std::uint32_t c = 0; c < m.shape().cores; ++c)
      for (PrivateEvent e : {PrivateEvent::load, PrivateEvent::store}) {
        const LineAddress line{l};
        const PrivateTable& table = m.protocol().cache;
        const State state = m.cache(c).state(line);
        if (m.shape().may_touch(c, line) && table.at(state, e).actions[0] == PrivateAction::block)
          return core_text(c, line) + ": nothing is under way, and " + table.info(state).name + " refuses a " +
                 std::string(cdrsim::name(e)) + " for ever";
      }
  return {};
}

}  // namespace

const std::vector<Property>& state_properties() {
  static const std::vector<Property> all{
      {"one-writer", "a line has one writer or many readers, never both", &one_writer},
      {"inclusion", "a line in a private cache has its entry (and in an inclusive LLC its data) at its home",
       &inclusion},
      {"sharers-covered", "every copy is covered by the directory, or a message about it is on its way",
       &sharers_covered},
      {"conservation", "when all has settled, every MSHR and write-back entry is free", &conservation},
      {"accepted", "when all is quiet no reference is refused", &accepted},
  };
  return all;
}

std::optional<Violation> check_state(const Model& model) {
  for (const Property& p : state_properties())
    if (std::string text = p.check(model); !text.empty()) return Violation{std::string(p.name), std::move(text)};
  if (std::string text = model.front_end().check(model.quiet()); !text.empty())
    return Violation{"front-end", std::move(text)};
  return {};
}

}  // namespace cdrsim::verify
