// SPDX-License-Identifier: BSD-3-Clause
// Routers and wires of the chip, from DSENT's tables: a five-port router with three virtual networks, repeated wires on
// a global layer. Energies are in nJ, power in mW, areas in mm².
//
//   NocModel noc(config.cost, config.network);
//   Estimate flit = noc.router_flit() + noc.link_flit();     // one hop of one flit
//
// DSENT's energies are low against silicon (docs/energy.md): cost.noc_scale multiplies the dynamic energy of flits.
// Clock, leakage and area are DSENT's own.
#pragma once

#include "cost/estimate.h"
#include "network/network_config.h"
#include "system/cost_config.h"

namespace cdrsim {

/// A wire as it is in the table, random data: nJ for each bit sent over `mm`.
Estimate wire_bit(Technology technology, double mm);

class NocModel {
 public:
  NocModel(const CostConfig& cost, const NetworkConfig& network, double hertz);

  /// A flit through one router: written into a buffer, read, arbitrated for, through the crossbar.
  const Estimate& router_flit() const { return router_flit_; }
  /// A router's clock tree, for each cycle, whether or not a flit is there.
  const Estimate& router_clock() const { return router_clock_; }
  const Estimate& router_leakage() const { return router_leakage_; }
  const Estimate& router_area() const { return router_area_; }
  /// A flit over one mesh link.
  const Estimate& link_flit() const { return link_flit_; }
  /// Of one directed mesh link.
  const Estimate& link_leakage() const { return link_leakage_; }

 private:
  Estimate router_flit_, router_clock_, router_leakage_, router_area_, link_flit_, link_leakage_;
};

}  // namespace cdrsim
