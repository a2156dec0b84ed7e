// SPDX-License-Identifier: BSD-3-Clause
#include "protocol/table.h"

namespace cdrsim {

#define CDRSIM_NAME(id, name, help) name,
#define CDRSIM_HELP(id, name, help) help,
#define CDRSIM_ACTION_NAME(id, help) #id,
#define CDRSIM_ACTION_HELP(id, help) help,

#define CDRSIM_LOOKUP(function, Enum, LIST, FIELD)             \
  std::string_view function(Enum value) {                      \
    static constexpr std::string_view texts[] = {LIST(FIELD)}; \
    return texts[static_cast<std::size_t>(value)];             \
  }

CDRSIM_LOOKUP(name, PrivateEvent, CDRSIM_PRIVATE_EVENTS, CDRSIM_NAME)
CDRSIM_LOOKUP(help, PrivateEvent, CDRSIM_PRIVATE_EVENTS, CDRSIM_HELP)
CDRSIM_LOOKUP(name, HomeEvent, CDRSIM_HOME_EVENTS, CDRSIM_NAME)
CDRSIM_LOOKUP(help, HomeEvent, CDRSIM_HOME_EVENTS, CDRSIM_HELP)
CDRSIM_LOOKUP(name, PrivateAction, CDRSIM_PRIVATE_ACTIONS, CDRSIM_ACTION_NAME)
CDRSIM_LOOKUP(help, PrivateAction, CDRSIM_PRIVATE_ACTIONS, CDRSIM_ACTION_HELP)
CDRSIM_LOOKUP(name, HomeAction, CDRSIM_HOME_ACTIONS, CDRSIM_ACTION_NAME)
CDRSIM_LOOKUP(help, HomeAction, CDRSIM_HOME_ACTIONS, CDRSIM_ACTION_HELP)

}  // namespace cdrsim
