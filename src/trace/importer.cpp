// SPDX-License-Identifier: BSD-3-Clause
#include "trace/importer.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "base/error.h"
#include "trace/trace_writer.h"

namespace cdrsim {
namespace {

/// Where a limited trace ends, and which records before that must go.
struct Cut {
  std::uint64_t end = ~std::uint64_t{0};  // places from here on
  std::vector<std::uint64_t> left_out;    // places, rising
};

/// First pass of a limited import: counts references up to the limit and finds what is unfinished then.
class CutPlanner : public ImportSink {
 public:
  explicit CutPlanner(std::uint64_t limit) : limit_(limit) {}

  bool add(std::uint32_t thread, const Record& r) override {
    if (is_reference(r.operation)) {
      if (references_ == limit_) return false;
      ++references_;
    } else if (r.operation == Operation::barrier) {
      auto& waiting = barriers_[r.address];
      waiting.push_back(place_);
      if (waiting.size() >= r.size) waiting.clear();
    } else if (r.operation == Operation::lock) {
      locks_[{r.address, thread}].push_back(place_);
    } else {
      auto& held = locks_[{r.address, thread}];
      if (!held.empty()) held.pop_back();
    }
    ++place_;
    return true;
  }

  Cut cut() const {
    Cut cut{.end = place_, .left_out = {}};
    for (const auto& [address, places] : barriers_)
      cut.left_out.insert(cut.left_out.end(), places.begin(), places.end());
    for (const auto& [lock, places] : locks_) cut.left_out.insert(cut.left_out.end(), places.begin(), places.end());
    std::sort(cut.left_out.begin(), cut.left_out.end());
    return cut;
  }

 private:
  std::uint64_t limit_, references_ = 0, place_ = 0;
  std::map<std::uint64_t, std::vector<std::uint64_t>> barriers_;                         // arrivals still waiting
  std::map<std::pair<std::uint64_t, std::uint32_t>, std::vector<std::uint64_t>> locks_;  // held, by lock and thread
};

/// Writes what the importer reads. The writer opens late, when the description is known.
class WritingSink : public ImportSink {
 public:
  WritingSink(const std::string& out, Cut cut, std::optional<std::uint64_t> limit)
      : out_(out), cut_(std::move(cut)), limit_(limit) {}

  bool add(std::uint32_t thread, const Record& r) override {
    const std::uint64_t place = read_++;
    if (place >= cut_.end) return false;
    if (next_left_out_ < cut_.left_out.size() && cut_.left_out[next_left_out_] == place) {
      ++next_left_out_;
      require_threads(thread + 1);
      return true;
    }
    writer().add(thread, r, written_++);
    return true;
  }

  void describe(std::string_view line) override {
    if (writer_) return;  // what stands between records does not describe the whole
    description_.append(line).push_back('\n');
  }

  void require_threads(std::uint32_t threads) override { threads_ = std::max(threads_, threads); }

  TraceInfo finish() {
    if (!writer_) return {};
    writer_->require_threads(threads_);
    writer_->finish();
    return writer_->info();
  }

 private:
  TraceWriter& writer() {
    if (writer_) return *writer_;
    if (limit_) describe("cut to the first " + std::to_string(*limit_) + " references by cdrsim trace import");
    writer_ = std::make_unique<TraceWriter>(out_, TraceWriterOptions{.description = description_});
    return *writer_;
  }

  std::string out_, description_;
  Cut cut_;
  std::optional<std::uint64_t> limit_;
  std::uint64_t read_ = 0, written_ = 0;
  std::size_t next_left_out_ = 0;
  std::uint32_t threads_ = 0;
  std::unique_ptr<TraceWriter> writer_;
};

}  // namespace

TraceInfo import_trace(std::string_view format, const std::string& in, const std::string& out,
                       const ImportOptions& options) {
  const Importer importer = Registry<Importer>::instance().get(format, "trace format");
  std::error_code unknown;
  if (std::filesystem::equivalent(in, out, unknown)) throw UserError(out + ": is the file to import itself");
  Cut cut;
  if (options.limit_references) {
    LineReader lines(in);
    CutPlanner planner(*options.limit_references);
    importer(lines, planner);
    cut = planner.cut();
  }
  LineReader lines(in);
  WritingSink sink(out, std::move(cut), options.limit_references);
  importer(lines, sink);
  TraceInfo info = sink.finish();
  if (info.records == 0) throw UserError(in + ": holds no records");
  return info;
}

}  // namespace cdrsim
