// SPDX-License-Identifier: BSD-3-Clause
#include "config/quantity.h"

#include <array>
#include <limits>
#include <span>

#include "config/value.h"

namespace cdrsim::config {
namespace {

using Wide = unsigned __int128;

/// digits / 10^fraction, then a unit.
struct Quantity {
  std::uint64_t digits = 0;
  int fraction = 0;
  std::string_view unit;
};

constexpr int kMaxDigits = 18;  // so that digits fit 64 bits, and digits times a frequency 128

Quantity split(std::string_view text, std::string_view kind) {
  if (text.starts_with('-')) throw BadValue(toml_string(text) + " is negative; a " + std::string(kind) + " is not");
  Quantity q;
  std::size_t i = 0;
  int count = 0;
  bool point = false;
  for (; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '.' && !point && count > 0) {
      point = true;
      continue;
    }
    if (c < '0' || c > '9') break;
    if (++count > kMaxDigits) throw BadValue(toml_string(text) + " has more than 18 digits");
    q.digits = q.digits * 10 + static_cast<std::uint64_t>(c - '0');
    q.fraction += point;
  }
  if (count == 0 || text[i - 1] == '.') throw BadValue(toml_string(text) + " is no " + std::string(kind));
  q.unit = text.substr(i);
  return q;
}

struct Unit {
  std::string_view name;
  std::uint64_t factor;
};

constexpr std::array kSizes{Unit{"B", 1}, Unit{"KiB", 1ull << 10}, Unit{"MiB", 1ull << 20}, Unit{"GiB", 1ull << 30},
                            Unit{"TiB", 1ull << 40}};
constexpr std::array kFrequencies{Unit{"Hz", 1}, Unit{"kHz", 1'000}, Unit{"MHz", 1'000'000}, Unit{"GHz", 1'000'000'000},
                                  Unit{"THz", 1'000'000'000'000}};
constexpr std::array kBits{Unit{"b", 1}};
// Times are divisors of a second.
constexpr std::array kTimes{Unit{"s", 1}, Unit{"ms", 1'000}, Unit{"us", 1'000'000}, Unit{"ns", 1'000'000'000},
                            Unit{"ps", 1'000'000'000'000}};

std::uint64_t factor_of(const Quantity& q, std::string_view text, std::span<const Unit> units, std::string_view kind) {
  std::string legal;
  for (const Unit& u : units) {
    if (u.name == q.unit) return u.factor;
    legal += (legal.empty() ? "" : ", ") + std::string(u.name);
  }
  const std::string problem = q.unit.empty() ? " has no unit" : " has the unit " + toml_string(q.unit);
  throw BadValue(toml_string(text) + problem + "; a " + std::string(kind) + " is in " + legal);
}

Wide power_of_ten(int exponent) {
  Wide result = 1;
  while (exponent-- > 0) result *= 10;
  return result;
}

/// A quantity that must be a whole number of `one` ("bytes").
std::uint64_t whole(std::string_view text, std::span<const Unit> units, std::string_view kind, std::string_view one) {
  const Quantity q = split(text, kind);
  const Wide scaled = Wide{q.digits} * factor_of(q, text, units, kind);
  const Wide divisor = power_of_ten(q.fraction);
  if (scaled % divisor != 0) throw BadValue(toml_string(text) + " is no whole number of " + std::string(one));
  if (scaled / divisor > static_cast<Wide>(std::numeric_limits<std::int64_t>::max()))
    throw BadValue(toml_string(text) + " is too large");
  return static_cast<std::uint64_t>(scaled / divisor);
}

std::string largest_unit(std::uint64_t value, std::span<const Unit> units) {
  const Unit* best = &units.front();
  for (const Unit& u : units)
    if (value != 0 && value % u.factor == 0) best = &u;
  return std::to_string(value / best->factor) + std::string(best->name);
}

}  // namespace

std::uint64_t read_size(std::string_view text) {
  return whole(text, kSizes, "size", "bytes");
}

std::uint64_t read_bits(std::string_view text) {
  return whole(text, kBits, "width", "bits");
}

double read_frequency(std::string_view text) {
  return static_cast<double>(whole(text, kFrequencies, "frequency", "hertz"));
}

Cycle read_time(std::string_view text, double frequency) {
  const Quantity q = split(text, "time");
  const Wide divisor = power_of_ten(q.fraction) * factor_of(q, text, kTimes, "time");
  const Wide scaled = Wide{q.digits} * static_cast<std::uint64_t>(frequency);
  const Wide cycles = scaled / divisor + (scaled % divisor != 0);
  if (cycles > static_cast<Wide>(std::numeric_limits<std::int64_t>::max()))
    throw BadValue(toml_string(text) + " is too long");
  return static_cast<Cycle>(cycles);
}

std::string size_text(std::uint64_t bytes) {
  return largest_unit(bytes, kSizes);
}

std::string frequency_text(double hertz) {
  return largest_unit(static_cast<std::uint64_t>(hertz), kFrequencies);
}

std::string bits_text(std::uint64_t bits) {
  return largest_unit(bits, kBits);
}

}  // namespace cdrsim::config
