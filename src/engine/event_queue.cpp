// SPDX-License-Identifier: BSD-3-Clause
#include "engine/event_queue.h"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "base/error.h"

namespace cdrsim {

namespace {

constexpr std::size_t kFirstCapacity = 16;   // events of a bucket that never had storage
constexpr std::size_t kSortedInPlace = 8;    // events that are themselves moved rather than their indices
constexpr std::size_t kInsertionLimit = 20;  // up to here insertion sort beats radix sort
constexpr int kWidestDigit = 8;              // bits of a radix sort's digit
constexpr unsigned kPrepareCycles = 4;       // how many cycles ahead events are prepared for
constexpr std::size_t kPreparedLines = 3;    // of the host's cache lines of a component, the first ones
constexpr std::uint64_t kSourceMask = (std::uint64_t{1} << 28) - 1;

void insertion_sort(std::vector<std::uint64_t>& values) {
  for (std::size_t i = 1; i < values.size(); ++i) {
    const std::uint64_t value = values[i];
    std::size_t hole = i;
    for (; hole > 0 && value < values[hole - 1]; --hole) values[hole] = values[hole - 1];
    values[hole] = value;
  }
}

/// Sorts stably by bits 32 .. 32 + bits - 1. Few values take narrow digits: clearing and adding up the counters must
/// not cost more than the values do.
void radix_sort(std::vector<std::uint64_t>& values, std::vector<std::uint64_t>& scratch, int bits) {
  const int widest = std::clamp(static_cast<int>(std::bit_width(values.size())) - 1, 4, kWidestDigit);
  const int passes = (bits + widest - 1) / widest;
  const int digit = (bits + passes - 1) / passes;
  const std::uint64_t mask = (std::uint64_t{1} << digit) - 1;
  scratch.resize(values.size());
  for (int shift = 32; shift < 32 + bits; shift += digit) {
    std::array<std::uint32_t, 1 << kWidestDigit> position;
    std::fill_n(position.begin(), mask + 1, 0);
    for (const std::uint64_t value : values) ++position[(value >> shift) & mask];
    std::uint32_t sum = 0;
    for (std::uint64_t i = 0; i <= mask; ++i) position[i] = std::exchange(sum, sum + position[i]);
    for (const std::uint64_t value : values) scratch[position[(value >> shift) & mask]++] = value;
    values.swap(scratch);
  }
}

}  // namespace

void EventQueue::in_the_past(Cycle when) const {
  throw InternalError("event scheduled for cycle " + std::to_string(when) + " at cycle " + std::to_string(now_));
}

void EventQueue::make_room(Bucket& bucket) {
  if (bucket.capacity() == 0 && !spare_.empty()) {
    bucket.swap(spare_.back());
    spare_.pop_back();
  } else {
    bucket.reserve(std::max(kFirstCapacity, 2 * bucket.capacity()));
  }
}

void EventQueue::schedule_far(const FarEvent& event) {
  heap_.push_back(event);
  std::push_heap(heap_.begin(), heap_.end(), later);
}

void EventQueue::take_from_heap() {
  while (!heap_.empty() && heap_.front().when - now_ < kBuckets) {
    put_in_bucket(heap_.front().when, heap_.front().event);
    std::pop_heap(heap_.begin(), heap_.end(), later);
    heap_.pop_back();
  }
}

Cycle EventQueue::next_cycle() const {
  // The ring holds exactly the cycles in (now, now + kBuckets): walk it once round, starting behind now's own slot.
  constexpr std::size_t kWords = kBuckets / 64;
  const Cycle first = now_ + 1;
  std::size_t word = first % kBuckets / 64;
  std::uint64_t bits = occupied_[word] & (~std::uint64_t{0} << (first % 64));
  for (std::size_t step = 0; step <= kWords; ++step) {
    if (bits != 0) {
      const std::uint64_t slot = word * 64 + static_cast<std::uint64_t>(std::countr_zero(bits));
      return first + (slot - first) % kBuckets;
    }
    word = (word + 1) % kWords;
    bits = occupied_[word];
  }
  return heap_.empty() ? kNever : heap_.front().when;
}

// Order in a bucket is by priority and source; events of one source are already in sequence, because what the heap
// gives back enters a bucket, in order, before anything else can. So a stable sort on the upper half of the key will
// do. Unless the events are few, what is sorted is 8 bytes, (priority, source, index), not the events.
bool EventQueue::sort(Bucket& bucket) {
  if (bucket.size() <= kSortedInPlace) {
    for (std::size_t i = 1; i < bucket.size(); ++i) {
      if (bucket[i - 1].key >> 32 <= bucket[i].key >> 32) continue;
      const Event event = bucket[i];
      std::size_t hole = i;
      do {
        bucket[hole] = bucket[hole - 1];
        --hole;
      } while (hole > 0 && event.key >> 32 < bucket[hole - 1].key >> 32);
      bucket[hole] = event;
    }
    return false;
  }
  std::uint64_t varying = 0;
  bool ascending = true;
  for (std::size_t i = 1; i < bucket.size(); ++i) {
    varying |= bucket[i].key ^ bucket[0].key;
    ascending &= bucket[i - 1].key >> 32 <= bucket[i].key >> 32;
  }
  if (ascending) return false;

  const auto n = static_cast<std::uint32_t>(bucket.size());
  const int source_bits = std::bit_width((varying >> 32) & kSourceMask);
  order_.resize(n);
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint64_t priority = bucket[i].key >> 60;
    const std::uint64_t source = (bucket[i].key >> 32) & ((std::uint64_t{1} << source_bits) - 1);
    order_[i] = (((priority << source_bits) | source) << 32) | i;
  }
  if (n <= kInsertionLimit)
    insertion_sort(order_);
  else
    radix_sort(order_, sorted_, source_bits + std::bit_width(varying >> 60));
  return true;
}

// A big machine does not fit the host's caches, and every event goes somewhere else. What the events of the next cycles
// will touch is asked for ahead of time, one pointer further each cycle, while other events run.
void EventQueue::prepare_ahead() const {
  const auto bucket = [&](unsigned ahead) -> const Bucket& { return buckets_[(now_ + ahead) % kBuckets]; };
  for (const Event& event : bucket(kPrepareCycles)) {
    const char* target = reinterpret_cast<const char*>(event.target);
    for (std::size_t line = 0; line < kPreparedLines; ++line) __builtin_prefetch(target + 64 * line);
  }
  for (unsigned ahead = kPrepareCycles - 1; ahead > 0; --ahead)
    for (const Event& event : bucket(ahead)) event.target->prepare(event.argument, ahead);
}

bool EventQueue::run_cycle() {
  if (empty()) return false;
  now_ = next_cycle();
  if (!heap_.empty()) take_from_heap();

  prepare_ahead();
  // Nothing enters this bucket while it runs: the next cycle that shares it is kBuckets away.
  Bucket& running = buckets_[now_ % kBuckets];
  occupied_[now_ % kBuckets / 64] &= ~(std::uint64_t{1} << (now_ % 64));
  if (!sort(running)) {
    for (const Event& event : running) {
      ++events_run_;
      event.target->handle(now_, event.argument);
    }
  } else {
    for (const std::uint64_t place : order_) {
      const Event& event = running[static_cast<std::uint32_t>(place)];
      ++events_run_;
      event.target->handle(now_, event.argument);
    }
  }
  running.clear();
  spare_.push_back(std::move(running));
  return true;
}

}  // namespace cdrsim
