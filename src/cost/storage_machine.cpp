// SPDX-License-Identifier: BSD-3-Clause
#include "cost/storage_machine.h"

#include <algorithm>
#include <bit>

#include "base/error.h"
#include "directory/sharer_scheme.h"
#include "network/mesh.h"

namespace cdrsim::cost {
namespace {

constexpr std::uint32_t kAutomaticHomes = 64;  // cdr.homes.count = "auto": this, or the members where they are fewer

}  // namespace

std::uint32_t bits_to_name(std::uint64_t count) {
  return count > 1 ? static_cast<std::uint32_t>(std::bit_width(count - 1)) : 0;
}

std::uint32_t square_root_up(std::uint32_t n) {
  std::uint32_t root = 0;
  for (std::uint32_t bit = 1u << 16; bit != 0; bit /= 2)
    if (std::uint64_t{root + bit} * (root + bit) < n) root += bit;
  return n == 0 ? 0 : root + 1;
}

std::uint32_t StorageMachine::pointer() const {
  return bits_to_name(cores);
}

std::uint32_t StorageMachine::tag(std::uint64_t sets) const {
  const std::uint64_t lines = std::uint64_t{1} << (kAddressBits - bits_to_name(line_size));
  return bits_to_name((lines + sets - 1) / sets);
}

std::uint64_t StorageMachine::sharer_bits(const std::string& scheme, std::uint32_t names) const {
  DirectoryConfig of_scheme = directory;
  of_scheme.sharers = scheme;
  return make_sharer_scheme(of_scheme)->bits(names);
}

StorageMachine storage_machine(const Config& c, std::uint32_t cores) {
  invariant(cores > 0, "a machine without cores");
  StorageMachine m;
  m.cores = cores;
  const bool as_configured = cores == c.system.chips * c.system.cores_per_chip;
  const Mesh mesh =
      as_configured && c.system.mesh ? Mesh(c.system.mesh->width, c.system.mesh->height) : Mesh::automatic(cores);
  m.mesh_width = mesh.width();
  m.mesh_height = mesh.height();
  m.line_size = c.system.line_size;
  m.llc_bytes = c.llc.size_per_tile;
  m.llc_lines = c.llc.size_per_tile / m.line_size;
  const CacheConfig& outermost = c.l2.size != 0 ? c.l2 : c.l1;
  m.private_lines = outermost.size / m.line_size;
  m.private_sets = m.private_lines / outermost.ways;
  m.tlb_entries = c.tlb.entries;
  m.directory = c.directory;
  m.capacity = c.cdr.sharers.capacity;
  m.homes = std::min(cores, c.cdr.homes.count.value_or(kAutomaticHomes));
  m.id_bits = c.cdr.sharers.id_bits;
  m.smc_entries = c.cdr.sharers.smc_entries;
  m.hmc_entries = c.cdr.homes.hmc_entries;
  return m;
}

}  // namespace cdrsim::cost
