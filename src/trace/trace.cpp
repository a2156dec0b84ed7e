// SPDX-License-Identifier: BSD-3-Clause
#include "trace/trace.h"

#include <algorithm>

#include "base/error.h"

namespace cdrsim {

std::uint64_t& TraceInfo::of(Operation operation) {
  switch (operation) {
    case Operation::read:
      return reads;
    case Operation::write:
      return writes;
    case Operation::atomic:
      return atomics;
    case Operation::barrier:
      return barriers;
    case Operation::lock:
      return locks;
    case Operation::unlock:
      return unlocks;
  }
  throw InternalError("trace: no such operation");
}

void TraceInfo::count(std::uint32_t thread, const Record& record) {
  ++records;
  ++of(record.operation);
  ++thread_records[thread];
  thread_references[thread] += is_reference(record.operation);
  max_address = std::max(max_address, last_byte(record));
}

void Trace::Cursor::load() {
  block_ = trace_->block(thread_, index_);
  at_ = block_ ? block_->records.data() : nullptr;
  end_ = block_ ? at_ + block_->records.size() : nullptr;
}

void Trace::Cursor::advance_block() {
  first_ += block_->records.size();
  ++index_;
  load();
}

}  // namespace cdrsim
