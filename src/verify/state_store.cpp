// SPDX-License-Identifier: BSD-3-Clause
#include "verify/state_store.h"

#include <cstring>

#include "base/error.h"
#include "base/random.h"

namespace cdrsim::verify {
namespace {

constexpr std::uint64_t kTableEntry = sizeof(std::uint64_t) + sizeof(StateIndex);

}  // namespace

std::uint64_t fingerprint(std::span<const std::uint8_t> bytes) {
  std::uint64_t h = 0x9e3779b97f4a7c15ull * (bytes.size() + 1);
  std::size_t i = 0;
  for (; i + 8 <= bytes.size(); i += 8) {
    std::uint64_t word;
    std::memcpy(&word, bytes.data() + i, 8);
    h = mix64(h ^ word) + word;
  }
  std::uint64_t rest = 0;
  if (i < bytes.size()) std::memcpy(&rest, bytes.data() + i, bytes.size() - i);
  return mix64(h ^ rest);
}

StateStore::StateStore(Fingerprint f) : fingerprint_(f), fingerprints_(1024), table_(1024, kNoState) {}

std::span<const std::uint8_t> StateStore::bytes(StateIndex i) const {
  const std::uint8_t* at = blocks_[offsets_[i] / kBlock].get() + offsets_[i] % kBlock;
  std::uint16_t size;
  std::memcpy(&size, at, 2);
  return {at + 2, size};
}

/// Where the state is, or the free place where it belongs.
std::size_t StateStore::place(std::uint64_t f, std::span<const std::uint8_t> wanted) const {
  const std::size_t mask = table_.size() - 1;
  for (std::size_t p = f & mask;; p = (p + 1) & mask) {
    if (table_[p] == kNoState) return p;
    if (fingerprints_[p] != f) continue;
    const auto here = bytes(table_[p]);
    if (here.size() == wanted.size() && std::memcmp(here.data(), wanted.data(), here.size()) == 0) return p;
  }
}

StateIndex StateStore::find(std::span<const std::uint8_t> wanted) const {
  return table_[place(fingerprint_(wanted), wanted)];
}

StateStore::Inserted StateStore::insert(std::span<const std::uint8_t> state, StateIndex parent) {
  invariant(state.size() < 65536, "a state of more than 64 KiB");
  const std::uint64_t f = fingerprint_(state);
  const std::size_t p = place(f, state);
  if (table_[p] != kNoState) return {table_[p], false};
  if (is_full()) {
    grow();
    return insert(state, parent);
  }
  const StateIndex index = size();
  invariant(index + 1 < kNoState, "more states than can be numbered");
  if (block_used_ + state.size() + 2 > kBlock) {
    blocks_.push_back(std::make_unique_for_overwrite<std::uint8_t[]>(kBlock));
    block_used_ = 0;
  }
  std::uint8_t* at = blocks_.back().get() + block_used_;
  const auto size = static_cast<std::uint16_t>(state.size());
  std::memcpy(at, &size, 2);
  std::memcpy(at + 2, state.data(), state.size());
  offsets_.push_back((blocks_.size() - 1) * kBlock + block_used_);
  block_used_ += state.size() + 2;
  parents_.push_back(parent);
  fingerprints_[p] = f;
  table_[p] = index;
  return {index, true};
}

void StateStore::grow() {
  std::vector<std::uint64_t> old_fingerprints(table_.size() * 2);
  std::vector<StateIndex> old_table(table_.size() * 2, kNoState);
  old_fingerprints.swap(fingerprints_);
  old_table.swap(table_);
  const std::size_t mask = table_.size() - 1;
  for (std::size_t i = 0; i < old_table.size(); ++i) {
    if (old_table[i] == kNoState) continue;
    std::size_t p = old_fingerprints[i] & mask;
    while (table_[p] != kNoState) p = (p + 1) & mask;
    table_[p] = old_table[i];
    fingerprints_[p] = old_fingerprints[i];
  }
}

std::uint64_t StateStore::memory() const {
  return blocks_.size() * kBlock + table_.size() * kTableEntry + offsets_.capacity() * sizeof(std::uint64_t) +
         parents_.capacity() * sizeof(StateIndex);
}

std::uint64_t StateStore::memory_to_insert() const {
  std::uint64_t more = is_full() ? 2 * table_.size() * kTableEntry : 0;
  if (parents_.size() == parents_.capacity()) more += 2 * parents_.size() * sizeof(StateIndex);
  if (offsets_.size() == offsets_.capacity()) more += 2 * offsets_.size() * sizeof(std::uint64_t);
  return memory() + more;
}

}  // namespace cdrsim::verify
