// SPDX-License-Identifier: BSD-3-Clause
// What tiles say to each other. Every message type is declared once, in the table below: its name, virtual network,
// size and the class its flits are counted under.
//
// Three ordered virtual networks (semantics: a handler of one may wait only for a higher one):
//   0 request   may wait at the home      1 forward   caches always sink it      2 response   always sunk
//
// Sizes are those of the OpenPiton RTL: 192 bits with an address, 64 without (the answer to an MSHR), plus the line
// where data travels, plus 128 bits of mappings in a map-table refill.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "base/types.h"
#include "domain/map_cache.h"

namespace cdrsim {

//  X(class, what is in it)
#define CDRSIM_TRAFFIC_CLASSES(X)                                       \
  X(request, "GetS, GetM, and homes' reads of DRAM")                    \
  X(forward, "requests forwarded to owners")                            \
  X(invalidate, "Invs for writers")                                     \
  X(ack, "answers without data")                                        \
  X(data, "lines to caches, and from DRAM to homes")                    \
  X(write_back, "evictions, copy-backs, recalled lines, lines to DRAM") \
  X(map_refill, "map-table reads for HMCs and SMCs, and their answers") \
  X(recall, "Recalls and Recall-Invs of lines that homes evict")        \
  X(translation, "TLB misses and fills")

#define CDRSIM_X(id, help) id,
enum class TrafficClass : std::uint8_t { CDRSIM_TRAFFIC_CLASSES(CDRSIM_X) count };
#undef CDRSIM_X
std::string_view name(TrafficClass traffic);
std::string_view help(TrafficClass traffic);

/// Which part of the destination tile a message is for.
enum class Unit : std::uint8_t { cache, home, memory, maps, translation };
std::string_view name(Unit unit);

//  X(type, name, virtual network, unit, bits without data, carries the line, class, what it means)
#define CDRSIM_MESSAGE_TYPES(X)                                                                                       \
  X(get_s, "GetS", 0, home, 192, false, request, "asks for a copy to read")                                           \
  X(get_m, "GetM", 0, home, 192, false, request, "asks for the only copy, to write")                                  \
  X(put_s, "PutS", 0, home, 192, false, write_back, "announces the eviction of a shared copy")                        \
  X(put_e, "PutE", 0, home, 192, false, write_back, "announces the eviction of a clean owned copy")                   \
  X(put_m, "PutM", 0, home, 192, true, write_back, "writes an owned copy back")                                       \
  X(wb_guard, "WBGuard", 0, home, 192, false, write_back, "announces a WB, which travels ahead of later requests")    \
  X(map_request, "MapRequest", 0, home, 192, false, map_refill, "HMC miss: asks the own tile for home mappings")      \
  X(page_request, "PageRequest", 0, translation, 192, false, translation, "TLB miss: asks for a page's attributes")   \
  X(fwd_get_s, "Fwd-GetS", 1, cache, 192, false, forward, "tells the owner to send a copy to the requester")          \
  X(fwd_get_m, "Fwd-GetM", 1, cache, 192, false, forward, "tells the owner to hand the line to the requester")        \
  X(fwd_get_s_o, "Fwd-GetS-O", 1, cache, 192, false, forward, "as Fwd-GetS, to an owner whose copy others share")     \
  X(fwd_get_m_o, "Fwd-GetM-O", 1, cache, 192, false, forward, "as Fwd-GetM, to an owner whose copy others share")     \
  X(inv, "Inv", 1, cache, 192, false, invalidate, "tells a sharer to drop its copy and acknowledge to the requester") \
  X(home_inv, "Home-Inv", 1, cache, 192, false, invalidate, "for a writer: drop the copy, acknowledge to the home")   \
  X(recall_inv, "Recall-Inv", 1, cache, 192, false, recall, "the home evicts the line: drop the copy, ack the home")  \
  X(recall, "Recall", 1, cache, 192, false, recall, "the home evicts the line: the owner sends it back")              \
  X(recall_o, "Recall-O", 1, cache, 192, false, recall, "as Recall, to an owner whose copy others share")             \
  X(put_ack, "Put-Ack", 1, cache, 64, false, ack, "the eviction is done; no forward is owed")                         \
  X(put_ack_owed, "Put-Ack-Owed", 1, cache, 64, false, ack, "the eviction is done; a forward to this cache is due")   \
  X(mem_read, "MemRead", 1, memory, 192, false, request, "home reads a line from DRAM")                               \
  X(mem_write, "MemWrite", 1, memory, 192, true, write_back, "home writes a line to DRAM")                            \
  X(map_read, "MapRead", 1, memory, 192, false, map_refill, "reads four mappings of a map table from DRAM")           \
  X(data_s, "DataS", 2, cache, 64, true, data, "a copy to read")                                                      \
  X(data_e, "DataE", 2, cache, 64, true, data, "the only copy, clean")                                                \
  X(data_m, "DataM", 2, cache, 64, true, data, "the line, to write once `acks` Inv-Acks are in")                      \
  X(grant, "Grant", 2, cache, 64, false, ack, "leave to write the copy at hand once `acks` Inv-Acks are in")          \
  X(inv_ack, "Inv-Ack", 2, cache, 64, false, ack, "a sharer has dropped its copy")                                    \
  X(owned_ack, "Owned-Ack", 2, home, 64, false, ack, "the forwarded-to owner keeps the modified line and shares it")  \
  X(grant_ack, "Grant-Ack", 2, home, 64, false, ack, "the writer has its grant")                                      \
  X(wb, "WB", 2, home, 192, true, write_back, "the modified line of an eviction that a WBGuard announces")            \
  X(wb_ack, "WB-Ack", 2, cache, 64, false, ack, "the home has taken the WB")                                          \
  X(recall_inv_ack, "Recall-Inv-Ack", 2, home, 64, false, ack, "a sharer has dropped its copy for the home")          \
  X(copy_back, "CopyBack", 2, home, 64, true, write_back, "the downgraded owner's modified line, to the home")        \
  X(downgrade_ack, "Downgrade-Ack", 2, home, 64, false, ack, "the downgraded owner's copy was clean")                 \
  X(recall_data, "RecallData", 2, home, 64, true, write_back, "the recalled owner's modified line")                   \
  X(recall_ack, "Recall-Ack", 2, home, 64, false, ack, "the recalled owner's copy was clean")                         \
  X(mem_data, "MemData", 2, home, 64, true, data, "a line from DRAM")                                                 \
  X(mem_written, "MemWritten", 2, home, 64, false, ack, "DRAM has taken a line")                                      \
  X(map_data, "MapData", 2, maps, 192, false, map_refill, "four mappings: 64 bits of header and 128 of mappings")     \
  X(page_fill, "PageFill", 2, translation, 192, false, translation, "a page's attributes, for the TLB")               \
  X(walk_timer, "WalkTimer", 2, home, 0, false, invalidate, "not a message: the home's own clock while Invs leave")

enum class MessageType : std::uint8_t {
#define CDRSIM_X(type, ...) type,
  CDRSIM_MESSAGE_TYPES(CDRSIM_X)
#undef CDRSIM_X
      count
};

struct MessageKind {
  std::string_view name;
  std::uint8_t virtual_network;
  Unit unit;
  std::uint32_t bits;
  bool carries_line;
  TrafficClass traffic;
  std::string_view help;
};

inline constexpr std::array<MessageKind, static_cast<std::size_t>(MessageType::count)> kMessageKinds{{
#define CDRSIM_X(type, name, vn, unit, bits, line, traffic, help) \
  {name, vn, Unit::unit, bits, line, TrafficClass::traffic, help},
    CDRSIM_MESSAGE_TYPES(CDRSIM_X)
#undef CDRSIM_X
}};

constexpr const MessageKind& kind(MessageType type) {
  return kMessageKinds[static_cast<std::size_t>(type)];
}

/// Where the time of a miss went, in cycles, gathered by the messages on its critical path. For statistics only: no
/// controller decides by it.
struct Path {
  Cycle mark = 0;  // charged up to here
  std::uint32_t hmc = 0, network = 0, home = 0, smc = 0, owner = 0, dram = 0, invalidation = 0;

