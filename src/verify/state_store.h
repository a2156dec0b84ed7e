// SPDX-License-Identifier: BSD-3-Clause
// The set of states found so far: the bytes of each, and the state it was first reached from. A hash table of 64-bit
// fingerprints finds a state; equal fingerprints are followed by a comparison of all bytes, so no state is ever taken
// for another.
//
//   auto [index, is_new] = store.insert(bytes, parent);
//   model.load(store.bytes(index));
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace cdrsim::verify {

using StateIndex = std::uint32_t;
inline constexpr StateIndex kNoState = 0xffffffffu;

using Fingerprint = std::uint64_t (*)(std::span<const std::uint8_t>);
std::uint64_t fingerprint(std::span<const std::uint8_t> bytes);

class StateStore {
 public:
  /// Another fingerprint, for tests.
  explicit StateStore(Fingerprint fingerprint = &verify::fingerprint);

  struct Inserted {
    StateIndex index;
    bool is_new;
  };
  Inserted insert(std::span<const std::uint8_t> bytes, StateIndex parent);
  /// kNoState when it is not there.
  StateIndex find(std::span<const std::uint8_t> bytes) const;

  std::span<const std::uint8_t> bytes(StateIndex i) const;
  StateIndex parent(StateIndex i) const { return parents_[i]; }
  StateIndex size() const { return static_cast<StateIndex>(parents_.size()); }
  /// Bytes of memory in use.
  std::uint64_t memory() const;
  /// Bytes in use while the next state is inserted: more than after it when the table grows.
  std::uint64_t memory_to_insert() const;

 private:
  static constexpr std::size_t kBlock = std::size_t{1} << 22;

  std::size_t place(std::uint64_t fingerprint, std::span<const std::uint8_t> bytes) const;
  bool is_full() const { return (parents_.size() + 1) * 4 > table_.size() * 3; }
  void grow();

  Fingerprint fingerprint_;
  std::vector<std::uint64_t> fingerprints_;  // by place in the table
  std::vector<StateIndex> table_;            // a power of two; kNoState: free
  std::vector<std::unique_ptr<std::uint8_t[]>> blocks_;
  std::size_t block_used_ = kBlock;
  std::vector<std::uint64_t> offsets_;  // of each state: block, place in the block
  std::vector<StateIndex> parents_;
};

}  // namespace cdrsim::verify
