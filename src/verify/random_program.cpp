// SPDX-License-Identifier: BSD-3-Clause
#include "verify/random_program.h"

#include <algorithm>
#include <initializer_list>
#include <set>
#include <sstream>

#include "trace/memory_trace.h"

namespace cdrsim::verify {
namespace {

constexpr std::uint64_t kBarrier = 0xa000, kLocks = 0x9000, kPrivate = std::uint64_t{1} << 40;

class Draw {
 public:
  Draw(Random& random, std::uint32_t threads, bool far) : random_(random), threads_(threads) {
    program_.threads = threads;
    private_percent_ = one<unsigned>({0, 0, 20, 60, 95});
    store_percent_ = one<unsigned>({5, 30, 50, 100});
    atomic_percent_ = one<unsigned>({0, 10, 50});
    migratory_percent_ = one<unsigned>({0, 0, 30, 80});
    section_percent_ = one<unsigned>({0, 0, 15});
    barrier_percent_ = one<unsigned>({0, 0, 10});
    odd_percent_ = one<unsigned>({0, 0, 20});
    most_gap_ = one<std::uint32_t>({0, 0, 3, 50});
    locks_ = 1 + random_.below(3);
    private_words_ = one<std::uint64_t>({1, 4, 100});
    const std::uint64_t lines = one<std::uint64_t>({1, 1, 2, 3, 5, 40}),
                        stride = one<std::uint64_t>({8, 64, 64, 4096, 1 << 20});
    for (std::uint64_t i = 0; i < lines; ++i) {
      const std::uint64_t base = one<std::uint64_t>({0x10000, 0x1fc00, 0x7ffffff0, 0xfffffffff000});
      hot_.push_back((far ? base : base & 0xffffffff) + i * stride);
    }
  }

  RandomProgram program(std::uint64_t references) {
    while (made_ < references) {
      for (std::uint32_t t = 0; t < threads_ && made_ < references; ++t) turn(t);
      if (chance(barrier_percent_)) barrier();
    }
    return std::move(program_);
  }

 private:
  bool chance(unsigned percent) { return random_.below(100) < percent; }
  template <class T>
  T one(std::initializer_list<T> choices) {
    return choices.begin()[random_.below(choices.size())];
  }

  void step(std::uint32_t unit, std::uint32_t thread, Operation operation, std::uint64_t address, std::uint64_t size,
            std::uint32_t gap = 0) {
    program_.steps.push_back({unit, thread, make_record(operation, address, size, gap)});
  }

  void turn(std::uint32_t thread) {
    if (!chance(section_percent_)) return references(thread);
    const std::uint64_t lock = kLocks + 16 * random_.below(locks_);
    const std::uint32_t unit = units_++;
    step(unit, thread, Operation::lock, lock, 0);
    references(thread);
    step(unit, thread, Operation::unlock, lock, 0);
  }

  void references(std::uint32_t thread) {
    const std::uint64_t word = address(thread);
    if (chance(migratory_percent_)) {
      reference(thread, Operation::read, word);
      reference(thread, Operation::write, word);
    } else {
      const bool stores = chance(store_percent_);
      reference(thread,
                !stores                   ? Operation::read
                : chance(atomic_percent_) ? Operation::atomic
                                          : Operation::write,
                word);
    }
  }

  void reference(std::uint32_t thread, Operation operation, std::uint64_t address) {
    const bool odd = chance(odd_percent_);
    const std::uint64_t size = odd ? one<std::uint64_t>({1, 4, 16, 300}) : 8;
    step(units_++, thread, operation, odd ? address + random_.below(8) : address, size,
         static_cast<std::uint32_t>(random_.below(most_gap_ + 1)));
    ++made_;
  }

  std::uint64_t address(std::uint32_t thread) {
    if (chance(private_percent_)) return kPrivate + (std::uint64_t{thread} << 20) + 8 * random_.below(private_words_);
    // Words of one line by different threads are false sharing; the line is what is coherent.
    return hot_[random_.below(hot_.size())] + 8 * random_.below(2);
  }

  void barrier() {
    const std::uint32_t unit = units_++;
    for (std::uint32_t t = 0; t < threads_; ++t)
      step(unit, t, Operation::barrier, kBarrier, threads_, static_cast<std::uint32_t>(random_.below(most_gap_ + 1)));
  }

  Random& random_;
  std::uint32_t threads_, units_ = 0, most_gap_;
  unsigned private_percent_, store_percent_, atomic_percent_, migratory_percent_, section_percent_, barrier_percent_,
      odd_percent_;
  std::uint64_t locks_, private_words_, made_ = 0;
  std::vector<std::uint64_t> hot_;
  RandomProgram program_;
};

std::string text(const Record& r) {
  static constexpr const char* kNames[kOperations] = {"R", "W", "A", "B", "L", "U"};
  std::ostringstream s;
  s << kNames[static_cast<unsigned>(r.operation)] << " " << std::hex << r.address << std::dec;
  if (r.size) s << " " << r.size;
  if (r.gap) s << " gap " << r.gap;
  return s.str();
}

}  // namespace

std::uint64_t RandomProgram::references() const {
  return static_cast<std::uint64_t>(
      std::count_if(steps.begin(), steps.end(), [](const ProgramStep& s) { return is_reference(s.record.operation); }));
}

std::vector<std::uint32_t> RandomProgram::units() const {
  std::set<std::uint32_t> found;
  for (const ProgramStep& s : steps) found.insert(s.unit);
  return {found.begin(), found.end()};
}

std::shared_ptr<Trace> RandomProgram::trace() const {
  std::vector<std::vector<Record>> records(threads);
  std::vector<std::vector<std::uint64_t>> orders(threads);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    records[steps[i].thread].push_back(steps[i].record);
    orders[steps[i].thread].push_back(i);
  }
  return std::make_shared<MemoryTrace>(std::move(records), std::move(orders));
}

std::string RandomProgram::text(const std::string& indent) const {
  std::vector<std::string> lines(threads);
  for (const ProgramStep& s : steps) lines[s.thread] += (lines[s.thread].empty() ? "" : ", ") + verify::text(s.record);
  std::string all;
  for (std::uint32_t t = 0; t < threads; ++t)
    if (!lines[t].empty()) all += indent + "thread " + std::to_string(t) + ": " + lines[t] + "\n";
  return all;
}

RandomProgram draw_program(Random& random, std::uint32_t threads, std::uint64_t references, bool far) {
  return Draw(random, threads, far).program(references);
}

}  // namespace cdrsim::verify
