// SPDX-License-Identifier: BSD-3-Clause
// What `cdrsim trace profile` reports of one trace or one configuration's workload, and the forms in which it does.
// docs/trace-profile.md describes every number.
//
//   ProfileReport r = profile_applications("radix.cdrt", applications, options);
//   std::cout << profile_json(r);
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "trace/profile.h"
#include "trace/profile_domains.h"
#include "workload/workload.h"

namespace cdrsim {

struct ReportOptions {
  ProfileOptions profile;
  DomainNeeds needs;
};

/// Address spaces in which the same threads of the same traces run.
struct ProfiledProgram {
  std::string name;          // of the first application
  std::uint64_t copies = 0;  // address spaces
  SharingProfile profile;    // of one of them
};

struct ProfileReport {
  std::string source;  // the trace or the configuration
  ReportOptions options;
  std::uint64_t threads = 0, reads = 0, writes = 0, atomics = 0;
  BlockProfile line, page;  // of all address spaces together: lines of two spaces are two lines
  std::vector<ProfiledProgram> programs;
  std::vector<LevelProposal> domains;

  std::uint64_t references() const { return reads + writes + atomics; }
};

/// Copies of one program are profiled once.
ProfileReport profile_applications(std::string source, const std::vector<Application>& applications,
                                   const ReportOptions& options);

/// An object. Without the final line feed, so that several can be elements of an array.
std::string profile_json(const ProfileReport& report);

/// The distributions, a row for each number of sharers; the header is a row of its own.
std::string profile_csv_header();
std::string profile_csv(const ProfileReport& report);

/// For people.
std::string profile_text(const ProfileReport& report);

/// Capacities that are listed beside the proposal: 4, 8, ... 256.
std::vector<std::uint32_t> listed_capacities();

/// Why this capacity and these homes, a sentence each.
std::string capacity_reason(const LevelProposal& proposal, const ReportOptions& options);
std::string homes_reason(const LevelProposal& proposal, const ReportOptions& options);

}  // namespace cdrsim
