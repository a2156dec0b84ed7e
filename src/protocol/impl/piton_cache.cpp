// SPDX-License-Identifier: BSD-3-Clause
// The private cache's table of the piton protocol.
#include "protocol/impl/piton.h"

namespace cdrsim {

using enum PrivateAction;
using Ev = PrivateEvent;

void build_piton_cache(Protocol& protocol) {
  PrivateTable& t = protocol.cache;
  const auto none = Permission::none, read = Permission::read, write = Permission::write;

  const State I = t.state("I", "not here", StateKind::absent);
  const State S = t.state("S", "shared, clean", StateKind::stable, read);
  const State E = t.state("E", "exclusive, clean: a store makes it M without a message", StateKind::stable, write);
  const State M = t.state("M", "modified, the only copy", StateKind::stable, write);
  const State IS_D = t.state("IS_D", "reading: waits for data", StateKind::transient, none);
  const State IS_D_I =
      t.state("IS_D_I", "reading: taken away before the data came, which is used once", StateKind::transient, none);
  const State IM_D = t.state("IM_D", "writing: waits for data", StateKind::transient, none);
  const State SM_D =
      t.state("SM_D", "upgrading: the shared copy is good until its Inv comes, then data", StateKind::transient, read);
  const State MI_GW =
      t.state("MI_GW", "modified line written back, waits for Put-Ack and WB-Ack", StateKind::write_back);
  const State MI_W = t.state("MI_W", "modified line written back, its WBGuard is acknowledged, waits for WB-Ack",
                             StateKind::write_back);
  const State MI_G =
      t.state("MI_G", "modified line written back, the home has it, waits for Put-Ack", StateKind::write_back);
  protocol.cache_absent = I;

  t.row(I, Ev::load, {send_get_s}, IS_D);
  t.row(I, Ev::store, {send_get_m}, IM_D);
  t.row(S, Ev::load, {hit}, S);
  t.row(S, Ev::store, {send_get_m}, SM_D);
  t.row(E, Ev::load, {hit}, E);
  t.row(E, Ev::store, {hit}, M);
  t.row(M, Ev::load, {hit}, M);
  t.row(M, Ev::store, {hit}, M);
  t.row(S, Ev::evict, {}, I);
  t.row(E, Ev::evict, {}, I);
  t.row(M, Ev::evict, {send_wb_guard, send_wb}, MI_GW);
  t.impossible({I}, {Ev::evict}, "nothing to evict");

  // Whoever the home asks answers the home. Nothing here is an answer too: E leaves silently, and the home still counts
  // the cache as the owner.
  t.row(E, Ev::fwd_get_s, {send_downgrade_ack}, S);
  t.row(M, Ev::fwd_get_s, {send_copy_back}, S);
  t.row(I, Ev::fwd_get_s, {send_downgrade_ack}, I);
  for (Ev e : {Ev::fwd_get_m, Ev::recall}) {
    t.row(E, e, {send_recall_ack}, I);
    t.row(M, e, {send_recall_data}, I);
    t.row(I, e, {send_recall_ack}, I);
  }
  for (State s : {I, S}) t.row(s, Ev::inv, {send_inv_ack}, I);

  // Reading. A forward or an Inv is for an older copy, or for the data under way, which it overtook: one cannot tell.
  // The data serves the load that waits and is not kept. (An exclusive copy that is not kept is E that left silently.)
  for (State s : {IS_D, IS_D_I}) {
    t.row(s, Ev::inv, {send_inv_ack}, IS_D_I);
    t.row(s, Ev::fwd_get_s, {send_downgrade_ack}, IS_D_I);
    t.row(s, Ev::fwd_get_m, {send_recall_ack}, IS_D_I);
    t.row(s, Ev::recall, {send_recall_ack}, IS_D_I);
    t.row(s, Ev::store, {block}, s);
  }
  t.row(IS_D, Ev::load, {wait}, IS_D);
  t.row(IS_D, Ev::data_s, {take_data, perform}, S);
  t.row(IS_D, Ev::data_e, {take_data, perform}, E);
  t.row(IS_D_I, Ev::load, {block}, IS_D_I);  // the data under way may be older than this load
  t.row(IS_D_I, Ev::data_s, {take_data, perform_once}, I);
  t.row(IS_D_I, Ev::data_e, {take_data, perform_once}, I);

  // Writing. The home forwards to a writer only after its Grant-Ack, so a forward that comes before the data is for an
  // older copy. The home invalidates the upgrader too, before it sends the data.
  t.row(IM_D, Ev::load, {wait}, IM_D);
  t.row(IM_D, Ev::store, {wait}, IM_D);
  t.row(IM_D, Ev::inv, {send_inv_ack}, IM_D);
  t.row(IM_D, Ev::fwd_get_s, {send_downgrade_ack}, IM_D);
  t.row(IM_D, Ev::fwd_get_m, {send_recall_ack}, IM_D);
  t.row(IM_D, Ev::recall, {send_recall_ack}, IM_D);
  t.row(IM_D, Ev::data_m, {take_data, perform, send_grant_ack}, M);
  t.row(SM_D, Ev::load, {hit}, SM_D);
  t.row(SM_D, Ev::store, {wait}, SM_D);
  t.row(SM_D, Ev::inv, {send_inv_ack}, IM_D);
  t.impossible({SM_D}, {Ev::data_m}, "the home sends it when the upgrader has given up its shared copy");
  t.impossible({S, SM_D}, {Ev::fwd_get_s, Ev::fwd_get_m, Ev::recall},
               "the home has its answer to older forwards, and counts it as a sharer");

  // Write-back entries. The home may ask for a line whose WB is on its way: the answer has the data as well, until the
  // home says that it has it.
  t.row(MI_GW, Ev::put_ack, {}, MI_W);
  t.row(MI_GW, Ev::wb_ack, {}, MI_G);
  t.row(MI_W, Ev::wb_ack, {}, I);
  t.row(MI_G, Ev::put_ack, {}, I);
  t.row(MI_GW, Ev::fwd_get_s, {send_copy_back}, MI_GW);
  t.row(MI_G, Ev::fwd_get_s, {send_downgrade_ack}, MI_G);
  for (Ev e : {Ev::fwd_get_m, Ev::recall}) {
    t.row(MI_GW, e, {send_recall_data}, MI_GW);
    t.row(MI_G, e, {send_recall_ack}, MI_G);
  }
  t.impossible({MI_W}, {Ev::fwd_get_s, Ev::fwd_get_m, Ev::recall},
               "the home takes a WBGuard when no forward is out, and forwards to this cache no more");
  t.impossible({MI_W}, {Ev::put_ack}, "its WBGuard is acknowledged");
  t.impossible({MI_G}, {Ev::wb_ack}, "its WB is acknowledged");
  for (State s : {MI_GW, MI_W, MI_G}) {
    // The home may count it as a sharer by now, or broadcast.
    t.row(s, Ev::inv, {send_inv_ack}, s);
    t.row(s, Ev::load, {block}, s);
    t.row(s, Ev::store, {block}, s);
    t.impossible({s}, {Ev::evict}, "not in the cache any more");
  }

  for (State s : {IS_D, IS_D_I, IM_D, SM_D}) t.impossible({s}, {Ev::evict}, "a way with a miss under way is no victim");
  t.impossible({E, M}, {Ev::inv}, "the home has no sharers beside an owner, and older writers had its acknowledgement");
  t.only_in({IS_D, IS_D_I}, {Ev::data_s, Ev::data_e}, "it did not ask to read");
  t.only_in({IM_D, SM_D}, {Ev::data_m}, "it did not ask to write");
  t.only_in({MI_GW, MI_W, MI_G}, {Ev::put_ack, Ev::wb_ack}, "no eviction is under way");
  t.never({Ev::put_ack_owed}, "the write-back entry stays until the home has the data");
  t.never({Ev::grant, Ev::grant_acks}, "the upgrader loses its copy, and gets the data");
  t.never({Ev::data_m_acks, Ev::inv_ack, Ev::last_inv_ack}, "acknowledgements go to the home");
  t.never({Ev::fwd_get_s_o, Ev::fwd_get_m_o, Ev::recall_o}, "there are no sharers beside an owner");
}

}  // namespace cdrsim
