// SPDX-License-Identifier: BSD-3-Clause
// Neighbours of a core for its tests: a trace in memory, a memory system whose answers are set by address, and a
// machine of a few threads around one event queue.
#pragma once

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/serial_driver.h"
#include "core/synchronization.h"
#include "core/trace_core.h"
#include "engine/event_queue.h"
#include "trace/memory_trace.h"

namespace cdrsim::test {

inline Record record(Operation operation, std::uint64_t address, std::uint32_t size, std::uint32_t gap) {
  Record r;
  r.address = address;
  r.gap = gap;
  r.size = size & 0xfffffff;
  r.operation = operation;
  return r;
}
inline Record read(std::uint64_t address, std::uint32_t size = 8, std::uint32_t gap = 0) {
  return record(Operation::read, address, size, gap);
}
inline Record write(std::uint64_t address, std::uint32_t size = 8, std::uint32_t gap = 0) {
  return record(Operation::write, address, size, gap);
}
inline Record atomic(std::uint64_t address, std::uint32_t size = 8, std::uint32_t gap = 0) {
  return record(Operation::atomic, address, size, gap);
}
inline Record barrier(std::uint64_t address, std::uint32_t count, std::uint32_t gap = 0) {
  return record(Operation::barrier, address, count, gap);
}
inline Record lock(std::uint64_t address) {
  return record(Operation::lock, address, 0, 0);
}
inline Record unlock(std::uint64_t address) {
  return record(Operation::unlock, address, 0, 0);
}

using Threads = std::vector<std::vector<Record>>;

/// Answers by line: `hit` cycles by default; `miss[line]` makes the next accesses to that line pending for so long
/// each; `block[line]` refuses so many accesses, and says unblocked() 5 cycles after each.
class MockMemory : public MemoryPort, public Component {
 public:
  struct Access {
    Cycle when;
    Reference reference;
  };

  MockMemory(std::uint32_t id, EventQueue& queue) : Component(id), queue_(queue) {}

  PortAnswer access(Cycle now, const Reference& reference) override {
    EXPECT_FALSE(answering_) << "a core called back from inside an answer";
    std::uint64_t line = reference.address / 64 * 64;
    EXPECT_EQ((reference.address + reference.size - 1) / 64 * 64, line) << "a reference crosses lines";
    if (int& left = block[line]; left > 0) {
      --left;
      queue_.schedule(now + 5, Priority::response, *this, *this, kUnblock);
      return {PortAnswer::blocked};
    }
    log.push_back({now, reference});
    if (auto& delays = miss[line]; !delays.empty()) {
      Cycle delay = delays.front();
      delays.pop_front();
      EXPECT_EQ(busy_slots_ >> reference.slot & 1, 0u) << "a slot used twice";
      busy_slots_ |= 1u << reference.slot;
      if (delay != kNever) queue_.schedule(now + delay, Priority::response, *this, *this, reference.slot);
      return {PortAnswer::pending};
    }
    return {PortAnswer::done, hit};
  }

  void handle(Cycle now, std::uint64_t argument) override {
    answering_ = true;
    if (argument == kUnblock) {
      client->unblocked(now);
    } else if (argument >= kLose) {
      client->lost(now, argument - kLose);
    } else {
      busy_slots_ &= ~(1u << argument);
      client->completed(now, static_cast<std::uint8_t>(argument));
    }
    answering_ = false;
  }

  void lose_at(Cycle when, std::uint64_t line) {
    queue_.schedule(when, Priority::response, *this, *this, kLose + line);
  }

  /// "12:r1000/8@0" per access: cycle, kind, address, size, slot.
  std::vector<std::string> text(bool slots = false) const {
    std::vector<std::string> result;
    for (const Access& a : log) {
      char line[64];
      std::snprintf(line, sizeof line, "%llu:%c%llx/%u", static_cast<unsigned long long>(a.when),
                    "lsa"[static_cast<int>(a.reference.kind)], static_cast<unsigned long long>(a.reference.address),
                    a.reference.size);
      result.push_back(line + (slots ? "@" + std::to_string(a.reference.slot) : std::string()));
    }
    return result;
  }

  CoreClient* client = nullptr;
  std::uint32_t hit = 1;
  std::map<std::uint64_t, std::deque<Cycle>> miss;
  std::map<std::uint64_t, int> block;
  std::vector<Access> log;

 private:
  static constexpr std::uint64_t kUnblock = 1 << 20, kLose = std::uint64_t{1} << 32;
  EventQueue& queue_;
  std::uint32_t busy_slots_ = 0;
  bool answering_ = false;
};

struct Options {
  CoreConfig core{1.0, MemoryModel::tso, 8, 1, CoreTiming::normal};
  SyncModel sync = SyncModel::ideal;
  Cycle distance = 10;  // every way to and from an owner of a synchronisation variable
  std::uint32_t applications = 1;
};

inline Options sc() {
  Options o;
  o.core.memory_model = MemoryModel::sc;
  return o;
}

/// One core and one memory per thread; several applications replay the same trace in spaces of their own.
class Machine {
 public:
  explicit Machine(Threads threads, Options options = {}, std::vector<std::vector<std::uint64_t>> orders = {})
      : options_(options),
        trace(std::move(threads), std::move(orders)),
        sync(
            1, queue, options.sync, [this](TileId, TileId) { return options_.distance; }, sync_counters) {
    for (std::uint32_t a = 0; a < options.applications; ++a) {
      for (std::uint32_t t = 0; t < trace.info().threads; ++t) {
        std::uint32_t n = static_cast<std::uint32_t>(cores.size());
        counters.push_back(std::make_unique<CoreCounters>());
        memory.push_back(std::make_unique<MockMemory>(100 + 2 * n, queue));
        cores.push_back(std::make_unique<TraceCore>(101 + 2 * n, options.core, 64, queue, *memory[n], sync,
                                                    *counters[n], latency, trace.cursor(t),
                                                    ThreadIdentity{a, t, a, TileId{n}}));
        memory[n]->client = cores[n].get();
      }
    }
  }

  void start(Cycle at = 10) {
    for (auto& core : cores) core->start(at);
  }
  void drain() {
    while (queue.run_cycle()) {
    }
  }
  /// Starts everybody at cycle 10 and runs until nothing is left.
  Machine& run() {
    start();
    drain();
    return *this;
  }
  void run_until(Cycle end) {
    while (queue.next_cycle() <= end) queue.run_cycle();
  }
  std::vector<TraceCore*> all() {
    std::vector<TraceCore*> result;
    for (auto& core : cores) result.push_back(core.get());
    return result;
  }
  bool finished() const {
    return std::all_of(cores.begin(), cores.end(), [](auto& core) { return core->finished(); });
  }
  CoreCounters total() const {
    CoreCounters sum;
    for (auto& c : counters) sum += *c;
    return sum;
  }

 private:
  Options options_;

 public:
  EventQueue queue;
  MemoryTrace trace;
  SyncCounters sync_counters;
  Synchronization sync;
  LatencyRecorder latency;
  std::vector<std::unique_ptr<CoreCounters>> counters;
  std::vector<std::unique_ptr<MockMemory>> memory;
  std::vector<std::unique_ptr<TraceCore>> cores;
};

using Log = std::vector<std::string>;

}  // namespace cdrsim::test
