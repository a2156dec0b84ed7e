// SPDX-License-Identifier: BSD-3-Clause
// Does any legal machine run any pattern coherently to its end? Draws configurations from the seeds 1 to 40, or to
// CDRSIM_RANDOM_CONFIGS. A failure prints its seed and the whole configuration; CDRSIM_RANDOM_FIRST starts elsewhere.
#include <cstdlib>

#include "base/random.h"
#include "system/experiment.h"
#include "trace/files.h"

namespace cdrsim {
namespace {

using namespace testing;

/// Draws the text of one configuration.
class Draw {
 public:
  Draw(std::uint64_t seed, Scratch& scratch) : random_(seed, 0x64726177), scratch_(scratch) {}

  std::string config() {
    const std::uint64_t cores = one<std::uint64_t>({1, 2, 3, 4, 5, 7, 8, 9, 12, 16, 18, 19, 36, 64});
    section("system");
    number("cores_per_chip", cores);
    if (chance(20)) {
      const std::uint64_t width = cores + random_.below(3), height = 1 + random_.below(3);
      word("mesh", std::to_string(width) + "x" + std::to_string(height));
    }
    const std::uint64_t line = one<std::uint64_t>({8, 16, 32, 64, 64, 128});
    number("line_size", line);
    number("page_size", std::max<std::uint64_t>(line, one<std::uint64_t>({8, 256, 4096, 4096, 65536})));
    const bool serial = chance(10);
    core(serial);
    caches(line);
    section("protocol");
    word("name", one<const char*>({"mesi", "msi"}));
    word("evict_notice", one<const char*>({"exclusive", "all"}));
    domains(cores);
    network();
    section("dram");
    number("controllers", 1 + random_.below(cores));
    number("latency", one<std::uint64_t>({1, 10, 100}));
    number("bandwidth", one<std::uint64_t>({1, 16, 1024}));
    number("jitter", one<std::uint64_t>({0, 0, 5}));
    section("memory");
    word("frames", one<const char*>({"scattered", "identity"}));
    section("sync");
    word("model", one<const char*>({"ideal", "coherent"}));
    section("run");
    number("seed", random_.below(1u << 30));
    number("warmup", one<std::uint64_t>({0, 0, 1, 17, 1000}));
    number("skew", one<std::uint64_t>({0, 0, 700}));
    number("watchdog", 100'000'000);  // some of these machines are very slow: 1-bit links, one MSHR, broadcasts
    if (!serial && chance(10)) word("restart", "true", false);
    workloads(cores);
    return text_;
  }

 private:
  bool chance(unsigned percent) { return random_.below(100) < percent; }
  template <class T>
  T one(std::initializer_list<T> choices) {
    return choices.begin()[random_.below(choices.size())];
  }
  void section(const std::string& name) { text_ += "[" + name + "]\n"; }
  void number(const std::string& key, std::uint64_t n) { text_ += key + " = " + std::to_string(n) + "\n"; }
  void word(const std::string& key, const std::string& value, bool quoted = true) {
    text_ += key + " = " + (quoted ? "\"" + value + "\"" : value) + "\n";
  }

  void core(bool serial) {
    section("core");
    word("timing", serial ? "serial" : "normal");
    word("memory_model", one<const char*>({"tso", "sc"}));
    number("store_buffer", one<std::uint64_t>({1, 2, 8}));
    number("outstanding_loads", one<std::uint64_t>({1, 1, 2, 4, 9}));
    word("cpi", one<const char*>({"0", "0.5", "1.0", "3.3"}), false);
    section("tlb");
    number("entries", one<std::uint64_t>({1, 2, 64}));
    number("miss_latency", one<std::uint64_t>({0, 1, 50}));
  }

  void caches(std::uint64_t line) {
    section("l1");
    const std::uint64_t ways = one<std::uint64_t>({1, 1, 2, 3, 4}), sets = one<std::uint64_t>({1, 1, 2, 3, 16});
    cache("size", line, ways, sets);
    number("mshrs", one<std::uint64_t>({1, 1, 2, 4}));
    number("latency", one<std::uint64_t>({0, 1, 3}));
    if (chance(40)) {
      section("l2");
      const std::uint64_t l2_ways = one<std::uint64_t>({1, 2, 4}), times = one<std::uint64_t>({1, 2, 5});
      cache("size", line, l2_ways, ways * sets * times);
      number("mshrs", one<std::uint64_t>({1, 2, 16}));
    }
    section("llc");
    const std::uint64_t llc_ways = one<std::uint64_t>({1, 1, 2, 4, 24}),
                        llc_sets = one<std::uint64_t>({1, 1, 2, 5, 16});
    cache("size_per_tile", line, llc_ways, llc_sets);
    number("mshrs", one<std::uint64_t>({1, 1, 2, 16}));
    number("latency", one<std::uint64_t>({0, 1, 8}));
  }

  void cache(const std::string& size_key, std::uint64_t line, std::uint64_t ways, std::uint64_t sets) {
    number(size_key, line * ways * sets);
    number("ways", ways);
    word("replacement", one<const char*>({"lru", "random", "srrip", "tree-plru"}));
  }

