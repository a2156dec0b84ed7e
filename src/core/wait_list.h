// SPDX-License-Identifier: BSD-3-Clause
// A FIFO of threads that wait for a barrier or lock. A thread waits for one thing at a time, so the links live in an
// array with one entry per thread (`next`), and a list is two integers.
#pragma once

#include <cstdint>
#include <vector>

namespace cdrsim {

class WaitList {
 public:
  static constexpr std::uint32_t kNobody = 0xffffffffu;

  bool empty() const { return head_ == kNobody; }
  std::uint32_t front() const { return head_; }

  void push(std::uint32_t thread, std::vector<std::uint32_t>& next) {
    next[thread] = kNobody;
    (empty() ? head_ : next[tail_]) = thread;
    tail_ = thread;
  }

  std::uint32_t pop(const std::vector<std::uint32_t>& next) {
    std::uint32_t thread = head_;
    head_ = next[thread];
    return thread;
  }

 private:
  std::uint32_t head_ = kNobody, tail_ = kNobody;
};

}  // namespace cdrsim
