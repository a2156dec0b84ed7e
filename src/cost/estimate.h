// SPDX-License-Identifier: BSD-3-Clause
// A number of the cost models with its provenance, or the reason why there is none. Arithmetic keeps both: what is made
// of an unknown part is unknown, for that part's reason.
//
//   Estimate read = tables.ram(...);              // 0.0123 nJ, "sram_ram.csv: 32nm itrs-hp/itrs-hp, 1024 x 64 bits"
//   Estimate both = read + 2 * Estimate::unknown("the table ends at 1088 bits");
//   both.known();  both.reason();                 // false, "the table ends at 1088 bits"
#pragma once

#include <string>
#include <utility>

#include "base/error.h"

namespace cdrsim {

class Estimate {
 public:
  Estimate(double value, std::string source) : value_(value), source_(std::move(source)) {}
  static Estimate unknown(std::string reason) {
    Estimate e(0, "");
    e.reason_ = std::move(reason);
    return e;
  }

  bool known() const { return reason_.empty(); }
  /// Only of a known one.
  double value() const {
    invariant(known(), "an estimate that is not known was used");
    return value_;
  }
  /// The rows of the tables that it comes from.
  const std::string& source() const { return source_; }
  /// Why it is not known; empty when it is.
  const std::string& reason() const { return reason_; }

  Estimate& operator+=(const Estimate& other) {
    if (known() && !other.known()) return *this = other;
    if (!known()) return *this;
    value_ += other.value_;
    if (source_.empty())
      source_ = other.source_;
    else if (!other.source_.empty() && source_.find(other.source_) == std::string::npos)
      source_ += "; " + other.source_;
    return *this;
  }
  friend Estimate operator+(Estimate a, const Estimate& b) { return a += b; }
  friend Estimate operator*(double factor, Estimate e) {
    e.value_ *= factor;
    return e;
  }

 private:
  double value_;
  std::string source_, reason_;
};

}  // namespace cdrsim
