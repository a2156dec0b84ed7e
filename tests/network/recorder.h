// SPDX-License-Identifier: BSD-3-Clause
// A network by its registered name, and a sink that notes when each packet arrives.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/registry.h"
#include "network/network.h"

namespace cdrsim {

class Recorder : public PacketSink {
 public:
  void packet_arrives(std::uint64_t token, Cycle when) override {
    if (token >= arrivals.size()) arrivals.resize(token + 1, kNever);
    arrivals[token] = when;
    ++count;
  }

  std::vector<Cycle> arrivals;  // by token
  std::uint64_t count = 0;
};

struct NetworkUnderTest {
  NetworkUnderTest(const std::string& model, const Mesh& shape, Cycle router = 1, Cycle link = 1)
      : mesh(shape),
        network(Registry<NetworkFactory>::instance().get(model, "network model")(
            NetworkConfig{model, 64, router, link, 4, 8, 0}, mesh, sink)) {}

  /// Sends and returns the tail's arrival (for models that answer at once).
  Cycle send(std::uint32_t source, std::uint32_t destination, std::uint32_t flits, Cycle now, Cycle ready) {
    network->send({TileId{source}, TileId{destination}, flits, 0}, now, ready, next);
    return sink.arrivals.at(next++);
  }
  Cycle send(std::uint32_t source, std::uint32_t destination, std::uint32_t flits, Cycle now) {
    return send(source, destination, flits, now, now);
  }

  Mesh mesh;
  Recorder sink;
  std::unique_ptr<Network> network;
  std::uint64_t next = 0;
};

}  // namespace cdrsim
