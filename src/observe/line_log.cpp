// SPDX-License-Identifier: BSD-3-Clause
#include "observe/line_log.h"

#include "observe/event_text.h"

namespace cdrsim {

LineLog::LineLog(std::ostream& out, LineAddress line, Glossary glossary)
    : out_(out), line_(line), glossary_(std::move(glossary)) {
  out_ << "The life of physical line " << hexadecimal(line) << ", event by event\n"
       << "  core N             the core of tile N with its private caches\n"
       << "  home N             the LLC slice and directory entry of tile N\n"
       << "  S + Event → T      a controller in state S meets Event and goes to state T; names with _ are transient:\n"
       << "                     something is still under way\n"
       << "  → home 17: GetS    a message is sent; its arrival is the cycle its last flit gets there\n"
       << "  version N          the line's data: 1 is what memory had at the start, each store adds one\n"
       << "  permission         what the private caches may do without asking; one tile may write or many may read\n"
       << "\n"
       << "     cycle  who         what\n";
}

void LineLog::explain(TermKind kind, std::string_view term) {
  // A message and the event that it is where it arrives have one name, and one explanation is enough.
  const bool state = kind == TermKind::cache_state || kind == TermKind::home_state;
  if (!glossary_ || !explained_.emplace(state ? kind : TermKind::message, term).second) return;
  const std::string meaning = glossary_(kind, term);
  if (!meaning.empty()) out_ << "            [" << term << ": " << meaning << "]\n";
}

template <class Event>
void LineLog::row(const Event& event) {
  ++rows_;
  out_ << event_row(event.now, who(event), what(event)) << '\n';
}

void LineLog::on(const TransitionEvent& e) {
  if (e.line != line_ || is_routine(e)) return;
  const TermKind state = e.home ? TermKind::home_state : TermKind::cache_state;
  explain(state, e.before);
  explain(e.home ? TermKind::home_event : TermKind::cache_event, e.event);
  explain(state, e.after);
  row(e);
}

void LineLog::on(const MessageEvent& e) {
  if (e.line != line_) return;
  explain(TermKind::message, e.type);
  row(e);
}

void LineLog::on(const LoadIssuedEvent& e) {
  if (e.line == line_) row(e);
}
void LineLog::on(const LoadEvent& e) {
  if (e.line == line_) row(e);
}
void LineLog::on(const StoreEvent& e) {
  if (e.line == line_) row(e);
}
void LineLog::on(const PermissionEvent& e) {
  if (e.line == line_) row(e);
}

void LineLog::on(const DomainEvent& e) {
  // Homes say it with every request; it is worth a row when it is new.
  if (e.line != line_ || (domain_known_ && sdid_ == e.sdid)) return;
  domain_known_ = true;
  sdid_ = e.sdid;
  row(e);
}

}  // namespace cdrsim
