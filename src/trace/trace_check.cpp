// SPDX-License-Identifier: BSD-3-Clause
#include "trace/trace_check.h"

#include <charconv>
#include <map>

#include "base/error.h"

namespace cdrsim {
namespace {

std::string hex(std::uint64_t value) {
  char digits[16];
  return "0x" + std::string(digits, std::to_chars(digits, digits + sizeof digits, value, 16).ptr);
}

/// Marks places of the global order; each may be taken once.
class Places {
 public:
  explicit Places(std::uint64_t count) : taken_(count) {}
  bool take(std::uint64_t place) {
    if (place >= taken_.size() || taken_[place]) return false;
    return taken_[place] = true;
  }

 private:
  std::vector<bool> taken_;
};

/// Follows barriers and locks.
class Synchronisation {
 public:
  void record(std::uint32_t thread, const Record& r) {
    if (r.operation == Operation::barrier) {
      Barrier& barrier = barriers_[r.address];
      if (barrier.arrivals == 0) barrier.count = r.size;
      barrier.mixed |= barrier.count != r.size;
      ++barrier.arrivals;
    } else if (r.operation == Operation::lock) {
      if (++held_[r.address] == 2)
        warn("thread " + std::to_string(thread) + " takes lock " + hex(r.address) + " while it holds it");
    } else if (r.operation == Operation::unlock) {
      const auto it = held_.find(r.address);
      if (it == held_.end())
        warn("thread " + std::to_string(thread) + " releases lock " + hex(r.address) + " without holding it");
      else if (--it->second == 0)
        held_.erase(it);
    }
  }

  void end_of(std::uint32_t thread) {
    for (const auto& [address, depth] : held_)
      warn("thread " + std::to_string(thread) + " never releases lock " + hex(address));
    held_.clear();
  }

  std::vector<std::string> finish(std::uint32_t threads) {
    for (const auto& [address, b] : barriers_) {
      if (b.mixed)
        warn("barrier " + hex(address) + " is joined with different counts");
      else if (b.count > threads)
        warn("barrier " + hex(address) + " waits for " + std::to_string(b.count) + " threads; the trace has " +
             std::to_string(threads));
      else if (b.arrivals % b.count != 0)
        warn("barrier " + hex(address) + ": " + std::to_string(b.arrivals) + " arrivals are no multiple of its " +
             std::to_string(b.count) + " threads");
    }
    if (more_ > 0) warnings_.push_back("and " + std::to_string(more_) + " more");
    return std::move(warnings_);
  }

 private:
  static constexpr std::size_t kMaxWarnings = 20;

  struct Barrier {
    std::uint64_t arrivals = 0;
    std::uint32_t count = 0;
    bool mixed = false;
  };

  void warn(std::string text) {
    if (warnings_.size() < kMaxWarnings)
      warnings_.push_back(std::move(text));
    else
      ++more_;
  }

  std::map<std::uint64_t, Barrier> barriers_;
  std::map<std::uint64_t, std::uint64_t> held_;  // by the thread that is being read: lock and depth
  std::vector<std::string> warnings_;
  std::uint64_t more_ = 0;
};

}  // namespace

std::vector<std::string> check_trace(Trace& trace) {
  const TraceInfo& claimed = trace.info();
  const auto wrong = [&](const std::string& what) { throw UserError(claimed.path + ": " + what); };
  TraceInfo found;
  found.thread_records.resize(claimed.threads);
  found.thread_references.resize(claimed.threads);
  Places places(claimed.global_order ? claimed.records : 0);
  Synchronisation synchronisation;
  for (std::uint32_t t = 0; t < claimed.threads; ++t) {
    for (std::uint64_t index = 0; const auto block = trace.block(t, index); ++index) {
      for (const Record& r : block->records) {
        found.count(t, r);
        if (!is_reference(r.operation)) synchronisation.record(t, r);
      }
      for (const std::uint64_t place : block->order)
        if (!places.take(place))
          wrong("thread " + std::to_string(t) + ": place " + std::to_string(place) +
                " of the global order is taken twice or beyond the last record");
    }
    synchronisation.end_of(t);
    if (found.thread_records[t] != claimed.thread_records[t] ||
        found.thread_references[t] != claimed.thread_references[t])
      wrong("thread " + std::to_string(t) + " has other counts than the footer says");
  }
  for (unsigned k = 0; k < kOperations; ++k) {
    const auto operation = static_cast<Operation>(k);
    if (found.of(operation) != claimed.of(operation)) wrong("the footer's counts of kinds are wrong");
  }
  if (found.max_address != claimed.max_address)
    wrong("the highest address is " + hex(found.max_address) + ", the footer says " + hex(claimed.max_address));
  return synchronisation.finish(claimed.threads);
}

}  // namespace cdrsim
