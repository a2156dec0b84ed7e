// SPDX-License-Identifier: BSD-3-Clause
// Sharer Restriction over a full map as in the OpenPiton RTL: the SDID in bits of the protocol state, as far as it
// fits.
#include "cost/storage_restriction.h"
#include "cost/storage_sharers.h"

namespace cdrsim::cost {
namespace {

const Registered<StorageScheme> folded{"cdr-folded", "cdr with the SDID in free bits of the protocol state",
                                       restricted(sharer_formula("full-map"), SdidField::folded)};

}  // namespace
}  // namespace cdrsim::cost
