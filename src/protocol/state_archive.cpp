// SPDX-License-Identifier: BSD-3-Clause
#include "protocol/state_archive.h"

namespace cdrsim {
namespace {

/// Whether the domain and the logical id in such a message mean something. Forwards carry those of the request along,
/// and nobody reads them.
bool has_domain(MessageType type) {
  const MessageKind& k = kind(type);
  return (k.unit == Unit::home && k.virtual_network == 0) || k.traffic == TrafficClass::map_refill ||
         type == MessageType::wb;
}

}  // namespace

/// Sorts the parts of bytes_ from `start` on, whose ends are those from `first` on.
void StateWriter::sort_parts(std::size_t start, std::size_t first) {
  struct Part {
    const std::uint8_t *begin, *end;
  };
  const auto before = [](const Part& a, const Part& b) {
    return std::lexicographical_compare(a.begin, a.end, b.begin, b.end);
  };
  std::vector<Part> parts;
  parts.reserve(ends_.size() - first);
  std::size_t begin = start;
  for (std::size_t i = first; i < ends_.size(); ++i) {
    parts.push_back({bytes_.data() + begin, bytes_.data() + ends_[i]});
    begin = ends_[i];
  }
  if (std::is_sorted(parts.begin(), parts.end(), before)) return;
  std::sort(parts.begin(), parts.end(), before);
  std::vector<std::uint8_t> sorted;
  sorted.reserve(bytes_.size() - start);
  for (const Part& p : parts) sorted.insert(sorted.end(), p.begin, p.end);
  std::copy(sorted.begin(), sorted.end(), bytes_.begin() + static_cast<std::ptrdiff_t>(start));
}

void save(StateWriter& w, const Message& m) {
  w.u8(static_cast<std::uint8_t>(m.type));
  w.line(m.line);
  w.tile(m.source);
  w.tile(m.destination);
  w.tile(m.requester);
  const Unit unit = kind(m.type).unit;
  const bool maps = kind(m.type).traffic == TrafficClass::map_refill;
  if (has_domain(m.type)) {
    w.domain(m.sdid);
    // Map messages are about a whole group of logical ids. A renaming maps the map tables onto themselves, so the
    // mappings stay as they are.
    if (maps)
      w.u32(m.lsid / kMappingsPerEntry * kMappingsPerEntry);
    else
      w.member(m.lsid);
  }
  w.u32(m.acks);
  w.u8(static_cast<std::uint8_t>(m.has_copy | m.for_home << 1));
  if (kind(m.type).carries_line) w.version(m.line, m.version);
  if (unit == Unit::maps)
    for (TileId t : m.mappings) w.u32(t.value + 1);
}

Message load_message(StateReader& r) {
  Message m;
  m.type = static_cast<MessageType>(r.u8());
  m.line = r.line();
  m.source = r.tile();
  m.destination = r.tile();
  m.requester = r.tile();
  if (has_domain(m.type)) {
    m.sdid = r.domain();
    m.lsid = r.u32();
  }
  m.acks = r.u32();
  const std::uint8_t flags = r.u8();
  m.has_copy = flags & 1;
  m.for_home = flags & 2;
  if (kind(m.type).carries_line) m.version = r.version();
  if (kind(m.type).unit == Unit::maps)
    for (TileId& t : m.mappings) t = r.tile();
  return m;
}

}  // namespace cdrsim
