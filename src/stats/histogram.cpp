// SPDX-License-Identifier: BSD-3-Clause
#include "stats/histogram.h"

#include <algorithm>
#include <bit>
#include <boost/histogram/axis/option.hpp>
#include <boost/histogram/histogram.hpp>
#include <boost/histogram/make_histogram.hpp>
#include <cmath>
#include <utility>

namespace cdrsim::stats {
namespace {

namespace bh = boost::histogram;

/// Bins of width 1 up to 1023, above that 128 bins an octave. Grows to whole octaves, so that a histogram of short
/// latencies stays small.
class LatencyAxis {
 public:
  using value_type = std::uint64_t;

  static constexpr bh::axis::index_type index_of(std::uint64_t value) {
    if (value < kExact) return static_cast<bh::axis::index_type>(value);
    const int exponent = std::bit_width(value) - 1;
    const auto within = static_cast<int>(value >> (exponent - kBitsPerOctave)) & (kPerOctave - 1);
    return kExact + (exponent - kExactBits) * kPerOctave + within;
  }

  /// The largest value that falls into a bin.
  static constexpr std::uint64_t upper_edge(bh::axis::index_type bin) {
    if (bin < kExact) return static_cast<std::uint64_t>(bin);
    const int shift = (bin - kExact) / kPerOctave + kExactBits - kBitsPerOctave;
    const auto within = static_cast<std::uint64_t>((bin - kExact) % kPerOctave);
    return ((kPerOctave + within + 1) << shift) - 1;
  }

  bh::axis::index_type index(std::uint64_t value) const { return index_of(value); }
  bh::axis::index_type size() const { return size_; }

  /// The bin of a value, and how many bins the axis grew at its upper end (negative, as the library wants it).
  std::pair<bh::axis::index_type, bh::axis::index_type> update(std::uint64_t value) {
    const auto bin = index_of(value);
    if (bin < size_) [[likely]]
      return {bin, 0};
    const auto grown = (bin / kPerOctave + 1) * kPerOctave - size_;
    size_ += grown;
    return {bin, -grown};
  }

  static constexpr unsigned options() { return bh::axis::option::growth_t::value; }
  friend bool operator==(const LatencyAxis&, const LatencyAxis&) = default;

 private:
  static constexpr int kExactBits = 10, kExact = 1 << kExactBits;
  static constexpr int kBitsPerOctave = 7, kPerOctave = 1 << kBitsPerOctave;
  bh::axis::index_type size_ = kPerOctave;
};

}  // namespace

struct Histogram::Bins {
  using Store = bh::dense_storage<std::uint64_t>;
  decltype(bh::make_histogram_with(Store(), LatencyAxis())) histogram = bh::make_histogram_with(Store(), LatencyAxis());

  bh::axis::index_type size() const { return histogram.axis(0).size(); }
};

Histogram::Histogram() : large_(std::make_unique<Bins>()) {}
Histogram::~Histogram() = default;
Histogram::Histogram(const Histogram& other)
    : exact_(other.exact_),
      large_(std::make_unique<Bins>(*other.large_)),
      count_(other.count_),
      sum_(other.sum_),
      max_(other.max_) {}
Histogram& Histogram::operator=(const Histogram& other) {
  if (this != &other) *this = Histogram(other);
  return *this;
}
Histogram::Histogram(Histogram&&) noexcept = default;
Histogram& Histogram::operator=(Histogram&&) noexcept = default;

void Histogram::add_large(std::uint64_t value) {
  large_->histogram(value);
}

std::uint64_t Histogram::in_bin(int bin) const {
  return static_cast<std::uint64_t>(bin) < kExact ? exact_[static_cast<std::size_t>(bin)] : large_->histogram.at(bin);
}

int Histogram::bins() const {
  return std::max(large_->size(), static_cast<int>(kExact));
}

Histogram& Histogram::operator+=(const Histogram& other) {
  for (std::size_t i = 0; i < kExact; ++i) exact_[i] += other.exact_[i];
  for (int i = static_cast<int>(kExact); i < other.bins(); ++i) {
    if (const std::uint64_t n = other.in_bin(i); n != 0) large_->histogram(bh::weight(n), LatencyAxis::upper_edge(i));
  }
  count_ += other.count_;
  sum_ += other.sum_;
  max_ = std::max(max_, other.max_);
  return *this;
}

void Histogram::clear() {
  *this = Histogram();
}

std::uint64_t Histogram::percentile(double fraction) const {
  // In integers: 0.07 of 100 values are 7, although 0.07 * 100 > 7 in floating point.
  constexpr std::uint64_t kMillion = 1'000'000;
  const auto parts = static_cast<std::uint64_t>(std::llround(std::clamp(fraction, 0.0, 1.0) * kMillion));
  const auto product = static_cast<unsigned __int128>(count_) * parts;
  const auto rank = std::max<std::uint64_t>(static_cast<std::uint64_t>((product + kMillion - 1) / kMillion), 1);
  std::uint64_t seen = 0;
  for (int i = 0, n = bins(); i < n; ++i) {
    seen += in_bin(i);
    if (seen >= rank) return std::min(LatencyAxis::upper_edge(i), max_);
  }
  return max_;
}

Summary Histogram::summary() const {
  const double mean = count_ == 0 ? 0 : static_cast<double>(sum_) / static_cast<double>(count_);
  return {count_, mean, percentile(0.50), percentile(0.95), percentile(0.99), max_};
}

}  // namespace cdrsim::stats
