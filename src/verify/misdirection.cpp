// SPDX-License-Identifier: BSD-3-Clause
#include "verify/misdirection.h"

namespace cdrsim::verify {

TileId Misdirection::destination(const Message& m, const Shape& shape) const {
  switch (to) {
    case To::another_core:
      return TileId{(m.destination.value + 1) % shape.cores};
    case To::another_home:
      return shape.home((m.destination.value - shape.cores + 1) % shape.homes);
    case To::requester:
      return m.requester;
  }
  throw InternalError("a misdirection to nowhere");
}

const char* name(Misdirection::To to) {
  static constexpr const char* kNames[] = {"to another core", "to another home", "to the requester"};
  return kNames[static_cast<std::size_t>(to)];
}

std::vector<MessageType> sent_by(PrivateAction action) {
  using enum MessageType;
  switch (action) {
    case PrivateAction::send_put_s:
      return {put_s};
    case PrivateAction::send_put_e:
      return {put_e};
    case PrivateAction::send_put_m:
      return {put_m};
    case PrivateAction::send_wb_guard:
      return {wb_guard};
    case PrivateAction::send_wb:
      return {wb};
    case PrivateAction::send_inv_ack:
      return {inv_ack, recall_inv_ack};
    case PrivateAction::send_data_s:
      return {data_s};
    case PrivateAction::send_data_m:
      return {data_m};
    case PrivateAction::send_copy_back:
      return {copy_back};
    case PrivateAction::send_downgrade_ack:
      return {downgrade_ack};
    case PrivateAction::send_owned_ack:
      return {owned_ack};
    case PrivateAction::send_grant_ack:
      return {grant_ack};
    case PrivateAction::send_recall_data:
      return {recall_data};
    case PrivateAction::send_recall_ack:
      return {recall_ack};
    default:
      return {};
  }
}

std::vector<MessageType> sent_by(HomeAction action) {
  using enum MessageType;
  switch (action) {
    case HomeAction::send_data_s:
      return {data_s};
    case HomeAction::send_data_e:
      return {data_e};
    case HomeAction::send_data_m:
      return {data_m, grant};
    case HomeAction::send_fwd_get_s:
      return {fwd_get_s};
    case HomeAction::send_fwd_get_m:
      return {fwd_get_m};
    case HomeAction::send_fwd_get_s_o:
      return {fwd_get_s_o};
    case HomeAction::send_fwd_get_m_o:
      return {fwd_get_m_o};
    case HomeAction::send_recall:
      return {recall};
    case HomeAction::send_recall_o:
      return {recall_o};
    case HomeAction::send_wb_ack:
      return {wb_ack};
    case HomeAction::send_put_ack:
      return {put_ack};
    case HomeAction::send_put_ack_owed:
      return {put_ack_owed};
    case HomeAction::start_walk:
      return {inv};
    case HomeAction::start_home_walk:
      return {home_inv};
    case HomeAction::start_recall_walk:
    case HomeAction::start_pointer_walk:
      return {recall_inv};
    default:
      return {};
  }
}

}  // namespace cdrsim::verify
