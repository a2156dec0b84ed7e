// SPDX-License-Identifier: BSD-3-Clause
#include "system/version.h"

#include "system/version_text.h"  // made by SConstruct from the file VERSION

namespace cdrsim {

std::string_view version() {
  return CDRSIM_VERSION;
}

}  // namespace cdrsim
