// SPDX-License-Identifier: BSD-3-Clause
#include "fuzz/targets.h"

#include <zlib.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/error.h"
#include "fuzz/memory_file.h"
#include "fuzz/native_file.h"
#include "system/config.h"
#include "trace/block_codec.h"
#include "trace/format.h"
#include "trace/importer.h"
#include "trace/input_kind.h"
#include "trace/line_reader.h"
#include "trace/text_format.h"
#include "trace/trace.h"
#include "trace/trace.pb.h"
#include "trace/trace_check.h"

namespace cdrsim::fuzz {
namespace {

/// A promise that the code under test has not kept.
void demand(bool kept, const std::string& promise) {
  if (!kept) throw std::logic_error("fuzz target: " + promise);
}

/// Every line of a message says where: it begins with one of the places. Nothing in it moves a terminal's cursor.
void check_message(const std::string& message, std::initializer_list<std::string> places) {
  std::istringstream lines(message);
  demand(!message.empty(), "an error without a message");
  for (std::string line; std::getline(lines, line);) {
    demand(std::any_of(places.begin(), places.end(), [&](const std::string& p) { return line.starts_with(p); }),
           "no place in the message: " + line);
    demand(std::none_of(line.begin(), line.end(), [](char c) { return (c >= 0 && c < ' ') || c == 0x7f; }),
           "control characters in the message: " + line);
  }
}

/// Whether `action` took its input; else it has refused it with a proper message.
bool taken(std::initializer_list<std::string> places, const std::function<void()>& action) {
  try {
    action();
    return true;
  } catch (const UserError& error) {
    check_message(error.what(), places);
    return false;
  }
}

/// For what may not be refused any more.
template <class Action>
auto accepted(const char* what, Action action) {
  try {
    return action();
  } catch (const UserError& error) {
    throw std::logic_error("fuzz target: " + std::string(what) + ": " + error.what());
  }
}

// --- config: a TOML file, in which comments "#set key=value" stand for the texts of --set; there, \xff is that byte,
// because a whole file must be UTF-8 and a command line need not

std::string unescaped(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view digits = text.substr(i, 4);
    unsigned byte = 0;
    if (digits.starts_with("\\x") &&
        std::from_chars(digits.data() + 2, digits.data() + digits.size(), byte, 16).ptr == digits.data() + 4 &&
        byte != 0) {
      result += static_cast<char>(byte);
      i += 3;
    } else {
      result += text[i];
    }
  }
  return result;
}

std::vector<std::string> sets_in(std::string_view text) {
  constexpr std::string_view kMark = "#set ";
  std::vector<std::string> sets;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(kMark)) sets.push_back(unescaped(line.substr(kMark.size())));
  return sets;
}

void fuzz_config(std::string_view bytes) {
  const MemoryFile file(bytes);
  Config config{};
  if (!taken({file.path() + ":", "--set "}, [&] { config = load_config(file.path(), sets_in(bytes)); })) return;
  const std::string resolved = resolved_toml(config);
  const MemoryFile second(resolved);
  const Config again = accepted("a resolved config is refused", [&] { return load_config(second.path(), {}); });
  demand(resolved_toml(again) == resolved, "a resolved config reads back to another one");
  demand(config_hash(again, {}) == config_hash(config, {}), "a resolved config has another hash");
}

// --- native: a trace file, as it is and with right checksums

std::string dump_of(Trace& trace) {
  std::ostringstream out;
  dump_trace(trace, {}, out);
  return out.str();
}

/// What `trace info, check, dump` and a run do with a file.
void read_whole(const std::string& path) {
  const auto trace = Trace::open(path);
  const TraceInfo& info = trace->info();
  for (std::uint32_t t = 0; t < info.threads; ++t) {
    std::uint64_t records = 0;
    for (auto cursor = trace->cursor(t); cursor.peek() != nullptr; cursor.next()) ++records;
    demand(records == info.thread_records[t], "a cursor gives another number of records than info() says");
  }
  check_trace(*trace);
  demand(!dump_of(*trace).empty(), "an empty dump");
}

