// SPDX-License-Identifier: BSD-3-Clause
#include "cost/table.h"

#include <algorithm>
#include <charconv>

#include "base/error.h"

namespace cdrsim {
namespace {

/// Takes the text up to the end of the line off `rest`.
std::string_view take_line(std::string_view& rest) {
  const std::size_t end = rest.find('\n');
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
  return line;
}

/// The cells of a line of CSV. A cell in double quotes may hold commas, and quotes written twice.
std::vector<std::string> cells_of(std::string_view line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"')
      cells.back() += line[++i];
    else if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      cells.emplace_back();
    else
      cells.back() += c;
  }
  return cells;
}

}  // namespace

Table::Table(std::string name, std::string_view text) : name_(std::move(name)) {
  std::string_view line = take_line(text);
  if (!line.starts_with("# ")) throw InternalError("table " + name_ + " begins without its provenance");
  provenance_ = line.substr(2);
  columns_ = cells_of(take_line(text));
  while (!text.empty()) {
    std::vector<std::string> cells = cells_of(take_line(text));
    if (cells.size() != columns_.size()) throw InternalError("table " + name_ + " has a ragged row");
    rows_.emplace_back(*this, std::move(cells));
  }
}

Table Table::embedded(std::string_view name) {
  for (const EmbeddedTable& t : embedded_tables())
    if (t.name == name) return Table(std::string(name), t.text);
  throw InternalError("the program carries no table " + std::string(name));
}

std::size_t Table::column(std::string_view name) const {
  const auto at = std::find(columns_.begin(), columns_.end(), name);
  if (at == columns_.end()) throw InternalError("table " + name_ + " has no column " + std::string(name));
  return static_cast<std::size_t>(at - columns_.begin());
}

const std::string& Table::Row::text(std::string_view column) const {
  return cells_[table_->column(column)];
}

double Table::Row::number(std::string_view column) const {
  const std::string& cell = text(column);
  double value = 0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (error != std::errc{} || end != cell.data() + cell.size())
    throw InternalError("table " + table_->name() + " has no number in column " + std::string(column) + ": " + cell);
  return value;
}

}  // namespace cdrsim
