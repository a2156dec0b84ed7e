// SPDX-License-Identifier: BSD-3-Clause
#include "cost/storage.h"

#include "base/error.h"
#include "cost/storage_restriction.h"
#include "cost/storage_sparse.h"

namespace cdrsim::cost {
namespace {

double real(WideCount n) {
  return static_cast<double>(n);
}

template <class Number>
JsonValue numbers(const std::vector<std::pair<std::string, Number>>& named) {
  JsonValue object = JsonValue::object();
  for (const auto& [name, number] : named) object.add(name, number);
  return object;
}

std::uint32_t machine_cores(const Config& config) {
  return config.system.chips * config.system.cores_per_chip;
}

}  // namespace

double StorageRow::bits_per_line() const {
  return real(storage.bits(kDirectoryPart)) / real(machine.llc_lines);
}

WideCount StorageRow::bytes_per_tile() const {
  WideCount sum = 0;
  for (const TileStorage::Part& part : storage.parts) sum += bytes(part);
  return sum;
}

double StorageRow::percent_of_llc() const {
  return 100 * real(bytes_per_tile()) / real(machine.llc_bytes);
}

WideCount StorageRow::total_bytes() const {
  return bytes_per_tile() * machine.cores;
}

JsonValue StorageRow::bits_per_line_json() const {
  const WideCount bits = storage.bits(kDirectoryPart);
  if (bits % machine.llc_lines == 0) return bits / machine.llc_lines;
  return bits_per_line();
}

JsonValue StorageRow::figures() const {
  JsonValue row = JsonValue::object();
  row.add("bits_per_line", bits_per_line_json());
  row.add("bytes_per_tile", bytes_per_tile());
  row.add("percent_of_llc", percent_of_llc());
  row.add("total_bytes", total_bytes());
  JsonValue parts = JsonValue::object();
  for (const TileStorage::Part& part : storage.parts) parts.add(part.name, bytes(part));
  row.add("parts", std::move(parts));
  if (!storage.memory.empty()) row.add("memory", numbers(storage.memory));
  return row;
}

JsonValue StorageRow::json() const {
  JsonValue row = JsonValue::object();
  row.add("scheme", scheme).add("cores", machine.cores);
  row.append(figures());
  row.add("parameters", numbers(storage.parameters));
  row.add("formula", formula).add("source", source);
  return row;
}

StorageRow storage_row(const std::string& scheme, const Config& config, std::uint32_t cores) {
  const StorageScheme& s = Registry<StorageScheme>::instance().get(scheme, "storage scheme");
  const StorageMachine machine = storage_machine(config, cores);
  return {scheme, s.formula, s.source, machine, s.storage(machine)};
}

StorageRow configured_storage(const Config& config, std::uint32_t cores) {
  const bool sharers = config.cdr.sharers.level != DomainLevel::none,
             homes = config.cdr.homes.level != DomainLevel::none;
  const std::string& kept = config.directory.sharers;
  std::string in_llc = kept;
  if (sharers) in_llc = kept == "full-map" ? "cdr" : "cdr+" + kept;
  StorageRow row = storage_row(in_llc, config, cores);
  const StorageMachine& m = row.machine;
  if (config.directory.store == "sparse") {
    row.scheme = (sharers ? "cdr+sparse-" : "sparse-") + kept;
    row.formula = "e/L*(" + row.formula + " + tag)";
    row.storage.parameters.emplace_back("e", m.directory.entries);
    const WideCount entry_bits = row.storage.bits(kDirectoryPart) / m.llc_lines;
    row.storage.parts.front().bits = sparse_bits(m, m.directory.entries, static_cast<std::uint64_t>(entry_bits));
  }
  if (homes) {
    const StorageRow of_homes = storage_row("cdr-homes", config, cores);
    row.scheme += "+cdr-homes";
    row.source += sharers ? "" : "; " + of_homes.source;
    add_home_restriction(row.storage, m);
    std::erase_if(row.storage.memory, [](const auto& entry) { return entry.first == "page_table_bits_per_page"; });
    row.storage.memory.emplace_back("page_table_bits_per_page", page_table_bits(m, sharers, true));
    row.storage.parameters.emplace_back("h", m.homes);
    if (!sharers) row.storage.parameters.emplace_back("s", m.id_bits);
  }
  return row;
}

std::vector<StorageRow> storage_rows(const Config& config, const std::vector<std::uint32_t>& cores) {
  const auto& registry = Registry<StorageScheme>::instance();
  std::vector<StorageRow> rows;
  for (const std::uint32_t n : cores) {
    for (const std::string& scheme : registry.names()) rows.push_back(storage_row(scheme, config, n));
    StorageRow configured = configured_storage(config, n);
    if (!registry.find(configured.scheme)) rows.push_back(std::move(configured));
  }
  return rows;
}

JsonValue storage_of_run(const Config& config) {
  const StorageRow row = configured_storage(config, machine_cores(config));
  JsonValue storage = JsonValue::object();
  storage.add("scheme", row.scheme);
  storage.append(row.figures());
  return storage;
}

}  // namespace cdrsim::cost
