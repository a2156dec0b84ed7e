// SPDX-License-Identifier: BSD-3-Clause
#include "core/core_config.h"

#include "config/declaration.h"

namespace cdrsim {

void declare_core(config::Section<CoreConfig>& s) {
  s.help("In-order cores.");
  s.real("cpi", &CoreConfig::cpi)
      .unit("cycles per instruction")
      .default_value(1.0)
      .range(0, 1000)
      .help("time of an instruction that is no memory reference");
  s.choice("memory_model", &CoreConfig::memory_model,
           {{"tso", MemoryModel::tso, "stores wait in a store buffer; younger loads pass them"},
            {"sc", MemoryModel::sc, "references are performed in program order"}})
      .default_value(MemoryModel::tso)
      .help("the order in which a core's references are performed");
  s.integer("store_buffer", &CoreConfig::store_buffer)
      .unit("stores")
      .default_value(8)
      .range(1, 4096)
      .help("entries of the store buffer under tso");
  s.integer("outstanding_loads", &CoreConfig::outstanding_loads)
      .unit("loads")
      .default_value(1)
      .range(1, 250)
      .help("loads in flight at once; 1 blocks");
  s.choice("timing", &CoreConfig::timing,
           {{"normal", CoreTiming::normal, "every core runs on its own"},
            {"serial", CoreTiming::serial, "one reference in flight in the whole machine, in trace order"}})
      .default_value(CoreTiming::normal)
      .help("what may overlap");
}

void declare_sync(config::Section<SyncConfig>& s) {
  s.help("How the traces' barriers and locks are replayed.");
  s.choice("model", &SyncConfig::model,
           {{"ideal", SyncModel::ideal, "an owner tile keeps each; messages take the network's zero-load latency"},
            {"coherent", SyncModel::coherent, "coherent references to the line of the barrier or lock"}})
      .default_value(SyncModel::ideal)
      .help("what synchronisation costs");
}

}  // namespace cdrsim
