// SPDX-License-Identifier: BSD-3-Clause
#include "trace/profile.h"

#include <algorithm>
#include <limits>

#include "base/error.h"
#include "trace/page_ranks.h"
#include "trace/profile_regions.h"

namespace cdrsim {
namespace {

using SharingTable = FlatTable<std::uint64_t, BlockSharing>;
__extension__ using Wide = unsigned __int128;

/// Sharers of the blocks of one size, over the whole run and within each interval.
class BlockTables {
 public:
  explicit BlockTables(std::uint32_t intervals) : intervals_(intervals > 1 ? intervals : 0) {}

  void add(std::uint32_t interval, std::uint32_t thread, const BlockCounts& counts) {
    counts.for_each([&](std::uint64_t block, const ReferenceCount& n) {
      whole[block].add(thread, n);
      if (!intervals_.empty()) intervals_[interval][block].add(thread, n);
    });
  }

  void report(BlockProfile& out) const {
    out.whole = distribution(whole);
    for (const SharingTable& t : intervals_) out.intervals.push_back(distribution(t));
    if (intervals_.empty()) out.intervals.push_back(out.whole);
  }

  SharingTable whole;

 private:
  static Distribution distribution(const SharingTable& table) {
    Distribution result;
    table.for_each([&](std::uint64_t, const BlockSharing& block) { result.add(block); });
    return result;
  }

  std::vector<SharingTable> intervals_;  // none: the one interval is the whole run
};

/// In which interval a record lies. Asked with places that rise.
class IntervalClock {
 public:
  IntervalClock(std::uint64_t records, std::uint32_t intervals) : records_(records), intervals_(intervals) {
    set_end();
  }

  std::uint32_t interval() const { return interval_; }
  bool ends_before(std::uint64_t place) const { return place >= end_; }
  void next() {
    ++interval_;
    set_end();
  }

 private:
  void set_end() {
    // The last interval also takes what lies beyond the records that a trace claims.
    end_ = interval_ + 1 >= intervals_
               ? std::numeric_limits<std::uint64_t>::max()
               : static_cast<std::uint64_t>((Wide{records_} * (interval_ + 1) + intervals_ - 1) / intervals_);
  }

  std::uint64_t records_;
  std::uint32_t intervals_, interval_ = 0;
  std::uint64_t end_ = 0;
};

class Profiler {
 public:
  Profiler(const std::vector<ProfiledThreads>& traces, const ProfileOptions& options)
      : traces_(traces), options_(options), lines_(options.intervals), pages_(options.intervals) {}

  SharingProfile run() {
    for_each_thread([&](Trace& trace, std::uint32_t in_trace, std::uint32_t thread) { read(trace, in_trace, thread); });
    for_each_thread([&](Trace& trace, std::uint32_t in_trace, std::uint32_t thread) { rank(trace, in_trace, thread); });
    lines_.report(result_.line);
    pages_.report(result_.page);
    report_capacities();
    report_private_lines();
    report_regions();
    result_.page_lists = ranks_.lists();
    return std::move(result_);
  }

 private:
  template <class Function>
  void for_each_thread(Function&& function) {
    std::uint32_t thread = 0;
    for (const ProfiledThreads& t : traces_)
      for (std::uint32_t i = 0; i < t.threads; ++i) function(*t.trace, i, thread++);
    result_.threads = thread;
  }

  std::uint64_t page_of(std::uint64_t line) const { return line >> (options_.page_shift - options_.line_shift); }

