// SPDX-License-Identifier: BSD-3-Clause
// How far a run is. On a terminal one line is rewritten about five times a second; into a pipe a plain line goes every
// ten seconds; --quiet shows nothing. Looks at the host's clock only, so it cannot change a result.
//
//   Progress progress(std::cerr, progress_style(quiet, isatty(2)), machine.references_total());
//   while (machine.run_until(machine.now() + progress.next_stretch()))
//     progress.update(machine.references_done(), machine.now());
//   progress.finish();
#pragma once

#include <cstdint>
#include <functional>
#include <ostream>
#include <string>

#include "base/types.h"

namespace cdrsim {

enum class ProgressStyle { none, lines, bar };

constexpr ProgressStyle progress_style(bool quiet, bool terminal) {
  return quiet ? ProgressStyle::none : terminal ? ProgressStyle::bar : ProgressStyle::lines;
}

class Progress {
 public:
  using Clock = std::function<double()>;          // seconds
  using Memory = std::function<std::uint64_t()>;  // bytes

  /// The clock starts now.
  Progress(std::ostream& out, ProgressStyle style, std::uint64_t references);
  Progress(std::ostream& out, ProgressStyle style, std::uint64_t references, Clock clock, Memory memory);

  ~Progress() { finish(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// `done` of the references are completed at simulated `cycle`. Shows it when it is time to.
  void update(std::uint64_t done, Cycle cycle);
  /// Leaves a clean line behind, for the summary or the error that comes next.
  void finish();

  /// How many cycles to simulate before the next update: as many as take about a tenth of a second.
  Cycle next_stretch() const { return stretch_; }

 private:
  std::string text(std::uint64_t done, Cycle cycle, double elapsed) const;

  std::ostream& out_;
  ProgressStyle style_;
  std::uint64_t references_;
  Clock clock_;
  Memory memory_;
  double start_, last_update_, last_shown_;
  Cycle stretch_ = 1000;
  std::size_t shown_width_ = 0;
};

}  // namespace cdrsim