  void domains(std::uint64_t cores) {
    section("cdr");
    word("map_lookups", one<const char*>({"modelled", "modelled", "free"}));
    section("cdr.sharers");
    word("level", one<const char*>({"none", "vm", "application", "page"}));
    number("capacity", one<std::uint64_t>({1, 1, 2, 3, 4, 64}));
    number("smc_entries", one<std::uint64_t>({1, 2, 16}));
    word("broadcast_scope", one<const char*>({"machine", "chip", "box"}));
    number("id_bits", one<std::uint64_t>({7, 16}));
    section("cdr.homes");
    word("level", one<const char*>({"none", "vm", "application", "page"}));
    if (!chance(25)) number("count", 1 + random_.below(cores));
    word("placement", one<const char*>({"members", "nearest", "cluster", "random"}));
    word("hash", one<const char*>({"mixed", "low", "middle", "high", "range"}));
    number("hmc_entries", one<std::uint64_t>({1, 2, 16}));
  }

  void network() {
    section("network");
    word("model", one<const char*>({"packet", "packet", "ideal"}));
    word("flit_width", std::to_string(one<std::uint64_t>({1, 8, 64, 1024})) + "b");
    number("router_latency", one<std::uint64_t>({0, 0, 1, 3}));
    number("link_latency", one<std::uint64_t>({0, 0, 1, 5}));
  }

  void workloads(std::uint64_t cores) {
    for (std::uint64_t left = cores, blocks = 0; blocks < 2 && (blocks == 0 || (left > 0 && chance(50))); ++blocks) {
      const std::uint64_t threads = 1 + random_.below(left), copies = 1 + random_.below(left / threads);
      left -= threads * copies;
      text_ += "[[workload]]\n";
      const bool own = chance(40);
      const std::string pattern =
          one<const char*>({"uniform", "private-shared", "producer-consumer", "migratory", "hot-spot", "stencil"});
      if (own)
        word("trace", program(threads));
      else
        word("synthetic", pattern);
      number("threads", threads);
      number("copies", copies);
      word("placement", one<const char*>({"block", "row", "spread", "random"}));
      if (!own) synthetic_sizes();
      // Copies in one address space share the pattern's barriers as well, which count the threads of one copy.
      const bool barriers = own || pattern == "producer-consumer" || pattern == "stencil";
      if (!barriers && chance(30)) word("share_address_space", "true", false);
      if (chance(30)) number("vm", random_.below(2));
    }
  }

  void synthetic_sizes() {
    number("references", one<std::uint64_t>({1, 20, 150, 150}));
    number("private_bytes", one<std::uint64_t>({64, 1024, 65536}));
    number("shared_bytes", one<std::uint64_t>({64, 256, 4096, 1 << 20}));
    word("shared_fraction", one<const char*>({"0.2", "0.5", "1.0"}), false);
    word("write_fraction", one<const char*>({"0.1", "0.5", "1.0"}), false);
    number("gap", one<std::uint64_t>({0, 0, 3}));
  }

  /// A program of `threads` in turns: references of odd sizes that cross lines, atomics, critical sections, barriers.
  std::string program(std::uint64_t threads) {
    static constexpr const char* kBases[] = {"1000", "1fc0", "20000", "7ffffff0", "fffffffffff0"};
    std::string text;
    const std::uint64_t turns = one<std::uint64_t>({2, 30, 80}), locks = 1 + random_.below(3),
                        spread = one<std::uint64_t>({1, 40, 4000});
    auto reference = [&](std::uint64_t thread) {
      const char* operation = one<const char*>({"R", "R", "R", "W", "W", "A"});
      const std::uint64_t base = std::stoull(kBases[random_.below(5)], nullptr, 16);
      const std::uint64_t address = base + random_.below(spread) * 8 + random_.below(8);
      const std::uint64_t size = one<std::uint64_t>({1, 4, 8, 8, 8, 16, 300});
      std::ostringstream line;
      line << thread << " " << operation << " " << std::hex << address << std::dec << " " << size << " "
           << random_.below(6) << "\n";
      text += line.str();
    };
    for (std::uint64_t turn = 0; turn < turns; ++turn) {
      for (std::uint64_t t = 0; t < threads; ++t) {
        const std::uint64_t lock = random_.below(locks);
        const bool section = chance(15);
        if (section) text += std::to_string(t) + " L 9" + std::to_string(lock) + "0\n";
        for (std::uint64_t n = random_.below(3) + section; n > 0; --n) reference(t);
        if (section) text += std::to_string(t) + " U 9" + std::to_string(lock) + "0\n";
      }
      if (chance(10))
        for (std::uint64_t t = 0; t < threads; ++t)
          text +=
              std::to_string(t) + " B a000 " + std::to_string(threads) + " " + std::to_string(random_.below(9)) + "\n";
    }
    for (std::uint64_t t = 0; t < threads; ++t) reference(t);
    return scratch_.import(text);
  }

  Random random_;
  Scratch& scratch_;
  std::string text_;
};

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

TEST(RandomConfigs, GIVEN_any_legal_machine_and_pattern_THEN_it_runs_coherently_to_its_end) {
  const std::uint64_t first = from_environment("CDRSIM_RANDOM_FIRST", 1);
  const std::uint64_t count = from_environment("CDRSIM_RANDOM_CONFIGS", 40);
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    Scratch scratch;
    const std::string toml = Draw(seed, scratch).config();
    try {
      run_checked(toml);
    } catch (const std::exception& e) {
      ADD_FAILURE() << "seed " << seed << ": " << std::string(e.what()).substr(0, 2000) << "\n" << toml;
    }
  }
}

}  // namespace
}  // namespace cdrsim
