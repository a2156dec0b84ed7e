// SPDX-License-Identifier: BSD-3-Clause
// For headers that only name a declaring function: void declare_core(config::Section<CoreConfig>&);
// The file that defines it includes config/declaration.h.
#pragma once

namespace cdrsim::config {

template <class S>
class Section;

}  // namespace cdrsim::config
