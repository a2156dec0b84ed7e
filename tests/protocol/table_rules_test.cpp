// SPDX-License-Identifier: BSD-3-Clause
// Does a table that says what the controllers do not do get refused, with the row that says so?
#include "protocol/table_rules.h"

#include <gtest/gtest.h>

#include <functional>

#include "base/error.h"

namespace cdrsim {
namespace {

State state(const auto& table, const std::string& name) {
  for (State s = 0; s < table.states().size(); ++s)
    if (table.info(s).name == name) return s;
  throw InternalError("no state " + name);
}

/// What check_rules() says of MSI after `change`.
std::string refusal(const std::function<void(Protocol&)>& change) {
  Protocol wrong = *make_protocol({"msi", EvictNotice::exclusive});
  change(wrong);
  try {
    check_rules(wrong);
  } catch (const InternalError& e) {
    return e.what();
  }
  return "";
}

// GIVEN every protocol that is registered THEN its tables keep the rules (make_protocol checks them).
TEST(TableRules, HoldForEveryProtocol) {
  for (const std::string& name : Registry<ProtocolFactory>::instance().names())
    for (EvictNotice notice : {EvictNotice::exclusive, EvictNotice::all})
      EXPECT_NO_THROW(check_rules(*make_protocol({name, notice}))) << name;
}

// GIVEN a row that a controller would not follow WHEN the table is checked THEN the row is named.
TEST(TableRules, NameTheRowThatBreaksThem) {
  using enum HomeAction;
  using A = PrivateAction;
  const auto cache = [](const char* s, PrivateEvent e, std::initializer_list<A> actions, const char* next) {
    return [=](Protocol& p) { p.cache.replace(state(p.cache, s), e, actions, state(p.cache, next)); };
  };
  const auto home = [](const char* s, HomeEvent e, std::initializer_list<HomeAction> actions, const char* next) {
    return [=](Protocol& p) { p.home.replace(state(p.home, s), e, actions, state(p.home, next)); };
  };
  EXPECT_EQ(refusal([](Protocol&) {}), "");
  EXPECT_NE(refusal(cache("S", PrivateEvent::load, {}, "S")).find("cache S x Load"), std::string::npos);
  EXPECT_NE(refusal(cache("IS_D", PrivateEvent::load, {A::wait}, "S")).find("cache IS_D x Load"), std::string::npos);
  EXPECT_NE(refusal(cache("S", PrivateEvent::load, {A::hit}, "I")).find("cache S x Load"), std::string::npos);
  EXPECT_NE(refusal(cache("M", PrivateEvent::evict, {A::send_put_m}, "I")).find("M x Evict"), std::string::npos);
  EXPECT_NE(refusal(cache("I", PrivateEvent::inv, {A::send_inv_ack}, "S")).find("I x Inv"), std::string::npos);
  EXPECT_NE(refusal(cache("MI_A", PrivateEvent::put_ack, {}, "S")).find("MI_A x Put-Ack"), std::string::npos);
  EXPECT_NE(refusal(home("NP", HomeEvent::get_m, {fetch, wait}, "I_D")).find("NP x GetM"), std::string::npos);
  EXPECT_NE(refusal(home("X_S", HomeEvent::get_s, {send_data_s}, "X_S")).find("X_S x GetS"), std::string::npos);
  EXPECT_NE(refusal(home("I", HomeEvent::evict_clean, {wake, drop}, "S")).find("I x Evict-clean"), std::string::npos);
}

}  // namespace
}  // namespace cdrsim
