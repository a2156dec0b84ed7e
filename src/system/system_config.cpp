// SPDX-License-Identifier: BSD-3-Clause
#include "system/system_config.h"

#include <charconv>

#include "config/declaration.h"

namespace cdrsim {
namespace {

constexpr std::uint32_t kMostCores = 1u << 24;

std::uint32_t side(std::string_view text, const std::string& whole) {
  std::uint32_t number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number == 0 || number > kMostCores)
    throw config::BadValue(config::toml_string(whole) + " is no mesh; write width x height, for example \"32x32\"");
  return number;
}

config::Type<MeshSize> mesh_type() {
  return {
      "mesh",
      [](const config::Value& value, const config::ReadContext&) {
        const std::string text = config::as_string(value);
        const auto x = text.find('x');
        const std::string_view all = text;
        if (x == std::string::npos) side("", text);
        return MeshSize{side(all.substr(0, x), text), side(all.substr(x + 1), text)};
      },
      [](const MeshSize& m) { return config::toml_string(std::to_string(m.width) + "x" + std::to_string(m.height)); }};
}

}  // namespace

void declare_system(config::Section<SystemConfig>& s) {
  s.help("The machine.");
  s.integer("chips", &SystemConfig::chips).default_value(1).range(1, 1).help("how many chips");
  s.integer("cores_per_chip", &SystemConfig::cores_per_chip)
      .default_value(1024)
      .range(1, kMostCores)
      .help("each with its private caches, LLC slice and router");
  s.add("mesh", &SystemConfig::mesh, config::optional_type(mesh_type(), "auto"))
      .unit("tiles")
      .help("width x height; larger than the cores: the rest only routes. auto: nearest to square");
  s.frequency("frequency", &SystemConfig::frequency)
      .default_value(1e9)
      .range(1, 1e15)
      .help("the one clock; turns times into cycles");
  s.size("line_size", &SystemConfig::line_size).default_value(64).range(8, 4096).help("of every cache; a power of two");
  s.size("page_size", &SystemConfig::page_size)
      .default_value(4096)
      .range(8, 1u << 30)
      .help("a power of two, at least a line");
}

void declare_run(config::Section<RunConfig>& s) {
  s.help("The experiment.");
  s.integer("seed", &RunConfig::seed).default_value(1).help("of every random choice");
  s.integer("warmup", &RunConfig::warmup)
      .unit("references per core")
      .default_value(0)
      .help("run one after the other to fill caches, directories, TLBs and map caches, and not counted");
  s.time("max_cycles", &RunConfig::max_cycles, "none").help("stop there");
  s.time("interval", &RunConfig::interval, "none")
      .range(1, config::largest<Cycle>())
      .help("between rows of timeline.csv");
  s.time("watchdog", &RunConfig::watchdog)
      .default_value(10'000'000)
      .range(1, config::largest<Cycle>())
      .help("a reference older than this means that the machine is stuck: exit 3");
  s.boolean("restart", &RunConfig::restart)
      .default_value(false)
      .help("finished copies start over until every copy has finished its first pass");
  s.time("skew", &RunConfig::skew)
      .default_value(0)
      .range(0, 1'000'000'000'000)
      .help("each copy starts at a seeded cycle from 0 to this");
}

}  // namespace cdrsim
