// SPDX-License-Identifier: BSD-3-Clause
#include "verify/random_machine.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>

#include "base/error.h"
#include "config/schema.h"

namespace cdrsim::verify {
namespace {

constexpr std::uint64_t kStream = 0x64726177;
constexpr std::uint64_t kMostReferences = 20'000;
constexpr std::uint64_t kMostMessages = 2'000'000;  // about: each reference may cost a message to every core
constexpr std::uint32_t kManyCores = 129;           // above, a machine does nothing that takes it long
constexpr std::uint64_t kMostFarCopies = 30;        // of each of two blocks: 64 address spaces are legal
constexpr unsigned kMostAttempts = 100;

using Words = std::vector<std::string>;

/// What a key that is no choice is drawn from; a word that is there twice comes twice as often.
const std::map<std::string, Words>& candidates() {
  static const std::map<std::string, Words> table = {
      {"core.cpi", {"0", "0.5", "1.0", "3.3"}},
      {"core.store_buffer", {"1", "2", "8"}},
      {"core.outstanding_loads", {"1", "1", "2", "4", "9"}},
      {"core.timing", {"normal", "normal", "normal", "normal", "normal", "normal", "normal", "normal", "serial"}},
      {"tlb.entries", {"1", "2", "64"}},
      {"tlb.miss_latency", {"0", "1", "50"}},
      {"l1.latency", {"0", "1", "3"}},
      {"l1.mshrs", {"1", "1", "2", "4"}},
      {"l2.mshrs", {"1", "2", "16"}},
      {"llc.latency", {"0", "1", "8"}},
      {"llc.mshrs", {"1", "1", "2", "16"}},
      {"directory.pointers", {"1", "1", "2", "4"}},
      {"directory.coarse_region", {"2", "2", "3", "8"}},
      {"cdr.map_lookups", {"modelled", "modelled", "free"}},
      {"cdr.sharers.capacity", {"1", "1", "2", "3", "4", "64"}},
      {"cdr.sharers.smc_entries", {"1", "1", "2", "16"}},
      {"cdr.sharers.id_bits", {"7", "16"}},
      {"cdr.homes.hmc_entries", {"1", "1", "2", "16"}},
      {"network.model", {"packet", "packet", "ideal"}},
      {"network.router_latency", {"0", "0", "1", "3"}},
      {"network.link_latency", {"0", "0", "1", "5"}},
      {"dram.latency", {"1", "10", "100"}},
      {"dram.bandwidth", {"1", "16", "1024"}},
      {"dram.jitter", {"0", "0", "5"}},
      {"run.warmup", {"0", "0", "1", "17", "1000"}},
      {"run.skew", {"0", "0", "700"}},
      {"run.watchdog", {"100000000"}},  // some of these machines are very slow: 1-bit links, one MSHR, broadcasts
  };
  return table;
}

std::string key_of(const std::string& setting) {
  return setting.substr(0, setting.find('='));
}

class Draw {
 public:
  Draw(const RandomShape& shape, std::uint64_t attempt)
      : shape_(shape), random_(shape.seed, kStream + (attempt << 32)), config_(default_config()) {
    for (const std::string& s : shape.settings) asked_.insert(key_of(s));
  }

  RandomMachine machine() {
    compute_words();
    check_keys();
    for (const config::SectionDeclaration& section : config_schema().sections())
      if (!section.repeated) draw_section(section);
    for (const config::SectionDeclaration& section : config_schema().sections())
      if (!section.repeated) keep_section(section);
    workloads();
    for (const std::string& s : shape_.settings) machine_.settings.push_back(s);
    return std::move(machine_);
  }

 private:
  bool chance(unsigned percent) { return random_.below(100) < percent; }
  template <class T>
  T one(std::initializer_list<T> choices) {
    return choices.begin()[random_.below(choices.size())];
  }
  void set(const std::string& key, std::uint64_t number) { words_[key] = std::to_string(number); }

