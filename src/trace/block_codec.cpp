// SPDX-License-Identifier: BSD-3-Clause
#include "trace/block_codec.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>
#include <vector>

namespace cdrsim {
namespace {

constexpr std::size_t kMaxVarint = 10;
constexpr unsigned kColumns = 5;  // fields 1 to 5 of message Block
constexpr unsigned kSlots = 8;    // of addresses; see trace.proto

char* put_varint(char* p, std::uint64_t value) {
  while (value >= 0x80) {
    *p++ = static_cast<char>(value | 0x80);
    value >>= 7;
  }
  *p++ = static_cast<char>(value);
  return p;
}

/// Appends a length-delimited field of up to `count` varints, which `next(i)` gives.
template <class Next>
void put_column(unsigned field, std::size_t count, Next next, std::string& scratch, std::string& out) {
  scratch.resize(count * kMaxVarint);
  char* p = scratch.data();
  for (std::size_t i = 0; i < count; ++i) p = put_varint(p, next(i));
  std::array<char, 1 + kMaxVarint> head;
  head[0] = static_cast<char>(field << 3 | 2);
  const auto length = static_cast<std::size_t>(p - scratch.data());
  out.append(head.data(), put_varint(&head[1], length));
  out.append(scratch.data(), length);
}

constexpr std::uint64_t zigzag(std::uint64_t delta) {
  return delta << 1 ^ (0 - (delta >> 63));
}
constexpr std::uint64_t unzigzag(std::uint64_t coded) {
  return coded >> 1 ^ (0 - (coded & 1));
}

/// Reads one varint. Eight bytes at once cover all but the longest. `bad` collects varints of more than 64 bits.
inline std::uint64_t get_varint(const std::uint8_t*& p, bool& bad) {
  std::uint64_t word;
  static_assert(std::endian::native == std::endian::little);
  std::memcpy(&word, p, sizeof word);
  if ((word & 0x80) == 0) {
    ++p;
    return word & 0x7f;
  }
  const std::uint64_t stops = ~word & 0x8080808080808080ull;
  if (stops != 0) [[likely]] {
    p += (std::countr_zero(stops) >> 3) + 1;
    word &= stops ^ (stops - 1);  // nothing above the last byte of this varint
    word &= 0x7f7f7f7f7f7f7f7full;
    word = (word & 0x007f007f007f007full) | (word & 0x7f007f007f007f00ull) >> 1;
    word = (word & 0x00003fff00003fffull) | (word & 0x3fff00003fff0000ull) >> 2;
    return (word & 0x000000000fffffffull) | (word & 0x0fffffff00000000ull) >> 4;
  }
  std::uint64_t value = 0;
  for (unsigned i = 0; i < kMaxVarint; ++i) {
    const std::uint64_t byte = *p++;
    value |= (byte & 0x7f) << 7 * i;
    if (byte < 0x80) {
      bad |= i == kMaxVarint - 1 && byte > 1;
      return value;
    }
  }
  bad = true;
  return value;
}

/// Chooses the slot of each address: the nearest, or the one longest unused when none is near.
class Slots {
 public:
  /// Gives slot and delta for the next address.
  std::pair<unsigned, std::uint64_t> code(std::uint64_t address) {
    unsigned nearest = 0, oldest = 0;
    std::uint64_t least = ~std::uint64_t{0};
    for (unsigned s = 0; s < kSlots; ++s) {
      const std::uint64_t delta = address - last_[s], distance = std::min(delta, 0 - delta);
      if (distance < least) {
        least = distance;
        nearest = s;
      }
      if (used_[s] < used_[oldest]) oldest = s;
    }
    const unsigned slot = least <= kNear ? nearest : oldest;
    const std::uint64_t delta = address - last_[slot];
    last_[slot] = address;
    used_[slot] = ++now_;
    return {slot, delta};
  }