void fuzz_native(std::string_view bytes) {
  for (const std::string& whole : {std::string(bytes), with_right_checksums(bytes)}) {
    const MemoryFile file(whole);
    taken({file.path() + ": "}, [&] { read_whole(file.path()); });
  }
}

// --- block: a message Block in a file that fits it; the first byte says whether there is a global order

/// Our hand-written decoder takes only what protobuf takes too, and understands it alike.
void compare_with_protobuf(std::string_view message, const TraceBlock& block) {
  trace::Block reference;
  demand(reference.ParseFromArray(message.data(), static_cast<int>(message.size())), "protobuf refuses a block");
  const auto n = static_cast<int>(block.records.size());
  demand(static_cast<int>(reference.kind().size()) == n && reference.address_delta_size() == n &&
             reference.gap_size() == n && reference.size_size() == n,
         "protobuf finds columns of other lengths");
  std::uint64_t slots[32] = {}, place = 0;
  for (int i = 0; i < n; ++i) {
    const Record& r = block.records[static_cast<std::size_t>(i)];
    const auto kind = static_cast<unsigned char>(reference.kind()[static_cast<std::size_t>(i)]);
    slots[kind >> 3] += static_cast<std::uint64_t>(reference.address_delta(i));
    demand(static_cast<unsigned>(r.operation) == (kind & 7u) && r.address == slots[kind >> 3] &&
               r.gap == reference.gap(i) && r.size == reference.size(i),
           "protobuf reads another record " + std::to_string(i));
    if (block.order.empty()) continue;
    place += reference.order_delta(i);
    demand(block.order[static_cast<std::size_t>(i)] == place, "protobuf reads another order");
  }
}

void fuzz_block(std::string_view bytes) {
  if (bytes.empty()) return;
  const bool global_order = (bytes[0] & 1) != 0;
  const std::string_view message = bytes.substr(1);
  const MemoryFile file(file_of_block(message, global_order));
  if (!taken({file.path() + ": "}, [&] { read_whole(file.path()); })) return;
  const auto block = Trace::open(file.path())->block(0, 0);
  compare_with_protobuf(message, *block);

  std::string coded;
  encode_block(block->records, block->order, coded);
  const std::size_t length = coded.size();
  coded.append(kBlockPadding, '\0');
  TraceBlock again;
  const char* const problem = decode_block({reinterpret_cast<const std::uint8_t*>(coded.data()), length},
                                           static_cast<std::uint32_t>(block->records.size()), global_order, again);
  demand(problem == nullptr, "a block that was encoded is refused");
  demand(again.records == block->records && again.order == block->order, "encoding changes a block");
}

// --- text, lackey, din: what `trace import` reads

/// A folder in memory for what an import writes.
class Folder {
 public:
  Folder() {
    const bool shared_memory = std::filesystem::is_directory("/dev/shm");
    name_ = (shared_memory ? "/dev/shm" : std::filesystem::temp_directory_path().string()) + "/cdrsim-fuzz-XXXXXX";
    demand(::mkdtemp(name_.data()) != nullptr, "no folder for traces");
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(name_, ignored);
  }
  std::string path(const std::string& name) const { return name_ + "/" + name; }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(name_), {}));
  }
  void clear() const {
    for (const auto& entry : std::filesystem::directory_iterator(name_)) std::filesystem::remove(entry.path());
  }

 private:
  std::string name_;
};

/// An imported trace is sound, and what `trace dump` writes of it imports to the same again.
void check_imported(const Folder& folder, const std::string& path) {
  const auto trace = accepted("an imported trace does not open", [&] { return Trace::open(path); });
  accepted("an imported trace fails its check", [&] { return check_trace(*trace); });
  const std::string dump = dump_of(*trace);
  const MemoryFile text(dump);
  const std::string again = folder.path("again.cdrt");
  accepted("a dump does not import", [&] { return import_trace("text", text.path(), again); });
  demand(dump_of(*Trace::open(again)) == dump, "the dump of a dump differs");
}

