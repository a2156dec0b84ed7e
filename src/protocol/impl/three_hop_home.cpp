// SPDX-License-Identifier: BSD-3-Clause
// The home's table of the three-hop protocols, for a directory entry in each line of an inclusive LLC, and for a sparse
// directory beside an LLC that may have dropped the data. There "not here" means that the line has no entry, and
// evicting an entry never touches DRAM.
#include "protocol/impl/three_hop_tables.h"

namespace cdrsim {

using enum HomeAction;
using Ev = HomeEvent;

void build_three_hop_home(Protocol& protocol, ThreeHopStates has, EvictNotice notice) {
  HomeTable& t = protocol.home;
  const State NP = t.state("NP", "not in the LLC, no copies anywhere", StateKind::absent);
  const State NP_D = t.state("NP_D", "fetched from DRAM", StateKind::transient);
  const State I = t.state("I", "in the LLC, no private copies", StateKind::stable);
  const State S = t.state("S", "shared: the sharer set covers all copies", StateKind::stable);
  const State X = t.state("X", "owned by one private cache (E or M)", StateKind::stable);
  const State X_S = t.state("X_S", "owner downgraded, waits for its answer", StateKind::transient);
  const State S_W = t.state("S_W", "Invs are leaving for a writer", StateKind::transient);
  const State S_WR = t.state("S_WR", "evicting: Recall-Invs are leaving", StateKind::transient);
  const State S_R = t.state("S_R", "evicting: waits for the sharers' acknowledgements", StateKind::transient);
  const State X_R = t.state("X_R", "evicting: waits for the owner's answer", StateKind::transient);
  const State I_W = t.state("I_W", "evicted, on its way to DRAM", StateKind::transient);
  const State S_WP = t.state("S_WP", "making room: a sharer's Recall-Inv is leaving", StateKind::transient);
  const State S_P = t.state("S_P", "making room: waits for the sharer's acknowledgement", StateKind::transient);
  const State X_P = t.state("X_P", "making room: waits for the owner's answer", StateKind::transient);
  const State I_D = t.state("I_D", "no private copies, its data is fetched again", StateKind::transient);
  const State S_D = t.state("S_D", "shared, its data is fetched again", StateKind::transient);
  State O = NP, X_SP = NP, O_W = NP, O_R = NP, O_P = NP;
  if (has.owned) {
    O = t.state("O", "owned by one private cache, and others share it", StateKind::stable);
    X_SP = t.state("X_SP", "owner downgraded, its eviction came, waits for its answer", StateKind::transient);
    O_W = t.state("O_W", "Invs are leaving for a writer, the owner answers it", StateKind::transient);
    O_R = t.state("O_R", "evicting: waits for the owner's answer, then for the sharers", StateKind::transient);
    O_P = t.state("O_P", "making room: waits for the owner's answer, others share it", StateKind::transient);
  }
  protocol.home_absent = NP;
  protocol.home_writing = I_W;
  const auto states = static_cast<State>(t.states().size());

  t.row(NP, Ev::get_s, {fetch, wait}, NP_D);
  t.row(NP, Ev::get_m, {fetch, wait}, NP_D);
  t.row(NP_D, Ev::mem_data, {take_memory_data, wake}, I);

  if (has.exclusive)
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

  t.row(X, Ev::get_m, {send_fwd_get_m, set_owner}, X);
  t.row(X, Ev::put_owned, {take_put_data, clear_owner, send_put_ack}, I);
  t.row(X_R, Ev::recall_data, {take_data, evict_again}, I);
  if (has.exclusive) t.row(X_R, Ev::recall_ack, {evict_again}, I);

  if (!has.owned) {
    t.row(X, Ev::get_s, {send_fwd_get_s, owner_and_requester_share}, X_S);
    t.row(X_S, Ev::copy_back, {take_data, wake}, S);
    if (has.exclusive) t.row(X_S, Ev::downgrade_ack, {wake}, S);
  } else {
    // The owner is known beside the sharers until it has answered: it may keep the line (O), and then evict it before
    // the home has heard that it kept it. Its Put alone does not say whether the forward was answered before or will be
    // by the write-back entry; its answer does, and is waited for.
    t.row(X, Ev::get_s, {send_fwd_get_s, add_sharer}, X_S);
    t.row(O, Ev::get_s, {send_fwd_get_s_o, add_sharer}, X_S);
    t.row(X_S, Ev::owned_ack, {wake}, O);
    t.row(X_S, Ev::downgrade_ack, {owner_shares, wake}, S);
    t.row(X_S, Ev::copy_back, {take_data, clear_owner, wake}, S);  // from a write-back entry
    t.row(X_S, Ev::put_owned, {take_put_data, clear_owner}, X_SP);
    t.row(X_SP, Ev::owned_ack, {send_put_ack, wake}, S);
    t.row(X_SP, Ev::downgrade_ack, {send_put_ack_owed, wake}, S);
    t.row(X_SP, Ev::copy_back, {send_put_ack_owed, wake}, S);

    t.row(O, Ev::get_m, {start_walk, send_fwd_get_m_o, clear_owner}, O_W);
    t.row(O, Ev::get_m_owner, {start_walk, send_data_m}, O_W);
    t.row(O_W, Ev::walk_done, {set_writer_owner, wake}, X);
    t.row(O, Ev::put_owned, {take_put_data, clear_owner, send_put_ack}, S);
    for (Ev e : {Ev::evict_clean, Ev::evict_dirty}) t.row(O, e, {send_recall_o, clear_owner}, O_R);
    t.row(O_R, Ev::recall_data, {take_data, evict_again}, S);
    t.row(O, Ev::get_s_full, {send_recall_o, clear_owner, wait}, O_P);
    t.row(O_P, Ev::recall_data, {take_data, wake}, S);
  }

  // An entry without room: somebody has to leave it, and whoever leaves it gives up its copy.
  t.row(S, Ev::get_s_full, {start_pointer_walk, wait}, S_WP);
  t.row(S_WP, Ev::recall_inv_ack, {}, S_WP);
  t.row(S_WP, Ev::walk_done, {}, S_P);
  t.row(S_P, Ev::recall_inv_ack, {}, S_P);
  t.row(S_P, Ev::last_recall_inv_ack, {wake}, S);
  t.row(X, Ev::get_s_full, {send_recall, clear_owner, wait}, X_P);
  t.row(X_P, Ev::recall_data, {take_data, wake}, I);
  if (has.exclusive) t.row(X_P, Ev::recall_ack, {wake}, I);

  // An entry whose data the LLC has dropped.
  for (auto [here, fetching] : {std::pair{I, I_D}, std::pair{S, S_D}}) {
    t.row(here, Ev::get_s_no_data, {fetch, wait}, fetching);
    t.row(here, Ev::get_m_no_data, {fetch, wait}, fetching);
    t.row(fetching, Ev::mem_data, {take_memory_data, wake}, here);
  }

  // Requests wait for a busy line; evictions and answers never wait.
  for (State s = 0; s < states; ++s) {
    const bool has_sharers = s == S || s == X_S || s == S_WP || s == S_P || s == S_D ||
                             (has.owned && (s == O || s == X_SP || s == O_R || s == O_P));
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
    if (t.kind(s) != StateKind::transient) continue;
    t.row(s, Ev::get_s, {wait}, s);
    t.row(s, Ev::get_m, {wait}, s);
    t.impossible({s}, {Ev::get_s_full, Ev::get_s_no_data, Ev::get_m_no_data, Ev::get_m_owner},
                 "a request waits for a busy line, and what it will find shows later");
    t.impossible({s}, {Ev::evict_clean, Ev::evict_dirty}, "a busy line is no victim");
  }
  if (notice == EvictNotice::all) t.row(S, Ev::put_last_s, {remove_sharer, send_put_ack}, I);
  t.impossible({NP}, {Ev::evict_clean, Ev::evict_dirty}, "nothing to evict");
  t.impossible({NP, I}, {Ev::get_s_full}, "there is room in an entry without sharers");
  t.impossible({NP}, {Ev::get_s_no_data, Ev::get_m_no_data}, "there is no entry");
  for (State s : {X, O})
    if (s != NP) t.impossible({s}, {Ev::get_s_no_data, Ev::get_m_no_data}, "the owner has the data");
  for (State s : {NP, I, S, X})
    t.impossible({s}, {Ev::get_m_owner}, "only an owner beside sharers lacks leave to write, and it has not lost it");

  // What can come only in the state that waits for it.
  if (has.owned)
    t.only_in({X, O, X_S}, {Ev::put_owned}, "the home knows no owner here, or it is the writer that still waits");
  else
    t.only_in({X}, {Ev::put_owned}, "the home knows no owner here");
  if (notice == EvictNotice::all) t.only_in({S}, {Ev::put_last_s}, "the sharer set is not in use here");
  if (has.owned) {
    t.only_in({X_S, X_SP}, {Ev::copy_back, Ev::downgrade_ack, Ev::owned_ack}, "no downgrade is under way");
    t.only_in({X_R, X_P, O_R, O_P}, {Ev::recall_data}, "no owner is being recalled");
    t.only_in({S_W, S_WR, S_WP, O_W}, {Ev::walk_done}, "no walk is under way");
  } else {
    t.only_in({X_S}, {Ev::copy_back, Ev::downgrade_ack}, "no downgrade is under way");
    t.never({Ev::owned_ack}, "a downgraded owner does not stay one");
    t.only_in({X_R, X_P}, {Ev::recall_data}, "no owner is being recalled");
    t.only_in({S_W, S_WR, S_WP}, {Ev::walk_done}, "no walk is under way");
  }
  t.only_in({X_R, X_P}, {Ev::recall_ack}, "no owner that may be clean is being recalled");
  if (!has.exclusive) {
    t.impossible({X_S}, {Ev::downgrade_ack}, "an owner has modified the line");
    t.impossible({X_R, X_P}, {Ev::recall_ack}, "an owner has modified the line");
  }
  t.only_in({S_WR, S_R, S_WP, S_P}, {Ev::recall_inv_ack, Ev::last_recall_inv_ack}, "no sharer is being recalled");
  t.impossible({S_WR, S_WP}, {Ev::last_recall_inv_ack},
               "the last Recall-Inv has not left, so nobody has acknowledged it");
  t.only_in({S_WR}, {Ev::walk_done_acked}, "no recall walk of a set that may be empty is under way");
  if (notice == EvictNotice::exclusive)
    t.impossible({S_WR}, {Ev::walk_done_acked},
                 "the sharer set is not empty, and its last member has not acknowledged");
  t.only_in({NP_D, I_D, S_D}, {Ev::mem_data}, "no fetch is under way");
  t.only_in({I_W}, {Ev::mem_written}, "no write to DRAM is under way");
  t.never({Ev::get_s_owner}, "an owner can read its copy, and announces that it evicts it");
  t.never({Ev::grant_ack, Ev::wb_guard, Ev::wb_guard_stale, Ev::wb, Ev::wb_stale},
          "the private caches do not send this");
}

}  // namespace cdrsim
