// SPDX-License-Identifier: BSD-3-Clause
// Counters declared once. A room lists its counters in one macro; from it come the struct of plain integers that the
// model increments, the list that `describe stats` prints, and the sums in result.json:
//
//   #define CDRSIM_HOME_COUNTERS(X)   (one line of macro, continued by backslashes)
//     X(llc_hits, "llc.hits", "references", "found in the LLC slice")
//     X(recalls, "directory.recalls", "lines", "evicted while cached")
//   CDRSIM_DECLARE_COUNTERS(HomeCounters, CDRSIM_HOME_COUNTERS)
//
//   HomeCounters c;  ++c.llc_hits;  total += c;  for (auto& d : HomeCounters::declarations()) ... c.*(d.member)
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace cdrsim::stats {

template <class T>
struct CounterDeclaration {
  std::string_view name, unit, description;
  std::uint64_t T::*member;
};

}  // namespace cdrsim::stats

#define CDRSIM_COUNTER_MEMBER(member, name, unit, description) std::uint64_t member = 0;
#define CDRSIM_COUNTER_ADD(member, name, unit, description) member += other.member;
#define CDRSIM_COUNTER_DECLARATION(member, name, unit, description) \
  ::cdrsim::stats::CounterDeclaration<Self>{name, unit, description, &Self::member},
#define CDRSIM_COUNTER_ONE(...) +1

#define CDRSIM_DECLARE_COUNTERS(Type, LIST)                                                        \
  struct Type {                                                                                    \
    LIST(CDRSIM_COUNTER_MEMBER)                                                                    \
    Type& operator+=(const Type& other) {                                                          \
      LIST(CDRSIM_COUNTER_ADD)                                                                     \
      return *this;                                                                                \
    }                                                                                              \
    static constexpr std::size_t count = 0 LIST(CDRSIM_COUNTER_ONE);                               \
    static constexpr std::array<::cdrsim::stats::CounterDeclaration<Type>, count> declarations() { \
      using Self = Type;                                                                           \
      return {LIST(CDRSIM_COUNTER_DECLARATION)};                                                   \
    }                                                                                              \
  };