  /// Every key that has words of its own is declared.
  void check_keys() const {
    std::set<std::string> declared;
    for (const config::SectionDeclaration& section : config_schema().sections())
      for (const auto& p : section.parameters) declared.insert(section.path + "." + p->key());
    for (const auto& [key, words] : candidates())
      if (!declared.contains(key)) throw InternalError("random machine: no key " + key);
    for (const auto& [key, word] : words_)
      if (!declared.contains(key)) throw InternalError("random machine: no key " + key);
  }

  /// Keys whose legal values depend on those of others.
  void compute_words() {
    cores_ = shape_.cores != 0 ? shape_.cores
             : chance(2)       ? 1024
                               : one<std::uint32_t>({1, 2, 2, 3, 4, 5, 7, 8, 9, 12, 16, 18, 19, 36, 64, 129});
    set("system.cores_per_chip", cores_);
    if (cores_ <= kManyCores && chance(20))
      words_["system.mesh"] = std::to_string(cores_ + random_.below(3)) + "x" + std::to_string(1 + random_.below(3));
    const std::uint64_t line = one<std::uint64_t>({8, 16, 32, 64, 64, 128});
    set("system.line_size", line);
    set("system.page_size", std::max(line, one<std::uint64_t>({8, 256, 4096, 4096, 65536})));
    caches(line);
    if (!chance(25)) set("cdr.homes.count", 1 + random_.below(cores_));
    set("dram.controllers", 1 + random_.below(cores_));
    // Narrower links than a byte take a large machine more time than they are worth.
    set("network.flit_width", std::max(one<std::uint64_t>({1, 8, 64, 1024}), std::uint64_t{cores_ > 36 ? 8u : 1u}));
    set("network.jitter", chance(40) ? 0 : random_.below(shape_.jitter + 1));
    set("run.seed", random_.below(1u << 30));
    restart_ = cores_ <= kManyCores && chance(10);
  }

  void caches(std::uint64_t line) {
    const std::uint64_t l1_ways = one<std::uint64_t>({1, 1, 2, 3, 4}),
                        l1_sets = one<std::uint64_t>({1, 1, 1, 2, 3, 16});
    set("l1.ways", l1_ways);
    set("l1.size", line * l1_ways * l1_sets);
    if (chance(40)) {
      const std::uint64_t l2_ways = one<std::uint64_t>({1, 2, 4});
      set("l2.ways", l2_ways);
      set("l2.size", line * l2_ways * l1_ways * l1_sets * one<std::uint64_t>({1, 2, 5}));
    }
    const std::uint64_t llc_ways = one<std::uint64_t>({1, 1, 2, 4, 24}),
                        llc_sets = one<std::uint64_t>({1, 1, 2, 5, 16});
    set("llc.ways", llc_ways);
    set("llc.size_per_tile", line * llc_ways * llc_sets);
    const std::uint64_t ways = one<std::uint64_t>({1, 1, 2, 8}), sets = one<std::uint64_t>({1, 1, 2, 8});
    set("directory.ways", ways);
    set("directory.entries", ways * sets);
  }

  void draw_section(const config::SectionDeclaration& section) {
    for (const auto& p : section.parameters) {
      const std::string key = section.path + "." + p->key();
      const std::optional<std::string> word = draw(key, *p);
      if (!word) continue;
      try {
        p->read(section.object(&config_, 0), config::BareText{*word}, {config_.system.frequency, "/"});
      } catch (const config::BadValue& e) {
        throw InternalError("random machine: " + key + " = " + *word + ": " + e.what());
      }
    }
    if (section.path == "run") config_.run.restart = restart_ && config_.core.timing == CoreTiming::normal;
  }

  std::optional<std::string> draw(const std::string& key, const config::Parameter& parameter) {
    if (asked_.contains(key)) return std::nullopt;
    if (const auto computed = words_.find(key); computed != words_.end()) return computed->second;
    if (const auto listed = candidates().find(key); listed != candidates().end())
      return listed->second[random_.below(listed->second.size())];
    const std::vector<config::Choice> choices = parameter.choices();
    if (choices.empty()) return std::nullopt;
    return choices[random_.below(choices.size())].name;
  }

