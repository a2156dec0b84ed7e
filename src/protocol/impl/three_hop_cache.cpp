// SPDX-License-Identifier: BSD-3-Clause
// The private cache's table of the three-hop protocols.
#include "protocol/impl/three_hop_tables.h"

namespace cdrsim {

using enum PrivateAction;
using Ev = PrivateEvent;

namespace {
constexpr const char* kAnsweredFirst = "the home acknowledges the eviction when the downgrade was answered";
}  // namespace

void build_three_hop_cache(Protocol& protocol, ThreeHopStates has, EvictNotice notice) {
  PrivateTable& t = protocol.cache;
  const auto none = Permission::none, read = Permission::read, write = Permission::write;

  const State I = t.state("I", "not here", StateKind::absent);
  const State S = t.state("S", "shared, clean", StateKind::stable, read);
  const State M = t.state("M", "modified, the only copy", StateKind::stable, write);
  const State IS_D = t.state("IS_D", "reading: waits for data", StateKind::transient, none);
  const State IS_D_I =
      t.state("IS_D_I", "reading: invalidated before the data came, which is used once", StateKind::transient, none);
  const State IM_AD = t.state("IM_AD", "writing: waits for data and Inv-Acks", StateKind::transient, none);
  const State IM_A = t.state("IM_A", "writing: has data, waits for Inv-Acks", StateKind::transient, none);
  const State SM_AD = t.state("SM_AD", "upgrading: waits for leave and Inv-Acks; the shared copy is still good",
                              StateKind::transient, read);
  const State SM_A = t.state("SM_A", "upgrading: waits for Inv-Acks", StateKind::transient, read);
  const State MI_A = t.state("MI_A", "modified line written back, waits for Put-Ack", StateKind::write_back);
  const State MI_F =
      t.state("MI_F", "modified line written back, waits for the forward that is due", StateKind::write_back);
  const State II_A =
      t.state("II_A", "eviction announced, forward answered or invalidated, waits for Put-Ack", StateKind::write_back);
  State O = I, OM_AD = I, OM_A = I;
  if (has.owned) {
    O = t.state("O", "owned: modified, and others share it", StateKind::stable, read);
    OM_AD = t.state("OM_AD", "upgrading: still the owner, waits for leave and Inv-Acks", StateKind::transient, read);
    OM_A = t.state("OM_A", "upgrading: waits for Inv-Acks", StateKind::transient, read);
  }
  protocol.cache_absent = I;

  // I: an Inv for a copy that was dropped silently, or never held, is acknowledged all the same.
  t.row(I, Ev::load, {send_get_s}, IS_D);
  t.row(I, Ev::store, {send_get_m}, IM_AD);
  t.row(I, Ev::inv, {send_inv_ack}, I);
  t.impossible({I}, {Ev::evict}, "nothing to evict");

  t.row(S, Ev::load, {hit}, S);
  t.row(S, Ev::store, {send_get_m}, SM_AD);
  t.row(S, Ev::inv, {send_inv_ack}, I);

  t.row(M, Ev::load, {hit}, M);
  t.row(M, Ev::store, {hit}, M);
  t.row(M, Ev::evict, {send_put_m}, MI_A);
  if (has.owned)
    t.row(M, Ev::fwd_get_s, {send_data_s, send_owned_ack}, O);
  else
    t.row(M, Ev::fwd_get_s, {send_data_s, send_copy_back}, S);
  t.row(M, Ev::fwd_get_m, {send_data_m}, I);
  t.row(M, Ev::recall, {send_recall_data}, I);

  // Reading. An Inv may be late (for an older copy) or early (for the copy under way): the data serves the load that
  // waits and is not kept.
  t.row(IS_D, Ev::load, {wait}, IS_D);
  t.row(IS_D, Ev::store, {block}, IS_D);
  t.row(IS_D, Ev::inv, {send_inv_ack}, IS_D_I);
  t.row(IS_D, Ev::data_s, {take_data, perform}, S);
  t.row(IS_D_I, Ev::load, {block}, IS_D_I);  // the data under way may be older than this load
  t.row(IS_D_I, Ev::store, {block}, IS_D_I);
  t.row(IS_D_I, Ev::inv, {send_inv_ack}, IS_D_I);
  t.row(IS_D_I, Ev::data_s, {take_data, perform_once}, I);

  // Writing. Inv-Acks may overtake the data that says how many there will be.
  for (State s : {IM_AD, SM_AD}) {
    const bool upgrade = s == SM_AD;
    t.row(s, Ev::load, {upgrade ? hit : wait}, s);
    t.row(s, Ev::store, {wait}, s);
    t.row(s, Ev::inv, {send_inv_ack}, IM_AD);
    t.row(s, Ev::inv_ack, {}, s);
    t.row(s, Ev::data_m, {take_data, perform}, M);
    t.row(s, Ev::data_m_acks, {take_data}, upgrade ? SM_A : IM_A);
    t.impossible({s}, {Ev::last_inv_ack}, "how many there will be is not known yet");
  }
  t.row(SM_AD, Ev::grant, {perform}, M);
  t.row(SM_AD, Ev::grant_acks, {}, SM_A);
  t.impossible({IM_AD}, {Ev::grant, Ev::grant_acks},
               "a grant without data goes only to a cache whose copy the home knows to be good");
  std::vector<State> counting = {IM_A, SM_A};
  if (has.owned) counting.push_back(OM_A);
  for (State s : counting) {
    t.row(s, Ev::load, {s == IM_A ? wait : hit}, s);
    t.row(s, Ev::store, {wait}, s);
    t.row(s, Ev::inv_ack, {}, s);
    t.row(s, Ev::last_inv_ack, {perform}, M);
    t.impossible({s}, {Ev::inv}, "its request is ordered, and every older writer had its acknowledgement first");
    t.impossible({s}, {Ev::data_m, Ev::data_m_acks, Ev::grant, Ev::grant_acks}, "its answer has come");
  }

  // Write-back entries of a modified line.
  for (State s : {MI_A, MI_F}) {
    const State served = s == MI_A ? II_A : I;  // MI_F had its Put-Ack
    if (s == MI_A || !has.owned) t.row(s, Ev::fwd_get_s, {send_data_s, send_copy_back}, served);
    t.row(s, Ev::fwd_get_m, {send_data_m}, served);
    t.row(s, Ev::recall, {send_recall_data}, served);
  }
  // A broadcast names everybody. It may overtake the Put-Ack of a line that others share by now; a cache that a forward
  // is due to still stands between the home and the next sharers.
  t.row(MI_A, Ev::inv, {send_inv_ack}, MI_A);
  t.impossible({MI_F}, {Ev::inv}, "until the forward is answered the line has no sharers, or their walk leaves it out");
  t.row(MI_A, Ev::put_ack, {}, I);
  t.row(MI_A, Ev::put_ack_owed, {}, MI_F);
  if (notice == EvictNotice::all)
    t.row(II_A, Ev::put_ack, {}, I);
  else
    t.impossible({II_A}, {Ev::put_ack}, "it was forwarded to or recalled, so it is owed that");
  t.row(II_A, Ev::put_ack_owed, {}, I);
  t.row(II_A, Ev::inv, {send_inv_ack}, II_A);
  t.impossible({MI_F}, {Ev::put_ack, Ev::put_ack_owed}, "it had its Put-Ack");
  t.impossible({II_A}, {Ev::fwd_get_s, Ev::fwd_get_m, Ev::recall}, "it owns nothing any more");

  std::vector<State> settled = {I, S, M}, write_backs = {MI_A, MI_F, II_A},
                     owners_to_be = {IS_D, IS_D_I, IM_AD, IM_A, SM_AD, SM_A};
  if (notice == EvictNotice::all) {
    const State SI_A = t.state("SI_A", "eviction of a shared copy announced, waits for Put-Ack", StateKind::write_back);
    t.row(S, Ev::evict, {send_put_s}, SI_A);
    t.row(SI_A, Ev::inv, {send_inv_ack}, II_A);
    t.row(SI_A, Ev::put_ack, {}, I);
    t.impossible({SI_A}, {Ev::put_ack_owed}, "nothing is forwarded to a sharer");
    t.impossible({SI_A}, {Ev::fwd_get_s, Ev::fwd_get_m, Ev::recall}, "it owns nothing");
    write_backs.push_back(SI_A);
  } else {
    t.row(S, Ev::evict, {}, I);
  }

  if (has.exclusive) {
    const State E = t.state("E", "exclusive, clean: a store makes it M without a message", StateKind::stable, write);
    const State EI_A = t.state("EI_A", "clean owned line evicted, waits for Put-Ack", StateKind::write_back);
    const State EI_F =
        t.state("EI_F", "clean owned line evicted, waits for the forward that is due", StateKind::write_back);
    t.row(E, Ev::load, {hit}, E);
    t.row(E, Ev::store, {hit}, M);
    t.row(E, Ev::evict, {send_put_e}, EI_A);
    t.row(E, Ev::fwd_get_s, {send_data_s, send_downgrade_ack}, S);
    t.row(E, Ev::fwd_get_m, {send_data_m}, I);
    t.row(E, Ev::recall, {send_recall_ack}, I);
    // An exclusive grant cancels an Inv that came while reading: the Inv was for an older copy.
    t.row(IS_D, Ev::data_e, {take_data, perform}, E);
    t.row(IS_D_I, Ev::data_e, {take_data, perform}, E);
    for (State s : {EI_A, EI_F}) {
      const State served = s == EI_A ? II_A : I;
      if (s == EI_A || !has.owned) t.row(s, Ev::fwd_get_s, {send_data_s, send_downgrade_ack}, served);
      t.row(s, Ev::fwd_get_m, {send_data_m}, served);
      t.row(s, Ev::recall, {send_recall_ack}, served);
    }
    t.row(EI_A, Ev::inv, {send_inv_ack}, EI_A);
    t.impossible({EI_F}, {Ev::inv}, "until the forward is answered the line has no sharers");
    t.row(EI_A, Ev::put_ack, {}, I);
    t.row(EI_A, Ev::put_ack_owed, {}, EI_F);
    t.impossible({EI_F}, {Ev::put_ack, Ev::put_ack_owed}, "it had its Put-Ack");
    if (has.owned) t.impossible({EI_F}, {Ev::fwd_get_s}, kAnsweredFirst);
    settled.push_back(E);
    write_backs.insert(write_backs.end(), {EI_A, EI_F});
  } else {
    t.impossible({IS_D, IS_D_I}, {Ev::data_e}, "the home grants no clean exclusive copies");
  }

  if (has.owned) {
    // What a home in O sends was ordered before an upgrade of the owner: it is served at once. Plain forwards and
    // recalls come from a home that has granted the upgrade: they wait for it.
    for (State s : {O, OM_AD}) {
      const State gone = s == O ? I : IM_AD;
      t.row(s, Ev::load, {hit}, s);
      t.row(s, Ev::fwd_get_s_o, {send_data_s, send_owned_ack}, s);
      t.row(s, Ev::fwd_get_m_o, {send_data_m}, gone);
      t.row(s, Ev::recall_o, {send_recall_data}, gone);
      t.impossible({s}, {Ev::inv}, "a writer's walk leaves the owner out: it is forwarded to");
    }
    t.row(O, Ev::store, {send_get_m}, OM_AD);
    t.row(O, Ev::evict, {send_put_m}, MI_A);
    t.row(OM_AD, Ev::store, {wait}, OM_AD);
    t.row(OM_AD, Ev::inv_ack, {}, OM_AD);
    t.row(OM_AD, Ev::grant, {perform}, M);
    t.row(OM_AD, Ev::grant_acks, {}, OM_A);
    t.impossible({OM_AD}, {Ev::data_m, Ev::data_m_acks}, "the owner's copy is good: it gets leave alone");
    t.impossible({OM_AD}, {Ev::last_inv_ack}, "how many there will be is not known yet");
    for (auto [s, served] : {std::pair{MI_A, II_A}, std::pair{MI_F, I}}) {
      if (s == MI_A) t.row(s, Ev::fwd_get_s_o, {send_data_s, send_copy_back}, served);
      t.row(s, Ev::fwd_get_m_o, {send_data_m}, served);
      t.row(s, Ev::recall_o, {send_recall_data}, served);
    }
    t.impossible({MI_F}, {Ev::fwd_get_s, Ev::fwd_get_s_o}, kAnsweredFirst);
    t.only_in({O, OM_AD, MI_A, MI_F}, {Ev::fwd_get_s_o, Ev::fwd_get_m_o, Ev::recall_o},
              "it does not own the line beside sharers");
    settled.push_back(O);
    owners_to_be.insert(owners_to_be.end(), {OM_AD, OM_A});
  } else {
    t.never({Ev::fwd_get_s_o, Ev::fwd_get_m_o, Ev::recall_o}, "there are no sharers beside an owner");
  }
  t.never({Ev::wb_ack}, "the data is in the Put");

  // An owner-to-be may be forwarded to before it has its data: the forward waits in the MSHR.
  for (State s : owners_to_be) {
    if (has.exclusive || (s != IS_D && s != IS_D_I))
      for (Ev e : {Ev::fwd_get_s, Ev::fwd_get_m, Ev::recall}) t.row(s, e, {defer}, s);
    else
      t.impossible({s}, {Ev::fwd_get_s, Ev::fwd_get_m, Ev::recall}, "a reader never becomes the owner");
    t.impossible({s}, {Ev::evict}, "a way with a miss under way is no victim");
    t.impossible({s}, {Ev::put_ack, Ev::put_ack_owed}, "it asks only after its Put-Ack came");
  }
  for (State s : write_backs) {
    t.row(s, Ev::load, {block}, s);
    t.row(s, Ev::store, {block}, s);
    t.impossible({s}, {Ev::evict}, "not in the cache any more");
    t.impossible(
        {s},
        {Ev::data_s, Ev::data_e, Ev::data_m, Ev::data_m_acks, Ev::grant, Ev::grant_acks, Ev::inv_ack, Ev::last_inv_ack},
        "it asks for nothing");
  }
  for (State s : settled) {
    t.impossible(
        {s},
        {Ev::data_s, Ev::data_e, Ev::data_m, Ev::data_m_acks, Ev::grant, Ev::grant_acks, Ev::inv_ack, Ev::last_inv_ack},
        "it waits for nothing");
    t.impossible({s}, {Ev::put_ack, Ev::put_ack_owed}, "no eviction is under way");
    if (s == I || s == S)
      t.impossible({s}, {Ev::fwd_get_s, Ev::fwd_get_m, Ev::recall},
                   "only owners are forwarded to, and an owner's write-back entry stays until nothing is due");
    else if (s == O)
      t.impossible({s}, {Ev::fwd_get_s, Ev::fwd_get_m, Ev::recall},
                   "the home knows the sharers, and sends what says so (-O)");
    else
      t.impossible({s}, {Ev::inv}, "an owner is forwarded to or recalled, and older writers had its acknowledgement");
  }
  t.impossible({IS_D, IS_D_I}, {Ev::data_m, Ev::data_m_acks, Ev::grant, Ev::grant_acks, Ev::inv_ack, Ev::last_inv_ack},
               "it did not ask to write");
  for (State s : owners_to_be)
    if (s != IS_D && s != IS_D_I) t.impossible({s}, {Ev::data_s, Ev::data_e}, "it did not ask to read");
}

}  // namespace cdrsim
