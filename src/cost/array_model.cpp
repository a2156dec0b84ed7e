// SPDX-License-Identifier: BSD-3-Clause
#include "cost/array_model.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "cost/noc_model.h"

namespace cdrsim {
namespace {

constexpr std::uint32_t kAddressBits = 42, kStateBits = 5;  // CACTI's defaults, which the cache table is made with
constexpr std::uint32_t kTableLine = 64;                    // bytes of a line in the cache table
constexpr std::uint32_t kWordBits = 64;
constexpr std::uint64_t kNarrowestRam = 16, kNarrowestTag = 20;  // bits, of the tables

unsigned log2_of(std::uint64_t n) {
  return static_cast<unsigned>(std::bit_width(n)) - 1;
}

CacheCost unknown_cache(const std::string& reason) {
  const Estimate none = Estimate::unknown(reason);
  return {none, none, none, none, none, none, none};
}

/// Bits of a tag, state included: CACTI's own count for addresses of 42 bits.
std::uint32_t tag_bits(std::uint64_t sets) {
  return kAddressBits - log2_of(sets) - log2_of(kTableLine) + kStateBits;
}

}  // namespace

CacheCost ArrayModel::cache(Device device, CacheMode built_as, const CacheShape& shape) const {
  if (shape.line_bytes != kTableLine)
    return unknown_cache("the caches of sram_cache.csv have lines of 64 bytes, not " +
                         std::to_string(shape.line_bytes));
  if (static_cast<double>(shape.bytes) > ArrayTables::kMostCache) return banked_cache(device, built_as, shape);
  if (static_cast<double>(shape.bytes) < ArrayTables::kLeastCache) return small_cache(device, built_as, shape);
  return table_cache(device, built_as, static_cast<double>(shape.bytes), shape.ways);
}

CacheCost ArrayModel::table_cache(Device device, CacheMode built_as, double bytes, std::uint32_t ways) const {
  const auto at = [&](CacheMode mode, CacheValue value) { return tables_.cache(device, mode, value, bytes, ways); };
  return {.word_read = at(CacheMode::word, CacheValue::read),
          .word_write = at(CacheMode::word, CacheValue::write),
          .tag_read = at(built_as, CacheValue::tag_read),
          .line_read = at(CacheMode::line, CacheValue::data_read),
          .line_write = at(CacheMode::line, CacheValue::write),
          .leakage = at(built_as, CacheValue::leakage),
          .area = at(built_as, CacheValue::area)};
}

/// Equal banks of at most 4 MB, one of which is used at a time. Address and data travel the side of the square that all
/// banks make up: from one corner, the mean way to a bank and into it.
CacheCost ArrayModel::banked_cache(Device device, CacheMode built_as, const CacheShape& shape) const {
  const double bytes = static_cast<double>(shape.bytes);
  const double banks = std::ceil(bytes / ArrayTables::kMostCache);
  CacheCost c = table_cache(device, built_as, bytes / banks, shape.ways);
  c.leakage = banks * c.leakage;
  c.area = banks * c.area;
  if (!c.area.known()) return c;
  const double mm = std::sqrt(c.area.value());
  const Estimate bit = mm * wire_bit(technology_, 1);  // a wire's energy is all but linear in its length
  const Estimate address = double{kAddressBits} * bit, word = double{kWordBits} * bit, line = 8.0 * kTableLine * bit;
  c.word_read += address + word;
  c.word_write += address + word;
  c.tag_read += address;
  c.line_read += line;
  c.line_write += address + line;
  return c;
}

CacheCost ArrayModel::small_cache(Device device, CacheMode built_as, const CacheShape& shape) const {
  const std::uint64_t sets = shape.bytes / (std::uint64_t{shape.ways} * shape.line_bytes), lines = sets * shape.ways;
  const std::uint64_t words_a_line = 8 * kTableLine / kWordBits;
  const std::uint32_t tag = tag_bits(sets);
  const double ways = shape.ways;
  const RamCost tags = ram(device, sets, std::uint64_t{tag} * shape.ways), one_tag = ram(device, sets, tag);
  const RamCost words = ram(device, sets * words_a_line, kWordBits);  // one way
  const RamCost whole = ram(device, lines, 8 * kTableLine);
  const bool by_word = built_as == CacheMode::word;
  return {.word_read = tags.read + ways * words.read,
          .word_write = one_tag.write + words.write,
          .tag_read = tags.read,
          .line_read = whole.read,
          .line_write = one_tag.write + whole.write,
          .leakage = tags.leakage + (by_word ? ways * words.leakage : whole.leakage),
          .area = tags.area + (by_word ? ways * words.area : whole.area)};
}

RamCost ArrayModel::ram(Device device, std::uint64_t entries, std::uint64_t bits) const {
  const double n = static_cast<double>(entries), width = static_cast<double>(std::max(bits, kNarrowestRam));
  return {.read = tables_.ram(device, RamValue::read, n, width),
          .write = tables_.ram(device, RamValue::write, n, width),
          .leakage = tables_.ram(device, RamValue::leakage, n, width),
          .area = tables_.ram(device, RamValue::area, n, width)};
}

CamCost ArrayModel::cam(Device device, std::uint64_t entries, std::uint64_t tag, std::uint64_t payload_bits) const {
  const double n = static_cast<double>(entries), width = static_cast<double>(std::max(tag, kNarrowestTag));
  const double payload = tables_.cam_payload(device, static_cast<double>(payload_bits));
  if (payload == 0) {
    const Estimate none =
        Estimate::unknown("cam.csv has no " + cell_and_periphery(device) + " array with a payload of " +
                          std::to_string(payload_bits) + " bits or more at " + node_nm(technology_) + " nm");
    return {none, none, none, none};
  }
  return {.search = tables_.cam(device, CamValue::search, n, width, payload),
          .write = tables_.cam(device, CamValue::write, n, width, payload),
          .leakage = tables_.cam(device, CamValue::leakage, n, width, payload),
          .area = tables_.cam(device, CamValue::area, n, width, payload)};
}

}  // namespace cdrsim
