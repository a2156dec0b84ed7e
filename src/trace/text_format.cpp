// SPDX-License-Identifier: BSD-3-Clause
#include "trace/text_format.h"

#include <algorithm>
#include <charconv>
#include <ostream>
#include <string>
#include <vector>

#include "base/error.h"

namespace cdrsim {
namespace {

void append(std::string& text, std::uint64_t value, int base = 10) {
  char digits[20];
  const auto end = std::to_chars(digits, digits + sizeof digits, value, base).ptr;
  text.append(digits, end);
}

void append(std::string& text, std::uint32_t thread, const Record& r) {
  append(text, thread);
  text += ' ';
  text += kOperationLetters[static_cast<unsigned>(r.operation)];
  text += ' ';
  append(text, r.address, 16);
  if (r.operation != Operation::lock && r.operation != Operation::unlock) {
    text += ' ';
    append(text, r.size);
    text += ' ';
    append(text, r.gap);
  }
  text += '\n';
}

std::string head_of(const TraceInfo& info) {
  std::string text;
  for (std::size_t at = 0; at < info.description.size();) {
    const std::size_t stop = std::min(info.description.find('\n', at), info.description.size());
    text.append("# ").append(info.description, at, stop - at).push_back('\n');
    at = stop + 1;
  }
  if (info.thread_records.back() == 0) {
    text.append("# ").append(kThreadsComment);
    append(text, info.threads);
    text += '\n';
  }
  return text;
}

/// Collects text and hands it on in large pieces.
class Output {
 public:
  Output(std::ostream& out, std::uint64_t limit) : out_(out), left_(limit) {}
  bool full() const { return left_ == 0; }
  void text(std::string_view piece) { text_ += piece; }
  void record(std::uint32_t thread, const Record& record) {
    append(text_, thread, record);
    --left_;
    if (text_.size() > 1 << 16) flush();
  }
  void flush() {
    out_.write(text_.data(), static_cast<std::streamsize>(text_.size()));
    text_.clear();
    if (!out_) throw UserError("cannot write the dump: the output is closed or full");
  }

 private:
  std::ostream& out_;
  std::uint64_t left_;
  std::string text_;
};

}  // namespace

void dump_trace(Trace& trace, const DumpOptions& options, std::ostream& out) {
  const TraceInfo& info = trace.info();
  if (options.thread && *options.thread >= info.threads)
    throw UserError(info.path + ": there is no thread " + std::to_string(*options.thread) +
                    ": the trace has threads 0 to " + std::to_string(info.threads - 1));
  Output output(out, options.limit);
  output.text(head_of(info));

  std::vector<Trace::Cursor> cursors;
  for (std::uint32_t t = options.thread.value_or(0); t < (options.thread ? *options.thread + 1 : info.threads); ++t)
    cursors.push_back(trace.cursor(t));
  std::erase_if(cursors, [](const Trace::Cursor& c) { return c.peek() == nullptr; });

  // A heap with the earliest thread on top. Without a global order the thread itself is what is compared.
  const auto later = [&](const Trace::Cursor& a, const Trace::Cursor& b) {
    return info.global_order ? a.order() > b.order() : a.thread() > b.thread();
  };
  std::make_heap(cursors.begin(), cursors.end(), later);
  while (!cursors.empty() && !output.full()) {
    std::pop_heap(cursors.begin(), cursors.end(), later);
    Trace::Cursor& next = cursors.back();
    do {  // as long as it stays the earliest
      output.record(next.thread(), *next.peek());
      next.next();
    } while (!output.full() && next.peek() != nullptr && (cursors.size() == 1 || !later(next, cursors.front())));
    if (next.peek() == nullptr)
      cursors.pop_back();
    else
      std::push_heap(cursors.begin(), cursors.end(), later);
  }
  output.flush();
  out.flush();
  if (!out) throw UserError("cannot write the dump: the output is closed or full");
}

}  // namespace cdrsim
