// SPDX-License-Identifier: BSD-3-Clause
// How the tables name the technologies and devices that a configuration chooses.
#pragma once

#include <string>

#include "system/cost_config.h"

namespace cdrsim {

/// "32": the column node_nm.
inline std::string node_nm(Technology t) {
  switch (t) {
    case Technology::nm45:
      return "45";
    case Technology::nm32:
      return "32";
    case Technology::nm22:
      return "22";
  }
  return {};
}

/// "itrs-lstp/itrs-hp": the columns cell_type and peri_type.
inline std::string cell_and_periphery(Device d) {
  switch (d) {
    case Device::hp:
      return "itrs-hp/itrs-hp";
    case Device::lstp_hp:
      return "itrs-lstp/itrs-hp";
    case Device::lstp:
      return "itrs-lstp/itrs-lstp";
  }
  return {};
}

}  // namespace cdrsim
