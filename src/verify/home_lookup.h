// SPDX-License-Identifier: BSD-3-Clause
// A core's way out to the homes, as system/request_port.h has it, without time: requests leave in order, and one whose
// home is not known yet (its HMC missed) holds up those behind it.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "domain/map_cache.h"
#include "protocol/cache_controller.h"
#include "protocol/state_archive.h"
#include "verify/domains.h"
#include "verify/mail.h"

namespace cdrsim::verify {

class HomeLookup {
 public:
  HomeLookup(std::uint32_t core, const Shape& shape, const Domains& domains)
      : core_(core), shape_(shape), domains_(domains), hmc_(shape.hmc_entries) {}

  /// A GetS or GetM; its destination is found here, now or when the map table was read.
  void request(Message message, CacheController& cache, Mail& mail);
  /// A message that knows its home and keeps its place behind the requests.
  void evict(const Message& message, Mail& mail);
  /// Mappings for the HMC have come.
  void filled(const Message& map_data, CacheController& cache, Mail& mail);

  bool idle() const { return queue_.empty(); }
  std::size_t queued() const { return queue_.size(); }

  void save(StateWriter& w) const;
  void load(StateReader& r);

 private:
  struct Entry {
    Message message;
    std::uint32_t lhid;
    bool has_home;
  };

  std::uint32_t core_;
  const Shape& shape_;
  const Domains& domains_;
  MapCache hmc_;
  std::deque<Entry> queue_;
};

}  // namespace cdrsim::verify
