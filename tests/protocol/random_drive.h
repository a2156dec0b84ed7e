// SPDX-License-Identifier: BSD-3-Clause
// Drives a machine with random references and delivers its messages in a random order. A seed decides everything: the
// mix of references, how hard the machine is pressed, and what kind of disorder its network has.
//
//   RandomResult r = drive(shape, seed, 300);   // throws InternalError on a violation or when nothing moves any more
#pragma once

#include "base/random.h"
#include "protocol/machine.h"

namespace cdrsim {

class RandomDrive {
 public:
  RandomDrive(Machine& machine, const Shape& shape, std::uint64_t seed)
      : machine_(machine), shape_(shape), random_(seed, 0x6472697665) {
    disorder_ = static_cast<Disorder>(random_.below(kDisorders));
    slow_ = random_.below(1000);
    slow_type_ = kSlowTypes[random_.below(std::size(kSlowTypes))];
    pressure_ = 1 + random_.below(64);
    store_share_ = 5 + random_.below(91);
    hot_share_ = random_.below(80);
    restless_ = random_.below(2) ? random_.below(64) : 0;
  }

  void run(std::uint64_t references) {
    std::uint64_t started = 0;
    std::uint32_t fruitless = 0;
    while (started < references || !machine_.bag().empty()) {
      if (started < references && (machine_.bag().empty() || random_.below(64) < pressure_)) {
        if (start()) {
          ++started;
          fruitless = 0;
        } else if (machine_.bag().empty() && ++fruitless > 1000) {
          throw InternalError("nothing is in flight, and no reference can start:\n" + machine_.describe());
        }
      }
      if (random_.below(64) < restless_) evict();
      if (!machine_.bag().empty()) machine_.deliver(pick());
    }
    machine_.audit();
  }

 private:
  // any: all messages alike.  oldest, newest: mostly the oldest or newest.  slow_type, slow_tile, slow_line: messages
  // of one type, to one tile or of one line are overtaken by most others.
  enum class Disorder { any, oldest, newest, slow_type, slow_tile, slow_line };
  static constexpr std::uint64_t kDisorders = 6;
  // What a race is about when it comes late. Put-Ack counts double: the rarest races are with its absence.
  static constexpr MessageType kSlowTypes[] = {
      MessageType::get_s,        MessageType::get_m,       MessageType::put_s,      MessageType::put_e,
      MessageType::put_m,        MessageType::fwd_get_s,   MessageType::fwd_get_m,  MessageType::inv,
      MessageType::recall,       MessageType::recall_inv,  MessageType::put_ack,    MessageType::put_ack,
      MessageType::put_ack_owed, MessageType::data_s,      MessageType::data_e,     MessageType::data_m,
      MessageType::grant,        MessageType::inv_ack,     MessageType::copy_back,  MessageType::downgrade_ack,
      MessageType::mem_data,     MessageType::mem_written, MessageType::map_data,   MessageType::walk_timer,
      MessageType::fwd_get_s_o,  MessageType::fwd_get_m_o, MessageType::recall_o,   MessageType::owned_ack,
      MessageType::home_inv,     MessageType::wb_guard,    MessageType::wb,         MessageType::wb_ack,
      MessageType::grant_ack,    MessageType::recall_data, MessageType::recall_ack, MessageType::recall_inv_ack};

  bool start() {
    const auto core = static_cast<std::uint32_t>(random_.below(shape_.cores));
    const auto slot = static_cast<std::uint32_t>(random_.below(shape_.slots));
    const auto line = random_.below(100) < hot_share_ ? core % std::max(shape_.applications, 1u)
                                                      : static_cast<std::uint32_t>(random_.below(shape_.lines));
    if (machine_.waits(core, slot) || !machine_.may_touch(core, line)) return false;
    const ReferenceKind kind = random_.below(100) >= store_share_ ? ReferenceKind::load
                               : random_.below(4)                 ? ReferenceKind::store
                                                                  : ReferenceKind::atomic;
    return machine_.start(core, kind, line, slot) != CacheController::Answer::blocked;
  }

  /// Replacement for a reason that this small machine does not have.
  void evict() {
    const auto line = static_cast<std::uint32_t>(random_.below(shape_.lines));
    switch (random_.below(4)) {
      case 0:
        machine_.evict_from_home(line);
        break;
      case 1:
        machine_.evict_from_home(line, true);
        break;
      default:
        machine_.evict(static_cast<std::uint32_t>(random_.below(shape_.cores)), line);
    }
  }

  bool is_slow(const Message& m) const {
    switch (disorder_) {
      case Disorder::slow_type:
        return m.type == slow_type_;
      case Disorder::slow_tile:
        return m.destination.value == slow_ % shape_.cores;
      case Disorder::slow_line:
        return m.line.value == slow_ % shape_.lines;
      default:
        return false;
    }
  }

  std::size_t pick() {
    const std::size_t n = machine_.bag().size();
    if (disorder_ == Disorder::oldest && random_.below(4)) return 0;
    if (disorder_ == Disorder::newest && random_.below(4)) return n - 1;
    std::size_t i = random_.below(n);
    for (int again = 0; again < 6 && is_slow(machine_.bag()[i]); ++again) i = random_.below(n);
    return i;
  }

  Machine& machine_;
  const Shape& shape_;
  Random random_;
  Disorder disorder_;
  MessageType slow_type_;
  std::uint64_t slow_, pressure_, store_share_, hot_share_, restless_;
};

}  // namespace cdrsim
