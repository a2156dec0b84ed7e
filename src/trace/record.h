// SPDX-License-Identifier: BSD-3-Clause
// One record of a thread's stream.
#pragma once

#include <cstdint>

namespace cdrsim {

enum class Operation : std::uint8_t { read, write, atomic, barrier, lock, unlock };
inline constexpr unsigned kOperations = 6;

/// 16 bytes. `gap`: instructions executed by the thread since its previous record, this one not included.
struct Record {
  std::uint64_t address = 0;    // virtual; of the barrier or lock word for synchronisation
  std::uint32_t gap = 0;        // 0 for lock and unlock, whose instructions count in the next record's gap
  std::uint32_t size : 28 = 0;  // bytes, 1 to 65536; for a barrier the number of threads that join it; else 0
  Operation operation : 4 = Operation::read;

  friend bool operator==(const Record&, const Record&) = default;
};
static_assert(sizeof(Record) == 16);

/// `size` below 2^28; the bit-field takes no wider integer without a warning.
constexpr Record make_record(Operation operation, std::uint64_t address, std::uint64_t size, std::uint32_t gap) {
  Record record;
  record.address = address;
  record.gap = gap;
  record.size = size & ((1u << 28) - 1);
  record.operation = operation;
  return record;
}

inline constexpr std::uint32_t kMaxReferenceSize = 65536;
inline constexpr std::uint32_t kMaxBarrierCount = (1u << 28) - 1;
inline constexpr std::uint32_t kMaxTraceThreads = 1u << 20;

/// Read, write or atomic: what counts as a memory reference.
constexpr bool is_reference(Operation operation) {
  return operation <= Operation::atomic;
}

/// The highest byte that a record touches. Of a barrier or a lock only the word's first byte counts.
constexpr std::uint64_t last_byte(const Record& r) {
  return is_reference(r.operation) ? r.address + (r.size - 1) : r.address;
}

/// Why a record is not legal, or null. Sizes, counts, gaps of lock and unlock, addresses that wrap past 2^64.
constexpr const char* record_problem(const Record& r) {
  if (r.operation == Operation::barrier) return r.size == 0 ? "a barrier that no thread joins" : nullptr;
  if (is_reference(r.operation)) {
    if (r.size == 0 || r.size > kMaxReferenceSize) return "the size of a reference is not in 1 to 65536";
    return last_byte(r) < r.address ? "a reference that wraps past the last address" : nullptr;
  }
  if (r.operation > Operation::unlock) return "an operation that does not exist";
  if (r.size != 0) return "a size on a lock or unlock";
  return r.gap != 0 ? "a gap on a lock or unlock" : nullptr;
}

}  // namespace cdrsim
