// SPDX-License-Identifier: BSD-3-Clause
#include "verify/shape.h"

#include "base/error.h"
#include "directory/sharer_scheme.h"
#include "protocol/protocol.h"

namespace cdrsim::verify {

std::string Shape::unit_name(TileId t) const {
  if (is_cache(t)) return "core " + std::to_string(t.value);
  if (is_home(t)) return "home " + std::to_string(t.value);
  return t == memory() ? "memory" : "nobody";
}

void Shape::check() const {
  Registry<ProtocolFactory>::instance().get(protocol.name, "--protocol");
  Registry<SharerSchemeFactory>::instance().get(directory.sharers, "--directory");
  if (domains > 1 && !restrict_sharers && !restrict_homes)
    throw UserError("--domains " + std::to_string(domains) +
                    ": there is one domain without restriction; add --restriction sharers, homes or both");
  if (domains > cores || domains > lines)
    throw UserError("--domains " + std::to_string(domains) + ": each needs a core and a line; there are " +
                    std::to_string(cores) + " cores and " + std::to_string(lines) + " lines");
  const std::uint32_t members = (cores + domains - 1) / domains * lsid_stride;
  if (lsid_stride > 1 && !restrict_sharers) throw UserError("--lsid-stride needs --restriction sharers or both");
  // A set that has lost count names LSIDs between the cores' own, which here belong to nobody who could answer.
  if (lsid_stride > 1 && directory.sharers != "full-map" && directory.sharers != "limited-evict")
    throw UserError("--lsid-stride needs a directory that names sharers one by one: full-map or limited-evict");
  if (lsid_stride > 1 && members > capacity)
    throw UserError("--lsid-stride " + std::to_string(lsid_stride) + ": a domain of " + std::to_string(members) +
                    " LSIDs is above --capacity " + std::to_string(capacity) +
                    "; with a stride no domain may overflow");
}

std::string Shape::options() const {
  std::string s;
  const auto word = [&](const char* name, const std::string& value) { s += std::string(" --") + name + " " + value; };
  const auto number = [&](const char* name, std::uint32_t value) { word(name, std::to_string(value)); };
  word("protocol", protocol.name);
  word("evict-notice", protocol.evict_notice == EvictNotice::all ? "all" : "exclusive");
  word("directory", directory.sharers);
  number("pointers", directory.pointers);
  number("coarse-region", directory.coarse_region);
  word("store", directory.store);
  number("cores", cores);
  number("homes", homes);
  number("lines", lines);
  word("restriction", restrict_sharers ? restrict_homes ? "both" : "sharers" : restrict_homes ? "homes" : "none");
  number("capacity", capacity);
  number("lsid-stride", lsid_stride);
  number("smc", smc_entries);
  number("hmc", hmc_entries);
  number("domains", domains);
  word("scope", scope == BroadcastScope::box ? "box" : "machine");
  number("ways", or_lines(ways));
  number("mshrs", or_lines(mshrs));
  number("llc-ways", or_lines(llc_ways));
  number("llc-mshrs", or_lines(llc_mshrs));
  number("directory-ways", or_lines(directory_ways));
  number("slots", slots);
  word("evictions", cache_evictions ? home_evictions ? "both" : "caches" : home_evictions ? "homes" : "none");
  number("inbox", inbox);
  return s.substr(1);
}

}  // namespace cdrsim::verify
