// SPDX-License-Identifier: BSD-3-Clause
// Can a protocol be added without touching the simulator? This one, MI, is written and registered here: two stable
// states, and every miss asks for the only copy. docs/add-a-protocol.md goes through this file.
//
// As it is registered, the tests of all protocols in this folder (complete tables, networks, random orders of messages,
// every row taken) run it as well.
#include <gtest/gtest.h>

#include "protocol/random_drive.h"

namespace cdrsim {
namespace {

void build_toy_cache(Protocol& protocol) {
  using enum PrivateAction;
  using Ev = PrivateEvent;
  PrivateTable& t = protocol.cache;
  const State I = t.state("I", "not here", StateKind::absent);
  const State M = t.state("M", "the only copy", StateKind::stable, Permission::write);
  const State IM_D = t.state("IM_D", "waits for the line", StateKind::transient);
  const State MI_A = t.state("MI_A", "evicted, waits for Put-Ack", StateKind::write_back);
  const State MI_F = t.state("MI_F", "evicted, waits for the forward that is due", StateKind::write_back);
  const State II_A = t.state("II_A", "evicted, forward answered, waits for Put-Ack", StateKind::write_back);
  protocol.cache_absent = I;

  t.row(I, Ev::load, {send_get_s}, IM_D);
  t.row(I, Ev::store, {send_get_m}, IM_D);
  for (Ev e : {Ev::load, Ev::store}) {
    t.row(M, e, {hit}, M);
    t.row(IM_D, e, {wait}, IM_D);
    for (State s : {MI_A, MI_F, II_A}) t.row(s, e, {block}, s);
  }
  t.row(IM_D, Ev::data_m, {take_data, perform}, M);
  t.row(M, Ev::evict, {send_put_m}, MI_A);

  // The home forwards to whom it gave the line last, which may not have it yet, or not any more.
  t.row(IM_D, Ev::fwd_get_m, {defer}, IM_D);
  t.row(IM_D, Ev::recall, {defer}, IM_D);
  for (auto [from, to] : {std::pair{M, I}, std::pair{MI_A, II_A}, std::pair{MI_F, I}}) {
    t.row(from, Ev::fwd_get_m, {send_data_m}, to);
    t.row(from, Ev::recall, {send_recall_data}, to);
  }
  t.row(MI_A, Ev::put_ack, {}, I);
  t.row(MI_A, Ev::put_ack_owed, {}, MI_F);
  t.row(II_A, Ev::put_ack_owed, {}, I);
  t.impossible({II_A}, {Ev::put_ack}, "it was forwarded to, so it is owed that");

  t.only_in({M}, {Ev::evict}, "only a settled line is replaced");
  t.only_in({IM_D}, {Ev::data_m}, "it waits for nothing");
  t.only_in({M, IM_D, MI_A, MI_F}, {Ev::fwd_get_m, Ev::recall}, "it owns nothing");
  t.only_in({MI_A, II_A}, {Ev::put_ack, Ev::put_ack_owed}, "no Put-Ack is outstanding");
  t.never({Ev::fwd_get_s, Ev::fwd_get_s_o, Ev::fwd_get_m_o, Ev::recall_o, Ev::inv, Ev::inv_ack, Ev::last_inv_ack,
           Ev::data_s, Ev::data_e, Ev::data_m_acks, Ev::grant, Ev::grant_acks},
          "there are no shared copies");
  t.never({Ev::wb_ack}, "the data is in the Put");
}

void build_toy_home(Protocol& protocol) {
  using enum HomeAction;
  using Ev = HomeEvent;
  HomeTable& t = protocol.home;
  const State NP = t.state("NP", "not here, no copies anywhere", StateKind::absent);
  const State NP_D = t.state("NP_D", "fetched from DRAM", StateKind::transient);
  const State I = t.state("I", "here, no private copy", StateKind::stable);
  const State X = t.state("X", "one private cache has it", StateKind::stable);
  const State X_R = t.state("X_R", "evicting: waits for the owner's answer", StateKind::transient);
  const State I_W = t.state("I_W", "evicted, on its way to DRAM", StateKind::transient);
  const State I_D = t.state("I_D", "its data is fetched again", StateKind::transient);
  protocol.home_absent = NP;
  protocol.home_writing = I_W;

  for (Ev e : {Ev::get_s, Ev::get_m}) {
    t.row(NP, e, {fetch, wait}, NP_D);
    t.row(I, e, {send_data_m, set_owner}, X);
    t.row(X, e, {send_fwd_get_m, set_owner}, X);
    for (State s : {NP_D, X_R, I_W, I_D}) t.row(s, e, {wait}, s);
  }
  t.row(NP_D, Ev::mem_data, {take_memory_data, wake}, I);
  t.row(X, Ev::put_owned, {take_put_data, clear_owner, send_put_ack}, I);
  for (State s : {NP, NP_D, I, X, X_R, I_W, I_D}) t.row(s, Ev::put_stale, {send_put_ack_owed}, s);
  for (Ev e : {Ev::evict_clean, Ev::evict_dirty}) t.row(X, e, {send_recall, clear_owner}, X_R);
  t.row(X_R, Ev::recall_data, {take_data, evict_again}, I);
  t.row(I, Ev::evict_clean, {wake, drop}, NP);
  t.row(I, Ev::evict_dirty, {write_back}, I_W);
  t.row(I_W, Ev::mem_written, {wake, drop}, NP);
  for (Ev e : {Ev::get_s_no_data, Ev::get_m_no_data}) t.row(I, e, {fetch, wait}, I_D);
  t.row(I_D, Ev::mem_data, {take_memory_data, wake}, I);

  t.only_in({NP_D, I_D}, {Ev::mem_data}, "no fetch is under way");
  t.only_in({I_W}, {Ev::mem_written}, "no write is under way");
  t.only_in({X}, {Ev::put_owned}, "the home knows no owner here");
  t.only_in({X_R}, {Ev::recall_data}, "no owner is being recalled");
  t.only_in({I, X}, {Ev::evict_clean, Ev::evict_dirty}, "a busy line is no victim, nor is one that is not here");
  t.only_in({I}, {Ev::get_s_no_data, Ev::get_m_no_data}, "the data is not missed here");
  t.never({Ev::get_s_full, Ev::put_s, Ev::put_last_s, Ev::copy_back, Ev::downgrade_ack, Ev::owned_ack,
           Ev::recall_inv_ack, Ev::last_recall_inv_ack, Ev::walk_done, Ev::walk_done_acked},
          "there are no shared copies");
  t.never({Ev::get_s_owner, Ev::get_m_owner}, "an owner has the line, and announces that it evicts it");
  t.never({Ev::recall_ack, Ev::grant_ack, Ev::wb_guard, Ev::wb_guard_stale, Ev::wb, Ev::wb_stale},
          "the private caches do not send this");
}

const Registered<ProtocolFactory> toy{"toy-mi", "every miss asks for the only copy", [](EvictNotice) {
                                        auto protocol = std::make_shared<Protocol>();
                                        protocol->name = "toy-mi";
                                        build_toy_cache(*protocol);
                                        build_toy_home(*protocol);
                                        return std::shared_ptr<const Protocol>(std::move(protocol));
                                      }};

using enum ReferenceKind;

// GIVEN the protocol of this file WHEN two cores take turns THEN the line moves between them, with what was stored.
TEST(ToyProtocol, MovesTheOnlyCopy) {
  Machine m({.protocol = "toy-mi", .cores = 2});
  m.start(0, store, 0);
  m.settle();
  EXPECT_EQ(m.cache_state(0, 0), "M");
  m.start(1, load, 0);
  m.deliver(MessageType::get_s);
  m.deliver(MessageType::fwd_get_m, 0);
  EXPECT_EQ(m.cache_state(0, 0), "I");
  ASSERT_TRUE(m.in_flight(MessageType::data_m, 1));
  EXPECT_EQ(m.bag()[m.find(MessageType::data_m, 1)].version, kUnwritten + 1);
  m.settle();
  EXPECT_EQ(m.cache_state(1, 0), "M") << "a load too";
  m.audit();
}

// THEN it is coherent in random orders of messages, with evictions everywhere.
TEST(ToyProtocol, IsCoherentInRandomOrders) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const Shape shape{
        .protocol = "toy-mi", .cores = 4, .homes = 2, .lines = 6, .slots = 2, .l1 = {1, 2, 2}, .llc = {1, 2, 2}};
    SCOPED_TRACE(seed);
    Machine m(shape);
    ASSERT_NO_THROW(RandomDrive(m, shape, seed).run(300));
  }
}

}  // namespace
}  // namespace cdrsim
