// SPDX-License-Identifier: BSD-3-Clause
#include "observe/progress.h"

#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstdio>

#include "observe/host.h"

namespace cdrsim {
namespace {

constexpr double kBarPeriod = 0.2, kLinePeriod = 10;  // seconds
constexpr std::size_t kBarWidth = 24;
constexpr double kShortStretch = 0.05, kLongStretch = 0.15;  // seconds
constexpr Cycle kLongestStretch = 100'000'000;

/// 1234567 as "1.23M".
std::string short_number(double n) {
  static constexpr std::array<const char*, 5> suffixes{"", "k", "M", "G", "T"};
  std::size_t s = 0;
  while (n >= 1000 && s + 1 < suffixes.size()) {
    n /= 1000;
    ++s;
  }
  char text[32];
  std::snprintf(text, sizeof text, s == 0 ? "%.0f%s" : "%.2f%s", n, suffixes[s]);
  return text;
}

std::string duration(double seconds) {
  const auto s = static_cast<std::uint64_t>(seconds + 0.5);
  char text[48];
  if (s >= 3600)
    std::snprintf(text, sizeof text, "%" PRIu64 "h%02um", s / 3600, static_cast<unsigned>(s / 60 % 60));
  else if (s >= 60)
    std::snprintf(text, sizeof text, "%um%02us", static_cast<unsigned>(s / 60), static_cast<unsigned>(s % 60));
  else
    std::snprintf(text, sizeof text, "%us", static_cast<unsigned>(s));
  return text;
}

}  // namespace

Progress::Progress(std::ostream& out, ProgressStyle style, std::uint64_t references)
    : Progress(out, style, references, &host_seconds, &resident_bytes) {}

Progress::Progress(std::ostream& out, ProgressStyle style, std::uint64_t references, Clock clock, Memory memory)
    : out_(out),
      style_(style),
      references_(references),
      clock_(std::move(clock)),
      memory_(std::move(memory)),
      start_(clock_()),
      last_update_(start_),
      last_shown_(start_) {}

std::string Progress::text(std::uint64_t done, Cycle cycle, double elapsed) const {
  const double fraction =
      references_ == 0 ? 1.0 : std::min(1.0, static_cast<double>(done) / static_cast<double>(references_));
  char percent[16];
  std::snprintf(percent, sizeof percent, "%5.1f%%", fraction * 100);

  std::string text;
  if (style_ == ProgressStyle::bar) {
    const auto full = static_cast<std::size_t>(fraction * static_cast<double>(kBarWidth));
    text = "[" + std::string(full, '#') + std::string(kBarWidth - full, '.') + "] ";
  }
  text += percent;
  text += "  " + short_number(elapsed > 0 ? static_cast<double>(done) / elapsed : 0) + " references/s";
  text += "  cycle " + short_number(static_cast<double>(cycle));
  text += "  " + std::to_string(memory_() >> 20) + " MiB";
  // An estimate from the first per cent would jump about.
  text += "  ETA " + (fraction > 0.01 ? duration(elapsed * (1 - fraction) / fraction) : std::string("?"));
  return text;
}

void Progress::update(std::uint64_t done, Cycle cycle) {
  if (style_ == ProgressStyle::none) {
    stretch_ = kLongestStretch;  // nothing to show: no reason to stop
    return;
  }
  const double now = clock_();
  const double took = now - last_update_;
  last_update_ = now;
  if (took < kShortStretch) stretch_ = std::min(stretch_ * 2, kLongestStretch);
  if (took > kLongStretch) stretch_ = std::max<Cycle>(stretch_ / 2, 1);

  if (now - last_shown_ < (style_ == ProgressStyle::bar ? kBarPeriod : kLinePeriod)) return;
  last_shown_ = now;
  std::string line = text(done, cycle, now - start_);
  if (style_ == ProgressStyle::lines) {
    out_ << line << std::endl;
    return;
  }
  const std::size_t width = line.size();
  line.append(width < shown_width_ ? shown_width_ - width : 0, ' ');  // covers what was there
  shown_width_ = width;
  out_ << '\r' << line << std::flush;
}

void Progress::finish() {
  if (shown_width_ != 0) out_ << '\r' << std::string(shown_width_, ' ') << '\r' << std::flush;
  shown_width_ = 0;
}

}  // namespace cdrsim
