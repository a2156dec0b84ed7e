// SPDX-License-Identifier: BSD-3-Clause
// The home's table of the piton protocol. A request that needs answers first is parked: the line becomes one that can
// be granted, and then the request is served as if it had just come.
#include "protocol/impl/piton.h"

namespace cdrsim {

using enum HomeAction;
using Ev = HomeEvent;

void build_piton_home(Protocol& protocol) {
  HomeTable& t = protocol.home;
  const State NP = t.state("NP", "not in the LLC, no copies anywhere", StateKind::absent);
  const State NP_D = t.state("NP_D", "fetched from DRAM", StateKind::transient);
  const State I = t.state("I", "in the LLC, no private copies", StateKind::stable);
  const State S = t.state("S", "shared: the sharer set covers all copies", StateKind::stable);
  const State E = t.state("E", "owned: clean, modified, or gone silently", StateKind::stable);
  const State E_S = t.state("E_S", "a reader waits: the owner is asked to share", StateKind::transient);
  const State E_I = t.state("E_I", "a request waits: the owner is asked to give the line up", StateKind::transient);
  const State E_A = t.state("E_A", "granted to a writer, waits for its Grant-Ack", StateKind::transient);
  const State I_A =
      t.state("I_A", "the writer's WB came before its Grant-Ack, which is waited for", StateKind::transient);
  const State E_G = t.state("E_G", "the owner's WBGuard came, waits for its WB", StateKind::transient);
  const State E_R = t.state("E_R", "evicting: waits for the owner's answer", StateKind::transient);
  const State S_W = t.state("S_W", "a writer waits: Home-Invs are leaving", StateKind::transient);
  const State S_A = t.state("S_A", "a writer waits for the sharers' acknowledgements", StateKind::transient);
  const State S_WR = t.state("S_WR", "evicting: Recall-Invs are leaving", StateKind::transient);
  const State S_R = t.state("S_R", "evicting: waits for the sharers' acknowledgements", StateKind::transient);
  const State S_WP = t.state("S_WP", "making room: a sharer's Recall-Inv is leaving", StateKind::transient);
  const State S_P = t.state("S_P", "making room: waits for the sharer's acknowledgement", StateKind::transient);
  const State I_D = t.state("I_D", "no private copies, its data is fetched again", StateKind::transient);
  const State S_D = t.state("S_D", "shared, its data is fetched again", StateKind::transient);
  const State E_D =
      t.state("E_D", "its owner, which has lost it, waits for data that is fetched again", StateKind::transient);
  const State I_W = t.state("I_W", "evicted, on its way to DRAM", StateKind::transient);
  protocol.home_absent = NP;
  protocol.home_writing = I_W;

  t.row(NP, Ev::get_s, {fetch, wait}, NP_D);
  t.row(NP, Ev::get_m, {fetch, wait}, NP_D);
  t.row(NP_D, Ev::mem_data, {take_memory_data, wake}, I);

  // Readers get what there is, alone exclusively. A writer's grant is acknowledged.
  t.row(I, Ev::get_s, {send_data_e, set_owner}, E);
  t.row(I, Ev::get_m, {send_data_m, set_owner}, E_A);
  t.row(E_A, Ev::grant_ack, {wake}, E);
  t.row(S, Ev::get_s, {send_data_s, add_sharer}, S);
  t.row(E, Ev::get_s_owner, {send_data_e, set_owner}, E);
  t.row(E, Ev::get_m_owner, {send_data_m, set_owner}, E_A);

  // An owner is asked first. It stays the owner until it has answered: its WB may come before, and it is taken.
  t.row(E, Ev::get_s, {send_fwd_get_s, wait}, E_S);
  t.row(E_S, Ev::copy_back, {take_data, owner_shares, wake}, S);
  t.row(E_S, Ev::downgrade_ack, {owner_shares, wake}, S);
  t.row(E, Ev::get_m, {send_fwd_get_m, wait}, E_I);
  t.row(E, Ev::get_s_full, {send_recall, wait}, E_I);  // an entry that has no room for two
  t.row(E_I, Ev::recall_data, {take_data, clear_owner, wake}, I);
  t.row(E_I, Ev::recall_ack, {clear_owner, wake}, I);

  // Sharers are invalidated first, the requester among them.
  t.row(S, Ev::get_m, {start_home_walk, wait}, S_W);
  t.row(S_W, Ev::walk_done, {}, S_A);
  t.row(S_A, Ev::last_recall_inv_ack, {clear_sharers, wake}, I);
  t.row(S, Ev::get_s_full, {start_pointer_walk, wait}, S_WP);
  t.row(S_WP, Ev::walk_done, {}, S_P);
  t.row(S_P, Ev::last_recall_inv_ack, {wake}, S);

  for (Ev e : {Ev::evict_clean, Ev::evict_dirty}) {
    t.row(S, e, {start_recall_walk}, S_WR);
    t.row(E, e, {send_recall}, E_R);
  }
  t.row(S_WR, Ev::walk_done, {}, S_R);
  t.row(S_R, Ev::last_recall_inv_ack, {evict_again}, I);
  t.row(E_R, Ev::recall_data, {take_data, clear_owner, evict_again}, I);
  t.row(E_R, Ev::recall_ack, {clear_owner, evict_again}, I);
  t.row(I, Ev::evict_clean, {wake, drop}, NP);
  t.row(I, Ev::evict_dirty, {write_back}, I_W);
  t.row(I_W, Ev::mem_written, {wake, drop}, NP);
  for (State s : {S_W, S_A, S_WR, S_R, S_WP, S_P}) t.row(s, Ev::recall_inv_ack, {}, s);

  // An entry whose data the LLC has dropped.
  for (auto [here, fetching] : {std::pair{I, I_D}, std::pair{S, S_D}, std::pair{E, E_D}}) {
    t.row(here, Ev::get_s_no_data, {fetch, wait}, fetching);
    if (here != S) t.row(here, Ev::get_m_no_data, {fetch, wait}, fetching);
    t.row(fetching, Ev::mem_data, {take_memory_data, wake}, here);
  }
  t.impossible({S}, {Ev::get_m_no_data}, "the sharers are invalidated first, and then it is in I");

  // Evictions: a WBGuard, which holds up later requests until the WB is here, and a WB. In any order.
  t.row(E, Ev::wb_guard, {send_put_ack}, E_G);
  t.row(E_G, Ev::wb, {take_data, clear_owner, send_wb_ack, wake}, I);
  t.row(E, Ev::wb, {take_data, clear_owner, send_wb_ack}, I);
  for (State s : {E_S, E_I, E_R}) t.row(s, Ev::wb, {take_data, send_wb_ack}, s);
  t.row(E_A, Ev::wb, {take_data, clear_owner, send_wb_ack}, I_A);
  t.row(I_A, Ev::grant_ack, {wake}, I);
  t.impossible({E_D}, {Ev::wb}, "an owner that asks for the line had its WB-Ack");
  t.only_in({E, E_S, E_I, E_R, E_A, E_G, E_D}, {Ev::wb}, "the home knows no owner here");

  const auto states = static_cast<State>(t.states().size());
  for (State s = 0; s < states; ++s) {
    t.row(s, Ev::wb_stale, {send_wb_ack}, s);
    if (t.kind(s) == StateKind::transient) {
      for (Ev e : {Ev::get_s, Ev::get_m, Ev::wb_guard_stale}) t.row(s, e, {wait}, s);
      t.impossible(
          {s}, {Ev::get_s_full, Ev::get_s_no_data, Ev::get_m_no_data, Ev::get_s_owner, Ev::get_m_owner, Ev::wb_guard},
          "what comes waits for a busy line, and what it will find shows later");
      t.impossible({s}, {Ev::evict_clean, Ev::evict_dirty}, "a busy line is no victim");
    } else {
      t.row(s, Ev::wb_guard_stale, {send_put_ack}, s);
      if (s != E) t.impossible({s}, {Ev::get_s_owner, Ev::get_m_owner, Ev::wb_guard}, "the home knows no owner here");
    }
  }
  t.impossible({NP, I}, {Ev::get_s_full}, "there is room in an entry without sharers");
  t.impossible({NP}, {Ev::get_s_no_data, Ev::get_m_no_data}, "there is no entry");
  t.impossible({NP}, {Ev::evict_clean, Ev::evict_dirty}, "nothing to evict");

  t.only_in({E_S}, {Ev::copy_back, Ev::downgrade_ack}, "no downgrade is under way");
  t.only_in({E_I, E_R}, {Ev::recall_data, Ev::recall_ack}, "no owner is asked to give the line up");
  t.only_in({E_A, I_A}, {Ev::grant_ack}, "no writer has been granted the line");
  t.only_in({S_W, S_A, S_WR, S_R, S_WP, S_P}, {Ev::recall_inv_ack}, "no sharer is being invalidated");
  t.only_in({S_A, S_R, S_P}, {Ev::last_recall_inv_ack},
            "no sharer is being invalidated, or the last Inv has not left, so nobody has acknowledged it");
  t.only_in({S_W, S_WR, S_WP}, {Ev::walk_done}, "no walk is under way");
  t.never({Ev::walk_done_acked}, "a walk has targets, as sharers leave silently, and the last has not acknowledged");
  t.only_in({NP_D, I_D, S_D, E_D}, {Ev::mem_data}, "no fetch is under way");
  t.only_in({I_W}, {Ev::mem_written}, "no write to DRAM is under way");
  t.never({Ev::put_s, Ev::put_last_s, Ev::put_owned, Ev::put_stale}, "E and S leave silently, M by WBGuard and WB");
  t.never({Ev::owned_ack}, "a downgraded owner does not stay one");
}

}  // namespace cdrsim
