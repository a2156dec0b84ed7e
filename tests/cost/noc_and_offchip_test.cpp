// SPDX-License-Identifier: BSD-3-Clause
// Do routers, links, DRAM and links between chips cost what their tables say?
//
// The expected figures are cells of src/cost/tables, looked up by hand.
#include <gtest/gtest.h>

#include "config/declaration.h"
#include "cost/noc_model.h"
#include "cost/offchip_model.h"

namespace cdrsim {
namespace {

constexpr double kGigahertz = 1e9;

CostConfig unscaled() {
  CostConfig c = config::defaults(&declare_cost);
  c.noc_scale = 1;
  c.tile_pitch = 1;
  return c;
}

NetworkConfig network(std::uint32_t flit, std::uint32_t vcs, std::uint32_t buffers) {
  NetworkConfig n = config::defaults(&declare_network);
  n.flit_width = flit;
  n.vcs = vcs;
  n.buffers = buffers;
  return n;
}

TEST(Noc, GIVEN_a_row_of_the_router_table_THEN_the_sum_of_its_parts) {
  const NocModel noc(unscaled(), network(64, 4, 8), kGigahertz);
  EXPECT_NEAR(noc.router_flit().value(), 11.786789e-3, 1e-9);
  EXPECT_NEAR(noc.router_clock().value(), 0.34609971e-3, 1e-12);
  EXPECT_NEAR(noc.router_leakage().value(), 64.90065, 1e-9);
  EXPECT_NEAR(noc.router_area().value(), 0.14502808, 1e-12);
  EXPECT_NEAR(noc.link_flit().value(), 64 * 0.032395776e-3, 1e-12);
}

TEST(Noc, GIVEN_buffers_between_rows_THEN_the_chord) {
  const double four = NocModel(unscaled(), network(64, 1, 4), kGigahertz).router_flit().value();
  const double eight = NocModel(unscaled(), network(64, 1, 8), kGigahertz).router_flit().value();
  EXPECT_NEAR(NocModel(unscaled(), network(64, 1, 5), kGigahertz).router_flit().value(), four + (eight - four) / 4,
              1e-12);
}

TEST(Noc, GIVEN_the_scale_THEN_the_energy_of_flits_follows_it_and_clock_leakage_and_area_do_not) {
  CostConfig twice = unscaled();
  twice.noc_scale = 2;
  const NocModel a(unscaled(), network(64, 4, 8), kGigahertz), b(twice, network(64, 4, 8), kGigahertz);
  EXPECT_NEAR(b.router_flit().value(), 2 * a.router_flit().value(), 1e-12);
  EXPECT_NEAR(b.link_flit().value(), 2 * a.link_flit().value(), 1e-12);
  EXPECT_EQ(b.router_clock().value(), a.router_clock().value());
  EXPECT_EQ(b.router_leakage().value(), a.router_leakage().value());
  EXPECT_EQ(b.link_leakage().value(), a.link_leakage().value());
}

TEST(Noc, GIVEN_bits_that_never_flip_THEN_wires_and_crossbar_cost_nothing_and_buffers_as_before) {
  CostConfig still = unscaled();
  still.bit_flips = 0;
  const NocModel noc(still, network(64, 4, 8), kGigahertz);
  EXPECT_EQ(noc.link_flit().value(), 0);
  EXPECT_NEAR(noc.router_flit().value(), (11.786789 - 0.59140827) * 1e-3, 1e-9);
}

TEST(Noc, GIVEN_what_the_tables_lack_THEN_a_reason) {
  EXPECT_NE(NocModel(unscaled(), network(64, 3, 8), kGigahertz).router_flit().reason().find("1, 2 and 4"),
            std::string::npos);
  EXPECT_FALSE(NocModel(unscaled(), network(1024, 4, 8), kGigahertz).router_flit().known());
  EXPECT_FALSE(NocModel(unscaled(), network(64, 4, 16), kGigahertz).router_leakage().known());
  const NocModel fast(unscaled(), network(64, 4, 8), 2.5 * kGigahertz);
  EXPECT_NE(fast.router_flit().reason().find("2 GHz"), std::string::npos);
  EXPECT_TRUE(fast.link_flit().known());
}

TEST(OffChip, GIVEN_DDR3_THEN_a_line_pays_activation_burst_and_interface) {
  const DramModel dram(unscaled(), 64);
  EXPECT_NEAR(dram.read().value(), 10.935 + 7.14 + 0.512 * 40.3808, 1e-9);
  EXPECT_NEAR(dram.write().value(), 10.935 + 5.22 + 0.512 * 36.8496, 1e-9);
  EXPECT_NEAR(dram.standby().value(), 384 + 78.8, 1e-9);
}

TEST(OffChip, GIVEN_bursts_shorter_than_a_line_THEN_several_under_one_activation) {
  CostConfig c = unscaled();
  c.dram = DramKind::lpddr2;
  EXPECT_NEAR(DramModel(c, 64).read().value(), 4.032 + 2 * 1.7167 + 0.512 * 27.8346, 1e-9);
}

TEST(OffChip, GIVEN_HBM2_THEN_the_published_total_and_no_standby_power) {
  CostConfig c = unscaled();
  c.dram = DramKind::hbm2;
  EXPECT_NEAR(DramModel(c, 64).read().value(), 0.512 * 3.92, 1e-12);
  EXPECT_FALSE(DramModel(c, 64).standby().known());
}

TEST(OffChip, GIVEN_links_between_chips_THEN_a_byte_pays_eight_bits_and_optics_both_ends) {
  EXPECT_NEAR(interchip_byte(InterchipKind::board).value(), 8 * 1.9e-3, 1e-12);
  EXPECT_NEAR(interchip_byte(InterchipKind::optical).value(), 2 * 8 * 20e-3, 1e-12);
}

}  // namespace
}  // namespace cdrsim
