// SPDX-License-Identifier: BSD-3-Clause
// A distribution of non-negative integers (latencies in cycles): exact count, sum and maximum; exact percentiles up to
// 1023, above that to one part in 128 (rounded up to the bin's upper edge, never past the maximum).
//
// Integer state only, so that histograms add up to the same bytes in any order.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace cdrsim::stats {

struct Summary {
  std::uint64_t count = 0;
  double mean = 0;  // 0 when count is 0
  std::uint64_t p50 = 0, p95 = 0, p99 = 0, max = 0;
};

class Histogram {
 public:
  Histogram();
  ~Histogram();
  Histogram(const Histogram&);
  Histogram& operator=(const Histogram&);
  Histogram(Histogram&&) noexcept;
  Histogram& operator=(Histogram&&) noexcept;

  void add(std::uint64_t value) {
    if (value < kExact) [[likely]]
      ++exact_[value];
    else
      add_large(value);
    ++count_;
    sum_ += value;
    max_ = value > max_ ? value : max_;
  }
  Histogram& operator+=(const Histogram& other);
  void clear();

  std::uint64_t count() const { return count_; }
  std::uint64_t sum() const { return sum_; }
  /// The smallest recorded value v such that at least `fraction` of all values are <= v (to the bin's resolution).
  std::uint64_t percentile(double fraction) const;
  Summary summary() const;

 private:
  static constexpr std::uint64_t kExact = 1024;  // values below have a bin each

  struct Bins;
  void add_large(std::uint64_t value);
  std::uint64_t in_bin(int bin) const;
  int bins() const;

  std::vector<std::uint64_t> exact_ = std::vector<std::uint64_t>(kExact);
  std::unique_ptr<Bins> large_;
  std::uint64_t count_ = 0, sum_ = 0, max_ = 0;
};

}  // namespace cdrsim::stats