  /// What was drawn and differs from the default, but for keys that mean nothing on this machine.
  void keep_section(const config::SectionDeclaration& section) {
    const void* object = section.object(&config_, 0);
    for (const auto& p : section.parameters) {
      const std::string key = section.path + "." + p->key(), value = p->write(object);
      if (asked_.contains(key) || value == p->default_text() || !p->unused(object).empty()) continue;
      machine_.settings.push_back(key + "=" + value);
    }
  }

  void workloads() {
    const auto policies = Registry<PlacementPolicy>::instance().names();
    std::uint64_t left = cores_;
    for (std::uint32_t block = 0; block < 2 && (block == 0 || (left > 0 && chance(50))); ++block) {
      const std::uint64_t threads = chance(40) ? left : 1 + random_.below(left),
                          copies = 1 + random_.below(left / threads);
      left -= threads * copies;
      const std::uint64_t most =
          std::min(threads * shape_.references,
                   std::max(std::uint64_t{1}, std::min(kMostReferences, kMostMessages / cores_) / copies));
      const std::uint64_t references = std::max<std::uint64_t>(1, most / one<std::uint64_t>({1, 1, 2, 8}));
      const bool far = copies <= kMostFarCopies;
      machine_.programs.push_back(draw_program(random_, static_cast<std::uint32_t>(threads), references, far));
      const std::string key = "workload." + std::to_string(block) + ".";
      if (copies > 1) machine_.settings.push_back(key + "copies=" + std::to_string(copies));
      if (copies > 1 && chance(30)) machine_.settings.push_back(key + "share_address_space=true");
      if (chance(30)) machine_.settings.push_back(key + "vm=" + std::to_string(random_.below(2)));
      machine_.settings.push_back(key + "placement=" + policies[random_.below(policies.size())]);
    }
  }

  const RandomShape& shape_;
  Random random_;
  Config config_;
  std::set<std::string> asked_;               // keys of shape_.settings
  std::map<std::string, std::string> words_;  // by key: computed
  std::uint32_t cores_ = 0;
  bool restart_ = false;
  RandomMachine machine_;
};

std::string program_name(std::size_t block) {
  return "random-" + std::to_string(block);
}

/// The [[workload]] blocks as a file: they are all of a configuration that settings cannot give.
class BlocksFile {
 public:
  explicit BlocksFile(std::size_t blocks) {
    path_ = (std::filesystem::temp_directory_path() / "cdrsim-random-XXXXXX").string();
    const int file = ::mkstemp(path_.data());
    if (file < 0) throw UserError(path_ + ": cannot be made: the folder of temporary files must be writable");
    ::close(file);
    std::ofstream out(path_);
    for (std::size_t b = 0; b < blocks; ++b) out << "[[workload]]\ntrace = \"" << program_name(b) << "\"\n";
    if (!out.flush()) throw UserError(path_ + ": cannot be written");
  }
  ~BlocksFile() { std::filesystem::remove(path_); }
  BlocksFile(const BlocksFile&) = delete;
  BlocksFile& operator=(const BlocksFile&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace

std::uint64_t RandomMachine::references() const {
  std::uint64_t sum = 0;
  for (const RandomProgram& p : programs) sum += p.references();
  return sum;
}

/// Rules between keys are the configuration's: a draw that breaks one is drawn again.
RandomMachine draw_machine(const RandomShape& shape) {
  for (std::uint64_t attempt = 0;; ++attempt) {
    RandomMachine machine = Draw(shape, attempt).machine();
    try {
      configure(machine);
      return machine;
    } catch (const UserError& e) {
      if (attempt == kMostAttempts)
        throw UserError(std::string("no machine that was drawn is legal; the last: ") + e.what());
    }
  }
}

Config configure(const RandomMachine& machine) {
  const BlocksFile blocks(machine.programs.size());
  return load_config(blocks.path(), machine.settings);
}

TraceOpener programs_of(const RandomMachine& machine) {
  std::map<std::string, std::shared_ptr<Trace>> traces;
  for (std::size_t b = 0; b < machine.programs.size(); ++b) traces[program_name(b)] = machine.programs[b].trace();
  return [traces](const std::string& path) {
    const auto found = traces.find(std::filesystem::path(path).filename().string());
    invariant(found != traces.end(), "a random machine runs only its own programs");
    return found->second;
  };
}

}  // namespace cdrsim::verify
