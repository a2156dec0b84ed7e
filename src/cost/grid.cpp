// SPDX-License-Identifier: BSD-3-Clause
#include "cost/grid.h"

#include <algorithm>
#include <cmath>

#include "stats/json.h"

namespace cdrsim {
namespace {

std::string text(double number) {
  return number_text(number, "n/a");
}

/// The neighbours of a point among the keys of a map, and how far between them it is.
struct Place {
  double below, above, weight;
};

double scaled(double v, Grid::Scale scale) {
  return scale == Grid::Scale::log ? std::log(v) : v;
}

double between(double a, double b, double weight, Grid::Scale scale) {
  if (weight == 0) return a;
  if (scale == Grid::Scale::log) return std::exp(std::log(a) + weight * (std::log(b) - std::log(a)));
  return a + weight * (b - a);
}

/// Where `at` lies among the keys; false when it is outside.
template <class Map>
bool find_place(const Map& map, double at, Grid::Scale scale, Place& place) {
  const auto above = map.lower_bound(at);
  if (above == map.end()) return false;
  if (above->first == at) {
    place = {at, at, 0};
    return true;
  }
  if (above == map.begin()) return false;
  const double low = std::prev(above)->first, high = above->first;
  place = {low, high, (scaled(at, scale) - scaled(low, scale)) / (scaled(high, scale) - scaled(low, scale))};
  return true;
}

std::string range_text(const Place& p) {
  return p.weight == 0 ? text(p.below) : text(p.below) + ".." + text(p.above);
}

template <class Map>
std::string outside(const Map& map, double at, const Grid::Axis& axis, const std::string& table) {
  if (map.empty()) return table + " has no such rows";
  return table + " has " + text(map.begin()->first) + " to " + text(map.rbegin()->first) + axis.unit + " (" +
         axis.what + "), not " + text(at);
}

}  // namespace

void Grid::take_running_maximum() {
  Line most;
  for (auto& [x, line] : values_)
    for (auto& [y, value] : line) value = most[y] = std::max(most[y], value);
}

Estimate Grid::at(double x, double y, const std::string& table) const {
  Place px{};
  if (!find_place(values_, x, x_.coordinate, px)) return Estimate::unknown(outside(values_, x, x_, table));
  double at_x[2];
  Place py{};
  for (int i = 0; i < (px.weight == 0 ? 1 : 2); ++i) {
    const double key = i == 0 ? px.below : px.above;
    const Line& line = values_.at(key);
    if (!find_place(line, y, y_.coordinate, py))
      return Estimate::unknown(outside(line, y, y_, table) + ", at " + text(key) + x_.unit);
    at_x[i] = between(line.at(py.below), line.at(py.above), py.weight, y_.value);
  }
  const double value = px.weight == 0 ? at_x[0] : between(at_x[0], at_x[1], px.weight, x_.value);
  const std::string second = y_.what.empty() ? "" : ", " + range_text(py) + y_.unit;
  return {value, table + " " + range_text(px) + x_.unit + second};
}

}  // namespace cdrsim
