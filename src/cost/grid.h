// SPDX-License-Identifier: BSD-3-Clause
// Values at points of a plane, and interpolation between them. Nothing is extrapolated: outside, or beside a hole, the
// answer is a reason.
//
//   Grid read({"capacity", " KB", Grid::Scale::log, Grid::Scale::log}, {"ways", "-way", Grid::Scale::log,
//             Grid::Scale::log});
//   read.add(16, 4, 0.0123);
//   Estimate e = read.at(24, 4, "sram_cache.csv");   // source: "sram_cache.csv 16..32 KB, 4-way"
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cost/estimate.h"

namespace cdrsim {

class Grid {
 public:
  enum class Scale { linear, log };
  struct Axis {
    std::string what;  // "entries", for reasons; empty for a second axis that is not used
    std::string unit;  // " bits", behind a number
    Scale coordinate;  // how distances along the axis are measured
    Scale value;       // what is interpolated along it: the value, or its logarithm
  };

  Grid(Axis x, Axis y) : x_(std::move(x)), y_(std::move(y)) {}

  void add(double x, double y, double value) { values_[x][y] = value; }
  /// Values that fall along x are lifted to the largest one before.
  void take_running_maximum();

  /// `table` names where the values are from.
  Estimate at(double x, double y, const std::string& table) const;

 private:
  using Line = std::map<double, double>;

  Axis x_, y_;
  std::map<double, Line> values_;
};

}  // namespace cdrsim
