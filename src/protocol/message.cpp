// SPDX-License-Identifier: BSD-3-Clause
#include "protocol/message.h"

namespace cdrsim {

std::string_view name(Unit unit) {
  switch (unit) {
    case Unit::cache:
      return "cache";
    case Unit::home:
      return "home";
    case Unit::memory:
      return "memory";
    case Unit::maps:
      return "maps";
    case Unit::translation:
      return "translation";
  }
  return "?";
}

#define CDRSIM_NAME(id, help) #id,
#define CDRSIM_HELP(id, help) help,

std::string_view name(TrafficClass traffic) {
  static constexpr std::string_view names[] = {CDRSIM_TRAFFIC_CLASSES(CDRSIM_NAME)};
  return names[static_cast<std::size_t>(traffic)];
}

std::string_view help(TrafficClass traffic) {
  static constexpr std::string_view texts[] = {CDRSIM_TRAFFIC_CLASSES(CDRSIM_HELP)};
  return texts[static_cast<std::size_t>(traffic)];
}

}  // namespace cdrsim