  /// The first pass over a thread.
  void read(Trace& trace, std::uint32_t in_trace, std::uint32_t thread) {
    const TraceInfo& info = trace.info();
    IntervalClock clock(info.global_order ? info.records : info.thread_records[in_trace], options_.intervals);
    BlockCounts lines(options_.line_shift, options_.sync), pages(options_.page_shift, options_.sync);
    BlockCounts run_pages(options_.page_shift, options_.sync);
    const auto put = [&] {
      lines_.add(clock.interval(), thread, lines);
      pages_.add(clock.interval(), thread, pages);
      lines.clear();
      pages.clear();
    };
    for (auto cursor = trace.cursor(in_trace); const Record* r = cursor.peek(); cursor.next()) {
      if (clock.ends_before(cursor.order())) {
        put();
        while (clock.ends_before(cursor.order())) clock.next();
      }
      result_.reads += r->operation == Operation::read;
      result_.writes += r->operation == Operation::write;
      result_.atomics += r->operation == Operation::atomic || (options_.sync && !is_reference(r->operation));
      result_.line.crossing += lines.add(*r);
      result_.page.crossing += pages.add(*r);
      run_pages.add(*r);
    }
    put();
    run_pages.for_each([&](std::uint64_t page, const ReferenceCount& n) { ranks_.add(page, n.total()); });
  }

  /// The second pass: where the thread stands in the page-level domains of its lines.
  void rank(Trace& trace, std::uint32_t in_trace, std::uint32_t thread) {
    BlockCounts lines(options_.line_shift, options_.sync), pages(options_.page_shift, options_.sync);
    for (auto cursor = trace.cursor(in_trace); const Record* r = cursor.peek(); cursor.next()) {
      lines.add(*r);
      pages.add(*r);
    }
    FlatTable<std::uint64_t, std::uint32_t> rank_of;
    pages.for_each([&](std::uint64_t page, const ReferenceCount& n) {
      rank_of[page] = ranks_.next_rank(page, n.total(), thread);
    });
    lines.for_each([&](std::uint64_t line, const ReferenceCount&) {
      std::uint32_t& last = last_rank_[line];
      last = std::max(last, *rank_of.find(page_of(line)));
    });
  }

  void report_capacities() {
    lines_.whole.for_each([&](std::uint64_t line, const BlockSharing& sharing) {
      result_.lines_by_last_sharer[sharing.last_sharer].add(sharing);
      const std::uint32_t members = pages_.whole.find(page_of(line))->sharers;
      const std::uint32_t needed = std::min(members, *last_rank_.find(line) + 2);
      result_.lines_by_page_capacity[needed].add(sharing);
    });
  }

  void report_private_lines() {
    FlatTable<std::uint64_t, std::uint64_t> lines_of;  // by thread
    lines_.whole.for_each([&](std::uint64_t line, const BlockSharing& sharing) {
      if (pages_.whole.find(page_of(line))->sharers > 1) return;
      std::uint64_t& n = lines_of[sharing.last_sharer];
      result_.most_private_lines = std::max(result_.most_private_lines, ++n);
    });
  }

  void report_regions() {
    std::vector<std::uint64_t> pages;
    pages_.whole.for_each([&](std::uint64_t page, const BlockSharing&) { pages.push_back(page); });
    std::sort(pages.begin(), pages.end());
    const Regions regions = find_regions(pages, options_.regions);
    result_.region_gap = regions.gap;
    result_.regions.resize(regions.first.size());
    for (const std::uint64_t page : pages) {
      RegionProfile& r = result_.regions[regions.of(page)];
      if (r.page.by_sharers.empty()) r.first_page = page;
      r.last_page = page;
      r.page.add(*pages_.whole.find(page));
    }
    lines_.whole.for_each([&](std::uint64_t line, const BlockSharing& sharing) {
      result_.regions[regions.of(page_of(line))].line.add(sharing);
    });
  }

  const std::vector<ProfiledThreads>& traces_;
  const ProfileOptions& options_;
  BlockTables lines_, pages_;
  PageRanks ranks_;
  FlatTable<std::uint64_t, std::uint32_t> last_rank_;  // by line: of its sharer that comes last on the page
  SharingProfile result_;
};

}  // namespace

SharingProfile profile_sharing(const std::vector<ProfiledThreads>& traces, const ProfileOptions& options) {
  invariant(options.line_shift <= options.page_shift && options.page_shift < 64, "a page is at least a line");
  invariant(options.intervals > 0, "a run has at least one interval");
  return Profiler(traces, options).run();
}

}  // namespace cdrsim