/// Whether another look is worth its time: not at a large trace.
bool import_and_check(std::string_view format, std::string_view bytes, const ImportOptions& options) {
  static const Folder folder;
  const MemoryFile file(bytes);
  const std::string out = folder.path("out.cdrt");
  // A file that is refused as a whole has its name in front, and what the limit leaves nothing of likewise.
  TraceInfo info;
  const bool imported =
      taken({file.path() + ":", out + ": "}, [&] { info = import_trace(format, file.path(), out, options); });
  constexpr std::uint32_t kManyThreads = 4096;  // a million are slow, and no different
  const bool small = imported && info.threads <= kManyThreads;
  if (small) check_imported(folder, out);
  if (!imported) demand(folder.files() == 0, "a refused import leaves a file");
  folder.clear();
  return small || !imported;
}

void fuzz_import(std::string_view format, std::string_view bytes) {
  if (import_and_check(format, bytes, {})) import_and_check(format, bytes, {.limit_references = 1 + bytes.size() % 7});
}

// --- gzip: a compressed file as it is; and the bytes, compressed in several members, come out as they went in

std::string gzip(std::string_view bytes, int level) {
  z_stream z{};
  demand(deflateInit2(&z, level, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) == Z_OK, "zlib: deflateInit2");
  std::string out(deflateBound(&z, bytes.size()) + 64, '\0');
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  z.avail_in = static_cast<uInt>(bytes.size());
  z.next_out = reinterpret_cast<Bytef*>(out.data());
  z.avail_out = static_cast<uInt>(out.size());
  const int status = deflate(&z, Z_FINISH);
  out.resize(z.total_out);
  deflateEnd(&z);
  demand(status == Z_STREAM_END, "zlib: deflate");
  return out;
}

/// All bytes of a source, asked for in pieces of `piece` at most.
std::string read_all(const std::string& path, std::size_t piece) {
  ByteSource source(path);
  std::string all, buffer(piece, '\0');
  while (const std::size_t n = source.read(buffer.data(), buffer.size())) all.append(buffer, 0, n);
  return all;
}

void fuzz_gzip(std::string_view bytes) {
  constexpr std::size_t kLarge = 1 << 16;
  const MemoryFile plain(bytes);
  const std::string place = plain.path() + ":";
  std::string content;
  if (taken({place}, [&] { content = read_all(plain.path(), kLarge); }))
    demand(read_all(plain.path(), 1 + bytes.size() % 13) == content, "small pieces give other bytes");
  taken({place}, [&] {
    LineReader lines(plain.path());
    for (std::string_view line; lines.next(line);) demand(line.find('\n') == line.npos, "a line holds two");
  });

  if (bytes.empty() || kind_of(bytes.substr(0, 512)) != InputKind::text) return;
  const std::size_t cut = static_cast<unsigned char>(bytes.back()) % (bytes.size() + 1);
  const MemoryFile members(gzip(bytes.substr(0, cut), 0) + gzip(bytes.substr(cut), 6));
  accepted("a gzip file of two members is refused", [&] {
    demand(read_all(members.path(), 1 + bytes.size() % 29) == bytes, "gzip'd bytes come out changed");
    return 0;
  });
}

constexpr Target kTargets[] = {
    {"config", fuzz_config},
    {"native", fuzz_native},
    {"block", fuzz_block},
    {"text", [](std::string_view bytes) { fuzz_import("text", bytes); }},
    {"lackey", [](std::string_view bytes) { fuzz_import("lackey", bytes); }},
    {"din", [](std::string_view bytes) { fuzz_import("din", bytes); }},
    {"gzip", fuzz_gzip},
};

}  // namespace

std::span<const Target> targets() {
  return kTargets;
}

const Target* find_target(std::string_view name) {
  const auto at =
      std::find_if(std::begin(kTargets), std::end(kTargets), [&](const Target& t) { return t.name == name; });
  return at != std::end(kTargets) ? at : nullptr;
}

}  // namespace cdrsim::fuzz
