// SPDX-License-Identifier: BSD-3-Clause
// The front end that knows no program: at any moment any core loads or stores any line that it may touch, in a free
// slot. An atomic is a store to the cache. There is no state beyond what each slot waits for, which the model keeps.
#pragma once

#include "verify/front_end.h"
#include "verify/shape.h"

namespace cdrsim::verify {

class AnyReference final : public FrontEnd {
 public:
  explicit AnyReference(const Shape& shape) : shape_(shape) {}

  void offer(std::uint32_t core, const CorePorts& ports, std::vector<std::uint32_t>& steps) const override;
  bool take(std::uint32_t core, std::uint32_t step, CorePorts& ports) override;
  std::string name(std::uint32_t core, std::uint32_t step) const override;
  bool interchangeable() const override { return true; }

 private:
  Shape shape_;
};

}  // namespace cdrsim::verify
