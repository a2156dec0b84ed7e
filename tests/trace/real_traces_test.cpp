// SPDX-License-Identifier: BSD-3-Clause
// Do real traces come through with the counts that their manifest states? The recordings lie outside the repository,
// in ../shared/traces; without them these tests are skipped. The traces of the repository itself must always be sound.
#include <map>
#include <set>

#include "files.h"
#include "trace/trace_check.h"

namespace cdrsim {
namespace {

using namespace testing;

const std::filesystem::path kRecordings = "../shared/traces";

/// The fields of a line of CSV; quotes only around whole fields.
std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (char c : line) {
    if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      fields.emplace_back();
    else
      fields.back() += c;
  }
  return fields;
}

TEST(RealTraces, GivenARecordingWhenImportedThenCountsAreThoseOfTheManifest) {
  std::ifstream manifest(kRecordings / "manifest.csv");
  if (!manifest) GTEST_SKIP() << "no recordings beside the repository";
  std::string line;
  std::getline(manifest, line);
  const std::vector<std::string> head = fields_of(line);
  const std::set<std::string> small = {"fft-m12-t16.txt.gz", "barnes-n512-t16.txt.gz"};
  std::size_t seen = 0;
  while (std::getline(manifest, line)) {
    const std::vector<std::string> row = fields_of(line);
    if (!small.contains(row[0])) continue;
    ++seen;
    std::map<std::string, std::uint64_t> stated;
    for (const char* key : {"threads", "accesses", "reads", "writes", "atomics", "barriers", "lock ops"})
      stated[key] =
          std::stoull(row.at(static_cast<std::size_t>(std::find(head.begin(), head.end(), key) - head.begin())));
    Scratch scratch;
    import_trace("text", kRecordings / row[0], scratch.path("a.cdrt"));
    const auto trace = Trace::open(scratch.path("a.cdrt"));
    const TraceInfo& i = trace->info();
    EXPECT_EQ(i.threads, stated["threads"]) << row[0];
    EXPECT_EQ(i.references(), stated["accesses"]) << row[0];
    EXPECT_EQ(i.reads, stated["reads"]) << row[0];
    EXPECT_EQ(i.writes, stated["writes"]) << row[0];
    EXPECT_EQ(i.atomics, stated["atomics"]) << row[0];
    EXPECT_EQ(i.barriers, stated["barriers"]) << row[0];
    EXPECT_EQ(i.locks + i.unlocks, stated["lock ops"]) << row[0];
    EXPECT_TRUE(check_trace(*trace).empty()) << row[0];
    // Dumping gives back the recording itself.
    ByteSource source((kRecordings / row[0]).string());
    std::string original(64 << 20, '\0');
    std::size_t length = 0;
    while (std::size_t n = source.read(original.data() + length, original.size() - length)) length += n;
    original.resize(length);
    EXPECT_TRUE(dump(scratch.path("a.cdrt")) == original) << row[0];
  }
  EXPECT_EQ(seen, small.size());
}

TEST(RealTraces, GivenTheTracesOfTheRepositoryThenEachIsSoundAndNothingIsOdd) {
  std::size_t seen = 0, bytes = 0;
  for (const auto& entry : std::filesystem::directory_iterator("traces")) {
    if (entry.path().extension() != ".cdrt") continue;
    ++seen;
    bytes += entry.file_size();
    const auto trace = Trace::open(entry.path());
    EXPECT_EQ(check_trace(*trace), std::vector<std::string>{}) << entry.path();
    EXPECT_FALSE(trace->info().description.empty()) << entry.path();
  }
  EXPECT_GE(seen, 3u);
  EXPECT_LE(bytes, std::size_t{4} << 20);
}

}  // namespace
}  // namespace cdrsim
