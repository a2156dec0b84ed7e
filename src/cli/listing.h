// SPDX-License-Identifier: BSD-3-Clause
// A table of words, printed as a person or a program likes it.
#pragma once

#include <string>
#include <vector>

namespace cdrsim {

enum class Format { text, markdown, json };

struct Listing {
  std::string title;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;  // as many cells as there are columns
};

/// Text and Markdown: a title and a table. JSON: an array of objects keyed by the columns.
std::string print(const Listing& listing, Format format);

/// Several under each other; in JSON one object keyed by the titles.
std::string print(const std::vector<Listing>& listings, Format format);

}  // namespace cdrsim
