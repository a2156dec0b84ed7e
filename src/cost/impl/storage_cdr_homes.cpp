// SPDX-License-Identifier: BSD-3-Clause
// Home Restriction alone. Homes are independent of what a directory keeps, so this adds to any row.
#include "cost/storage_restriction.h"

namespace cdrsim::cost {
namespace {

const Registered<StorageScheme> homes{
    "cdr-homes",
    "Home Restriction alone: it adds to any row",
    {"none in the directory", kRestrictionSource, "nothing", [](const StorageMachine& m) {
       TileStorage t;
       t.add(kDirectoryPart, 0);
       add_home_restriction(t, m);
       t.parameters = {{"h", m.homes}, {"s", m.id_bits}};
       t.memory.emplace_back("page_table_bits_per_page", page_table_bits(m, false, true));
       return t;
     }}};

}  // namespace
}  // namespace cdrsim::cost
