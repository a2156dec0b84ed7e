// SPDX-License-Identifier: BSD-3-Clause
// The protocol life of one line, for people (`cdrsim run --watch-line ADDR`): one row per event, in aligned columns.
//
//   LineLog log(std::cout, line, glossary);
//   machine.observers().add(log);
//
// A legend opens the log. Whenever a state, event or message appears for the first time, and the glossary knows it, its
// meaning is printed above the row.
#pragma once

#include <functional>
#include <ostream>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "observe/observer.h"

namespace cdrsim {

enum class TermKind : std::uint8_t { cache_state, home_state, cache_event, home_event, message };

/// What a term of the protocol means, in one sentence; empty when unknown.
using Glossary = std::function<std::string(TermKind, std::string_view term)>;

class LineLog : public Observer {
 public:
  LineLog(std::ostream& out, LineAddress line, Glossary glossary = {});

  void on(const TransitionEvent& event) override;
  void on(const MessageEvent& event) override;
  void on(const LoadIssuedEvent& event) override;
  void on(const LoadEvent& event) override;
  void on(const StoreEvent& event) override;
  void on(const PermissionEvent& event) override;
  void on(const DomainEvent& event) override;

  std::uint64_t rows() const { return rows_; }

 private:
  template <class Event>
  void row(const Event& event);
  void explain(TermKind kind, std::string_view term);

  std::ostream& out_;
  LineAddress line_;
  Glossary glossary_;
  std::set<std::pair<TermKind, std::string>> explained_;
  std::uint64_t rows_ = 0;
  bool domain_known_ = false;
  std::uint32_t sdid_ = 0;
};

}  // namespace cdrsim
