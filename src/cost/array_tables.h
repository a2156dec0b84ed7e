// SPDX-License-Identifier: BSD-3-Clause
// The arrays that CACTI was run for, at one technology and temperature: set-associative caches of 64-byte lines,
// tag-less RAMs, fully associative CAMs with a payload. Interpolated over size, never over node, device, mode or port
// width; a size outside the tables has a reason instead of a number. array_model.h puts other arrays together from
// these.
//
//   ArrayTables tables(Technology::nm32, 350);
//   Estimate nj = tables.ram(Device::lstp_hp, RamValue::read, 1024, 80);
//
// Energies are in nJ, leakage in mW, areas in mm².
#pragma once

#include <map>
#include <set>
#include <string>

#include "cost/grid.h"
#include "cost/technology.h"

namespace cdrsim {

/// word: tag and data at once, a port of 64 bits, as an L1 is read by its core.
/// line: tag first, a port of 512 bits, as lines are moved.
enum class CacheMode { word, line };
enum class CacheValue { read, tag_read, data_read, write, leakage, area };
enum class RamValue { read, write, leakage, area };
enum class CamValue { search, write, leakage, area };

class ArrayTables {
 public:
  ArrayTables(Technology technology, std::uint32_t temperature);

  static constexpr double kLeastCache = 8 << 10, kMostCache = 4 << 20;  // bytes in the table
  Estimate cache(Device device, CacheMode mode, CacheValue value, double bytes, double ways) const;
  Estimate ram(Device device, RamValue value, double entries, double bits) const;
  /// `payload`: as in the table; see cam_payload().
  Estimate cam(Device device, CamValue value, double entries, double tag_bits, double payload_bits) const;
  /// The narrowest payload of the table that holds `bits`; 0 when there is none.
  double cam_payload(Device device, double bits) const;

 private:
  Grid& grid(const std::string& name, const Grid& empty);
  Estimate look_up(const std::string& name, double x, double y, const std::string& source) const;
  Estimate leakage(const std::string& name, Device device, double x, double y, const std::string& source) const;
  void read_caches();
  void read_rams();
  void read_cams();
  void read_temperatures();

  std::string node_;
  double temperature_;
  std::map<std::string, Grid> grids_;                 // by array, device and column
  std::map<std::string, std::set<double>> payloads_;  // by device: those of the CAM table
};

}  // namespace cdrsim
