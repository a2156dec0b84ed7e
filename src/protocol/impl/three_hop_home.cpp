// SPDX-License-Identifier: BSD-3-Clause
// The home's table of the three-hop protocols. The LLC is inclusive and the directory entry lives in the LLC line.
#include "protocol/impl/three_hop_tables.h"

namespace cdrsim {

using enum HomeAction;
using Ev = HomeEvent;

void build_home_table(Protocol& protocol, bool exclusive, EvictNotice notice) {
  HomeTable& t = protocol.home;
  const State NP = t.state("NP", "not in the LLC, no copies anywhere", StateKind::absent);
  const State NP_D = t.state("NP_D", "fetched from DRAM", StateKind::transient);
  const State I = t.state("I", "in the LLC, no private copies", StateKind::stable);
  const State S = t.state("S", "shared: the sharer set covers all copies", StateKind::stable);
  const State X = t.state("X", "owned by one private cache (E or M)", StateKind::stable);
  const State X_S = t.state("X_S", "owner downgraded, waits for its copy-back", StateKind::transient);
  const State S_W = t.state("S_W", "Invs are leaving for a writer", StateKind::transient);
  const State S_WR = t.state("S_WR", "evicting: Recall-Invs are leaving", StateKind::transient);
  const State S_R = t.state("S_R", "evicting: waits for the sharers' acknowledgements", StateKind::transient);
  const State X_R = t.state("X_R", "evicting: waits for the owner's answer", StateKind::transient);
  const State I_W = t.state("I_W", "evicted, on its way to DRAM", StateKind::transient);
  protocol.home_absent = NP;
  protocol.home_writing = I_W;
  const std::vector<State> busy = {NP_D, X_S, S_W, S_WR, S_R, X_R, I_W};

  t.row(NP, Ev::get_s, {fetch, wait}, NP_D);
  t.row(NP, Ev::get_m, {fetch, wait}, NP_D);
  t.row(NP_D, Ev::mem_data, {take_memory_data, wake}, I);

  if (exclusive)
    t.row(I, Ev::get_s, {send_data_e, set_owner}, X);
  else
    t.row(I, Ev::get_s, {send_data_s, add_sharer}, S);
  t.row(I, Ev::get_m, {send_data_m, set_owner}, X);
  t.row(I, Ev::evict_clean, {wake, drop}, NP);
  t.row(I, Ev::evict_dirty, {write_back}, I_W);
  t.row(I_W, Ev::mem_written, {wake, drop}, NP);

  t.row(S, Ev::get_s, {send_data_s, add_sharer}, S);
  t.row(S, Ev::get_m, {start_walk, send_data_m}, S_W);
  t.row(S_W, Ev::walk_done, {set_writer_owner, wake}, X);
  for (Ev e : {Ev::evict_clean, Ev::evict_dirty}) {
    t.row(S, e, {start_recall_walk}, S_WR);
    t.row(X, e, {send_recall, clear_owner}, X_R);
  }
  t.row(S_WR, Ev::recall_inv_ack, {}, S_WR);
  t.row(S_WR, Ev::walk_done, {}, S_R);
  // Only sharers that announce their evictions can leave a set empty before the walk.
  if (notice == EvictNotice::all) t.row(S_WR, Ev::walk_done_acked, {evict_again}, I);
  t.row(S_R, Ev::recall_inv_ack, {}, S_R);
  t.row(S_R, Ev::last_recall_inv_ack, {evict_again}, I);

  t.row(X, Ev::get_s, {send_fwd_get_s, owner_and_requester_share}, X_S);
  t.row(X, Ev::get_m, {send_fwd_get_m, set_owner}, X);
  t.row(X, Ev::put_owned, {take_put_data, clear_owner, send_put_ack}, I);
  t.row(X_S, Ev::copy_back, {take_data, wake}, S);
  if (exclusive) t.row(X_S, Ev::downgrade_ack, {wake}, S);
  t.row(X_R, Ev::recall_data, {take_data, evict_again}, I);
  if (exclusive) t.row(X_R, Ev::recall_ack, {evict_again}, I);

  // Requests wait for a busy line; evictions never wait.
  for (State s : busy) {
    t.row(s, Ev::get_s, {wait}, s);
    t.row(s, Ev::get_m, {wait}, s);
    t.impossible({s}, {Ev::evict_clean, Ev::evict_dirty}, "a busy line is no victim");
  }
  for (State s = 0; s < t.states().size(); ++s) {
    const bool has_sharers = s == S || s == X_S;
    if (has_sharers)
      t.row(s, Ev::put_stale, {remove_sharer, send_put_ack_owed}, s);
    else
      t.row(s, Ev::put_stale, {send_put_ack_owed}, s);
    if (notice == EvictNotice::exclusive)
      t.impossible({s}, {Ev::put_s, Ev::put_last_s}, "shared copies are dropped silently");
    else if (has_sharers)
      t.row(s, Ev::put_s, {remove_sharer, send_put_ack}, s);
    else
      t.row(s, Ev::put_s, {send_put_ack}, s);
  }
  if (notice == EvictNotice::all) t.row(S, Ev::put_last_s, {remove_sharer, send_put_ack}, I);
  t.impossible({NP}, {Ev::evict_clean, Ev::evict_dirty}, "nothing to evict");

  // What can come only in the state that waits for it.
  auto only_in = [&](std::initializer_list<State> expected, std::initializer_list<Ev> events, const char* why) {
    for (State s = 0; s < t.states().size(); ++s) {
      bool expects = false;
      for (State e : expected) expects = expects || e == s;
      if (!expects) t.impossible({s}, events, why);
    }
  };
  only_in({X}, {Ev::put_owned}, "the home knows no owner here");
  if (notice == EvictNotice::all) only_in({S}, {Ev::put_last_s}, "the sharer set is not in use here");
  only_in({X_S}, {Ev::copy_back, Ev::downgrade_ack}, "no downgrade is under way");
  only_in({X_R}, {Ev::recall_data, Ev::recall_ack}, "no owner is being recalled");
  if (!exclusive) {
    t.impossible({X_S}, {Ev::downgrade_ack}, "an owner has modified the line");
    t.impossible({X_R}, {Ev::recall_ack}, "an owner has modified the line");
  }
  only_in({S_WR, S_R}, {Ev::recall_inv_ack}, "no sharer is being recalled");
  only_in({S_R, S_WR}, {Ev::last_recall_inv_ack}, "no sharer is being recalled");
  t.impossible({S_WR}, {Ev::last_recall_inv_ack}, "the last Recall-Inv has not left, so nobody has acknowledged it");
  only_in({S_W, S_WR}, {Ev::walk_done}, "no walk is under way");
  only_in({S_WR}, {Ev::walk_done_acked}, "no recall walk is under way");
  if (notice == EvictNotice::exclusive)
    t.impossible({S_WR}, {Ev::walk_done_acked},
                 "the sharer set is not empty, and its last member has not acknowledged");
  only_in({NP_D}, {Ev::mem_data}, "no fetch is under way");
  only_in({I_W}, {Ev::mem_written}, "no write to DRAM is under way");
}

}  // namespace cdrsim
