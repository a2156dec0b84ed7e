// SPDX-License-Identifier: BSD-3-Clause
// What one step of a controller causes: messages to send, references performed, lines lost. Controllers have no clock
// and no engine; who runs them carries the effects out. `now` is for statistics and observers only: no decision of a
// controller may depend on it.
#pragma once

#include <cstdint>
#include <vector>

#include "observe/observer.h"
#include "protocol/message.h"

namespace cdrsim {

struct Effects {
  struct Outgoing {
    Message message;
    std::uint32_t delay;  // cycles of work before it leaves
  };
  struct Performed {
    std::uint8_t slot;
    bool merged;  // it joined a miss that another reference had begun
  };

  explicit Effects(const Observers& o) : observers(o) {}

  void send(const Message& message, std::uint32_t delay) { messages.push_back({message, delay}); }
  void clear() {
    messages.clear();
    performed.clear();
    lost.clear();
    settled = false;
  }

  const Observers& observers;
  Cycle now = 0;
  std::vector<Outgoing> messages;
  std::vector<Performed> performed;  // references that waited, in the order in which they were performed
  std::vector<LineAddress> lost;     // lines whose copy went away
  Path path;                         // of the miss whose references were performed
  bool settled = false;              // a blocked reference is worth another try
};

}  // namespace cdrsim
