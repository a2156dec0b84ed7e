// SPDX-License-Identifier: BSD-3-Clause
// Whatever the trace and the memory system do: is every record performed, once, in an order that the memory model
// allows?
#include <gtest/gtest.h>

#include "base/random.h"
#include "core/harness.h"

namespace cdrsim::test {
namespace {

/// Hits, misses and refusals at random, and lines lost at random. Remembers when each slot's access was performed.
class MoodyMemory : public MemoryPort, public Component {
 public:
  struct Performed {
    Cycle when;
    Reference reference;
  };

  MoodyMemory(std::uint32_t id, EventQueue& queue, std::uint64_t seed) : Component(id), queue_(queue), random_(seed) {}

  PortAnswer access(Cycle now, const Reference& r) override {
    std::uint64_t mood = random_.below(10);
    if (mood == 0) {
      queue_.schedule(now + 1 + random_.below(20), Priority::response, *this, *this, kUnblock);
      return {PortAnswer::blocked};
    }
    EXPECT_FALSE(busy_[r.slot]) << "slot " << int(r.slot);
    if (mood < 6) {
      performed.push_back({now, r});
      return {PortAnswer::done, static_cast<std::uint32_t>(random_.below(4))};
    }
    busy_[r.slot] = true;
    pending_[r.slot] = r;
    queue_.schedule(now + 1 + random_.below(60), Priority::response, *this, *this, r.slot);
    return {PortAnswer::pending};
  }

  void handle(Cycle now, std::uint64_t slot) override {
    if (random_.below(4) == 0) client->lost(now, 0x1000 + 64 * random_.below(8));
    if (slot == kUnblock) return client->unblocked(now);
    busy_[slot] = false;
    performed.push_back({now, pending_[slot]});
    client->completed(now, static_cast<std::uint8_t>(slot));
    if (random_.below(4) == 0) client->lost(now, pending_[slot].address / 64 * 64);
  }

  CoreClient* client = nullptr;
  std::vector<Performed> performed;

 private:
  static constexpr std::uint64_t kUnblock = 1000;
  EventQueue& queue_;
  Random random_;
  std::array<bool, 256> busy_{};
  std::array<Reference, 256> pending_;
};

std::vector<Record> random_thread(std::uint64_t seed, bool synchronise) {
  Random random(seed, 1);
  std::vector<Record> records;
  for (int i = 0; i < 300; ++i) {
    std::uint64_t address = 0x1000 + random.below(512);
    auto size = static_cast<std::uint32_t>(1 + random.below(random.below(8) == 0 ? 200 : 16));
    auto gap = static_cast<std::uint32_t>(random.below(4));
    switch (random.below(synchronise ? 12 : 9)) {
      case 0:
        records.push_back(atomic(address, size, gap));
        break;
      case 1:
      case 2:
      case 3:
        records.push_back(write(address, size, gap));
        break;
      case 9:
        records.push_back(barrier(0x9000, 1, gap));
        break;
      case 10:
        records.push_back(lock(0x9100));
        break;
      case 11:
        records.push_back(unlock(0x9100));
        break;
      default:
        records.push_back(read(address, size, gap));
    }
  }
  return records;
}

struct Parameters {
  MemoryModel model;
  std::uint32_t store_buffer, loads;
  SyncModel sync;
};

class Stress : public testing::TestWithParam<Parameters> {};

TEST_P(Stress, EveryRecordIsPerformedOnceInAnAllowedOrder) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    auto [model, entries, loads, sync_model] = GetParam();
    auto records = random_thread(seed, sync_model == SyncModel::coherent);
    MemoryTrace trace({records});
    EventQueue queue;
    SyncCounters sync_counters;
    Synchronization sync(
        1, queue, sync_model, [](TileId, TileId) { return Cycle{2}; }, sync_counters);
    CoreCounters counters;
    LatencyRecorder latency;
    MoodyMemory memory(2, queue, seed);
    TraceCore core(3, {0.7, model, entries, loads, CoreTiming::normal}, 64, queue, memory, sync, counters, latency,
                   trace.cursor(0), {0, 0, 0, TileId{0}});
    memory.client = &core;
    core.start(5);
    while (queue.run_cycle()) {
    }
    ASSERT_TRUE(core.finished()) << core.describe_wait(queue.now());
    EXPECT_EQ(core.oldest_pending(), kNever);
    EXPECT_LE(core.finish_cycle(), queue.now());

    // What the trace asks for, piece by piece, less loads where stores may serve or replays repeat them.
    std::uint64_t references = 0, load_pieces = 0;
    std::vector<std::pair<std::uint64_t, ReferenceKind>> wanted, seen;
    for (const Record& r : records) {
      if (!is_reference(r.operation)) continue;
      ++references;
      for (std::uint64_t a = r.address; a < r.address + r.size; a = a / 64 * 64 + 64) {
        if (r.operation == Operation::read)
          ++load_pieces;
        else
          wanted.push_back({a, r.operation == Operation::write ? ReferenceKind::store : ReferenceKind::atomic});
      }
    }
    std::uint64_t loads_seen = 0;
    for (auto& p : memory.performed) {
      if (p.reference.address >= 0x9000) continue;
      if (p.reference.kind != ReferenceKind::load)
        seen.push_back({p.reference.address, p.reference.kind});
      else if (p.reference.counted)
        ++loads_seen;
    }
    EXPECT_EQ(seen, wanted) << "stores and atomics, in program order";
    EXPECT_EQ(loads_seen + counters.forwarded, load_pieces);
    EXPECT_EQ(counters.accesses, references);
    EXPECT_EQ(counters.accesses, counters.loads + counters.stores + counters.atomics);
    EXPECT_EQ(latency.all().sum(), counters.latency_cycles);
    EXPECT_TRUE(model == MemoryModel::tso || counters.forwarded == 0);
    EXPECT_TRUE(loads > 1 || counters.replays == 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Models, Stress,
                         testing::Values(Parameters{MemoryModel::sc, 8, 1, SyncModel::ideal},
                                         Parameters{MemoryModel::sc, 8, 4, SyncModel::coherent},
                                         Parameters{MemoryModel::tso, 1, 1, SyncModel::coherent},
                                         Parameters{MemoryModel::tso, 8, 1, SyncModel::ideal},
                                         Parameters{MemoryModel::tso, 2, 2, SyncModel::coherent},
                                         Parameters{MemoryModel::tso, 8, 7, SyncModel::ideal},
                                         Parameters{MemoryModel::tso, 64, 16, SyncModel::coherent}));

}  // namespace
}  // namespace cdrsim::test
