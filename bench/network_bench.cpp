// SPDX-License-Identifier: BSD-3-Clause
// What does a message of the packet network cost the host, by mesh size and load?
#include <benchmark/benchmark.h>

#include <array>
#include <cstdint>
#include <vector>

#include "base/huge_pages.h"
#include "base/random.h"
#include "base/registry.h"
#include "network/network.h"

namespace cdrsim {
namespace {

struct Nobody : PacketSink {
  void packet_arrives(std::uint64_t, Cycle when) override { last = when; }
  Cycle last = 0;
};

// Uniform traffic, half requests of one flit and half data of nine. Arguments: side of the mesh; load, in hundredths of
// the flits per tile and cycle that the bisection carries.
void send(benchmark::State& state) {
  const auto side = static_cast<std::uint32_t>(state.range(0));
  const Mesh mesh(side, side);
  Nobody sink;
  const auto network =
      Registry<NetworkFactory>::instance().get("packet", "network model")({"packet", 64, 1, 1, 4, 8}, mesh, sink);
  Random random(1);
  std::vector<Packet> packets(1 << 16);
  for (Packet& p : packets)
    p = {TileId{static_cast<std::uint32_t>(random.below(mesh.tiles()))},
         TileId{static_cast<std::uint32_t>(random.below(mesh.tiles()))}, random.below(2) == 0 ? 1u : 9u, 0};

  const double bound = 4.0 / side;  // flits per tile and cycle
  const double packets_per_cycle = static_cast<double>(state.range(1)) / 100 * bound * mesh.tiles() / 5;
  std::size_t i = 0;
  std::uint64_t sent = 0;
  for (auto _ : state) {
    const auto now = static_cast<Cycle>(static_cast<double>(sent++) / packets_per_cycle);
    network->send(packets[i], now, now, 0);
    i = (i + 1) % packets.size();
  }
  benchmark::DoNotOptimize(sink.last);
  state.SetItemsProcessed(state.iterations());
  state.counters["wait"] = static_cast<double>(network->counters.queue_cycles) / static_cast<double>(sent);
  state.counters["hops"] =
      static_cast<double>(network->counters.flit_hops) / static_cast<double>(network->counters.flits);
}
BENCHMARK(send)->ArgNames({"side", "load"})->ArgsProduct({{8, 32, 256}, {1, 30, 80}});

}  // namespace
}  // namespace cdrsim

int main(int argc, char** argv) {
  cdrsim::prefer_huge_pages();  // as the program does
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