 private:
  static constexpr std::uint64_t kNear = 4096;  // a page: what one array's walk seldom jumps
  std::array<std::uint64_t, kSlots> last_{};
  std::array<std::uint32_t, kSlots> used_{};
  std::uint32_t now_ = 0;
};

using Column = std::span<const std::uint8_t>;

/// Gives `count` varints of a column to `store(i, value)`. False if the column holds more, fewer or broken ones.
template <class Store>
bool get_column(Column column, std::size_t count, Store store) {
  const std::uint8_t *p = column.data(), *const end = p + column.size();
  if (column.size() < count) return false;
  bool bad = false;
  if (column.size() == count) {  // small numbers all, a byte each
    for (std::size_t i = 0; i < count; ++i) {
      bad |= p[i] >= 0x80;
      store(i, p[i]);
    }
    return !bad;
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (p >= end) [[unlikely]]
      return false;
    store(i, get_varint(p, bad));
  }
  return p == end && !bad;
}

/// Finds the columns of a message Block. Each field comes at most once; a field that is not ours is an error.
bool split(Column bytes, std::array<Column, kColumns + 1>& columns) {
  const std::uint8_t *p = bytes.data(), *const end = p + bytes.size();
  std::array<bool, kColumns + 1> seen{};
  while (p < end) {
    const unsigned field = *p >> 3;
    if ((*p & 7) != 2 || field < 1 || field > kColumns || seen[field]) return false;
    seen[field] = true;
    ++p;
    bool bad = false;
    const std::uint64_t length = get_varint(p, bad);
    if (bad || p > end || length > static_cast<std::uint64_t>(end - p)) return false;
    columns[field] = Column(p, length);
    p += length;
  }
  return true;
}

}  // namespace

void encode_block(std::span<const Record> records, std::span<const std::uint64_t> order, std::string& out) {
  std::string scratch;
  out.clear();
  const std::size_t n = records.size();
  std::vector<std::uint64_t> deltas(n);
  Slots slots;
  const auto kind = [&](std::size_t i) {
    const auto [slot, delta] = slots.code(records[i].address);
    deltas[i] = zigzag(delta);
    return std::uint64_t{slot * 8 + static_cast<unsigned>(records[i].operation)};
  };
  put_column(1, n, kind, scratch, out);
  put_column(
      2, n, [&](std::size_t i) { return deltas[i]; }, scratch, out);
  put_column(
      3, n, [&](std::size_t i) { return std::uint64_t{records[i].gap}; }, scratch, out);
  put_column(
      4, n, [&](std::size_t i) { return std::uint64_t{records[i].size}; }, scratch, out);
  if (!order.empty())
    put_column(
        5, n, [&](std::size_t i) { return order[i] - (i == 0 ? 0 : order[i - 1]); }, scratch, out);
}

const char* decode_block(std::span<const std::uint8_t> bytes, std::uint32_t count, bool global_order, TraceBlock& out) {
  std::array<Column, kColumns + 1> columns;
  if (!split(bytes, columns)) return "not a message of five columns";
  if (columns[1].size() != count) return "the column of kinds has another length than the index says";
  out.records.resize(count);
  Record* const r = out.records.data();

  bool illegal = false;
  for (const std::uint8_t kind : columns[1]) illegal |= kind >= 8 * kSlots || (kind & 7) >= kOperations;
  if (illegal) return "an operation or a slot that does not exist";
  std::array<std::uint64_t, kSlots> slots{};
  const auto store_address = [&](std::size_t i, std::uint64_t v) {
    const std::uint8_t kind = columns[1][i];
    r[i].operation = static_cast<Operation>(kind & 7);
    r[i].address = slots[kind >> 3] += unzigzag(v);
  };
  if (!get_column(columns[2], count, store_address)) return "the column of addresses is broken";
  std::uint64_t any = 0;
  const auto store_gap = [&](std::size_t i, std::uint64_t v) {
    any |= v;
    r[i].gap = static_cast<std::uint32_t>(v);
  };
  if (!get_column(columns[3], count, store_gap) || any >> 32 != 0) return "the column of gaps is broken";
  any = 0;
  const auto store_size = [&](std::size_t i, std::uint64_t v) {
    any |= v;
    r[i].size = v & kMaxBarrierCount;
  };
  if (!get_column(columns[4], count, store_size) || any > kMaxBarrierCount) return "the column of sizes is broken";
  for (std::uint32_t i = 0; i < count; ++i)
    if (const char* problem = record_problem(r[i])) return problem;

  if (!global_order) return columns[5].empty() ? nullptr : "an order that the header does not announce";
  out.order.resize(count);
  std::uint64_t place = 0;
  bool rises = true;
  const auto store_order = [&](std::size_t i, std::uint64_t v) {
    const std::uint64_t before = place;
    out.order[i] = place += v;
    rises &= place > before || i == 0;
  };
  if (!get_column(columns[5], count, store_order)) return "the column of the global order is broken";
  return rises ? nullptr : "the global order does not rise";
}

}  // namespace cdrsim
