// SPDX-License-Identifier: BSD-3-Clause
#include "cli/listing.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace cdrsim {
namespace {

std::string text_table(const Listing& listing) {
  std::vector<std::size_t> widths;
  for (const std::string& column : listing.columns) widths.push_back(column.size());
  for (const auto& row : listing.rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  std::string out = listing.title + "\n";
  const auto add = [&](const std::vector<std::string>& cells) {
    std::string line = " ";
    for (std::size_t i = 0; i < cells.size(); ++i)
      line += ' ' + cells[i] + std::string(widths[i] - cells[i].size() + 1, ' ');
    out += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  };
  add(listing.columns);
  for (const auto& row : listing.rows) add(row);
  return out;
}

std::string markdown_row(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const std::string& cell : cells) {
    line += ' ';
    for (char c : cell) line += c == '|' ? std::string("\\|") : std::string(1, c);
    line += " |";
  }
  return line + '\n';
}

std::string markdown_table(const Listing& listing) {
  std::string out = "## " + listing.title + "\n\n" + markdown_row(listing.columns) + "|";
  for (std::size_t i = 0; i < listing.columns.size(); ++i) out += " --- |";
  out += '\n';
  for (const auto& row : listing.rows) out += markdown_row(row);
  return out;
}

nlohmann::ordered_json json_rows(const Listing& listing) {
  auto rows = nlohmann::ordered_json::array();
  for (const auto& row : listing.rows) {
    nlohmann::ordered_json object;
    for (std::size_t i = 0; i < row.size(); ++i) object[listing.columns[i]] = row[i];
    rows.push_back(std::move(object));
  }
  return rows;
}

}  // namespace

std::string print(const Listing& listing, Format format) {
  if (format == Format::json) return json_rows(listing).dump(2) + "\n";
  return format == Format::markdown ? markdown_table(listing) : text_table(listing);
}

std::string print(const std::vector<Listing>& listings, Format format) {
  if (format == Format::json) {
    nlohmann::ordered_json object;
    for (const Listing& l : listings) object[l.title] = json_rows(l);
    return object.dump(2) + "\n";
  }
  std::string out;
  for (const Listing& l : listings) out += (out.empty() ? "" : "\n") + print(l, format);
  return out;
}

}  // namespace cdrsim
