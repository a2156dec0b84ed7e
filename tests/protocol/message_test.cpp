// SPDX-License-Identifier: BSD-3-Clause
// Does every message have the size of the OpenPiton RTL and the virtual network it may safely travel on?
#include "protocol/message.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace cdrsim {
namespace {

using enum MessageType;

constexpr std::uint32_t kLineBits = 512;

std::uint32_t bits(MessageType type) {
  return kind(type).bits + (kind(type).carries_line ? kLineBits : 0);
}
std::uint32_t flits(MessageType type) {
  return (bits(type) + 63) / 64;
}

/// What travels, and so everything but the home's own timer.
std::vector<MessageType> all() {
  std::vector<MessageType> result;
  for (std::size_t t = 0; t < static_cast<std::size_t>(MessageType::count); ++t)
    if (static_cast<MessageType>(t) != walk_timer) result.push_back(static_cast<MessageType>(t));
  return result;
}

// GIVEN links 64 bits wide and 64-byte lines THEN messages have the flits of the RTL's.
TEST(Messages, HaveTheFlitsOfTheRtl) {
  EXPECT_EQ(flits(get_s), 3u);
  EXPECT_EQ(flits(get_m), 3u);
  EXPECT_EQ(flits(put_e), 3u);
  EXPECT_EQ(flits(put_m), 11u);
  EXPECT_EQ(flits(fwd_get_s), 3u);
  EXPECT_EQ(flits(inv), 3u);
  EXPECT_EQ(flits(put_ack), 1u);
  EXPECT_EQ(flits(data_s), 9u);
  EXPECT_EQ(flits(data_e), 9u);
  EXPECT_EQ(flits(data_m), 9u);
  EXPECT_EQ(flits(grant), 1u);
  EXPECT_EQ(flits(inv_ack), 1u);
  EXPECT_EQ(flits(copy_back), 9u);
  EXPECT_EQ(flits(mem_read), 3u);
  EXPECT_EQ(flits(mem_write), 11u);
  EXPECT_EQ(flits(mem_data), 9u);
  EXPECT_EQ(flits(map_request), 3u);
  EXPECT_EQ(flits(map_data), 3u);
  EXPECT_EQ(flits(wb_guard), 3u);
}

// THEN there are four sizes: an address (192 bits), none (64), the line on top of either, and a map-table refill. What
// answers an MSHR has no address; a WB answers nothing.
TEST(Messages, HaveTheSizesOfTheRtl) {
  for (MessageType t : all()) {
    SCOPED_TRACE(kind(t).name);
    const bool answers = kind(t).virtual_network == 2 ? t != wb : t == put_ack || t == put_ack_owed;
    if (t == map_data)
      EXPECT_EQ(bits(t), 64u + 128u);
    else if (t == page_fill)
      EXPECT_EQ(bits(t), 64u + 128u);
    else
      EXPECT_EQ(kind(t).bits, answers ? 64u : 192u);
  }
  EXPECT_EQ(bits(walk_timer), 0u);
}

// THEN requests travel below forwards, and forwards below responses.
TEST(Messages, TravelOnTheirVirtualNetwork) {
  const std::set<MessageType> requests = {get_s, get_m, put_s, put_e, put_m, wb_guard, map_request, page_request};
  const std::set<MessageType> forwards = {fwd_get_s,    fwd_get_m,  fwd_get_s_o, fwd_get_m_o, inv,
                                          home_inv,     recall_inv, recall,      recall_o,    put_ack,
                                          put_ack_owed, mem_read,   mem_write,   map_read};
  for (MessageType t : all()) {
    SCOPED_TRACE(kind(t).name);
    EXPECT_EQ(kind(t).virtual_network, requests.contains(t) ? 0 : forwards.contains(t) ? 1 : 2);
  }
}

// THEN every message is for one unit of a tile: caches get forwards and answers, never requests.
TEST(Messages, AreForOneUnit) {
  for (MessageType t : all()) {
    SCOPED_TRACE(kind(t).name);
    const int network = kind(t).virtual_network;
    EXPECT_TRUE(kind(t).unit != Unit::cache || network >= 1);
    EXPECT_TRUE(kind(t).unit != Unit::memory || network == 1) << "DRAM drains into the responses";
  }
  for (MessageType t : {get_s, get_m, put_s, put_e, put_m, wb_guard, wb, copy_back, downgrade_ack, owned_ack, grant_ack,
                        recall_data, recall_ack, mem_data})
    EXPECT_EQ(kind(t).unit, Unit::home) << kind(t).name;
}

// THEN names and explanations tell messages, classes and units apart.
TEST(Messages, AreNamedOnce) {
  std::set<std::string_view> names;
  for (MessageType t : all()) {
    EXPECT_TRUE(names.insert(kind(t).name).second) << kind(t).name;
    EXPECT_FALSE(kind(t).help.empty()) << kind(t).name;
  }
  std::set<std::string_view> classes;
  for (std::size_t c = 0; c < static_cast<std::size_t>(TrafficClass::count); ++c) {
    EXPECT_TRUE(classes.insert(name(static_cast<TrafficClass>(c))).second);
    EXPECT_FALSE(help(static_cast<TrafficClass>(c)).empty());
  }
}

}  // namespace
}  // namespace cdrsim