  /// Adds the time since the mark to one of the parts.
  void charge(std::uint32_t Path::*part, Cycle now) {
    this->*part += static_cast<std::uint32_t>(now - mark);
    mark = now;
  }
};

struct Message {
  Message() : path() {}

  LineAddress line{};  // a page number in page_request and page_fill
  TileId source{}, destination{};
  TileId requester{};      // whom data and Inv-Acks go to
  std::uint32_t sdid = 0;  // of the page, in requests; the domain in map messages
  std::uint32_t lsid = 0;  // of the requester, in requests; the logical id in map messages
  std::uint32_t acks = 0;  // data_m, grant: Inv-Acks to expect
  Version version = 0;     // of the line, where it travels
  MessageType type{};
  bool has_copy : 1 = false;   // get_m: the requester holds a shared copy, as far as it knows
  bool for_home : 1 = false;   // map messages: the mappings are a home's (SMC), not a core's (HMC)
  bool looked_up : 1 = false;  // get_s, get_m: the home has counted it as an LLC hit or miss
  bool broadcast : 1 = false;  // inv, recall_inv and their acks: for a public member (for statistics only)
  union {
    Path path;          // all but map_data
    MapEntry mappings;  // map_data
  };
};
static_assert(sizeof(Message) <= 88);

}  // namespace cdrsim
