// SPDX-License-Identifier: BSD-3-Clause
#include "config/quantity.h"

#include <gtest/gtest.h>

#include "config/value.h"

namespace cdrsim::config {
namespace {

TEST(Quantity, SizesAreExact) {
  EXPECT_EQ(read_size("64B"), 64u);
  EXPECT_EQ(read_size("32KiB"), 32768u);
  EXPECT_EQ(read_size("1.5KiB"), 1536u);
  EXPECT_EQ(read_size("1536KiB"), read_size("1.5MiB"));
  EXPECT_EQ(read_size("2TiB"), std::uint64_t{1} << 41);
  EXPECT_EQ(read_size("0B"), 0u);
}

// GIVEN 1.25 cycles' worth of time THEN two cycles pass: a latency is never shorter than stated. What is a whole
// number of cycles stays one, whatever binary fractions would make of it.
TEST(Quantity, TimesAreWholeCyclesRoundedUpExactly) {
  EXPECT_EQ(read_time("1.5us", 1e9), 1500u);
  EXPECT_EQ(read_time("0.5ns", 2.5e9), 2u);
  EXPECT_EQ(read_time("0.4ns", 2.5e9), 1u);
  EXPECT_EQ(read_time("0.3ns", 1e10), 3u);
  EXPECT_EQ(read_time("1.1us", 1e9), 1100u);
  EXPECT_EQ(read_time("1ps", 1e9), 1u);
  EXPECT_EQ(read_time("0ns", 1e9), 0u);
  EXPECT_EQ(read_time("1s", 1e12), 1'000'000'000'000u);
  EXPECT_EQ(read_time("7ps", 1e12), 7u);
}

TEST(Quantity, FrequenciesAreWholeHertz) {
  EXPECT_EQ(read_frequency("2.5GHz"), 2.5e9);
  EXPECT_EQ(read_frequency("1THz"), 1e12);
  EXPECT_EQ(read_frequency("0Hz"), 0);
  EXPECT_THROW(read_frequency("0.5Hz"), BadValue);
}

TEST(Quantity, WrittenValuesReadBack) {
  for (std::uint64_t bytes : {0ull, 1ull, 63ull, 1024ull, 1536ull, 65536ull, 1ull << 20, (1ull << 40) + 1024})
    EXPECT_EQ(read_size(size_text(bytes)), bytes) << size_text(bytes);
  for (double hertz : {1.0, 2.5e9, 1e9, 1e12, 1234567.0})
    EXPECT_EQ(read_frequency(frequency_text(hertz)), hertz) << frequency_text(hertz);
  EXPECT_EQ(size_text(65536), "64KiB");
  EXPECT_EQ(size_text(1536), "1536B");
  EXPECT_EQ(frequency_text(2.5e9), "2500MHz");
}

TEST(Quantity, WhatIsNoQuantityIsRefused) {
  for (const char* text : {"", "KiB", "4", "4KB", "4kiB", "4 KiB", "4KiBx", "-4KiB", "1.", ".5KiB", "1.2.3KiB", "0.3B",
                           "5ms", "0x10B", "1e3B", "1000000000000000000000B", "9999999TiB", "\xc2\xb5"})
    EXPECT_THROW(read_size(text), BadValue) << text;
  for (const char* text : {"5", "5KiB", "us", "-1us", "1uss", "1us "})
    EXPECT_THROW(read_time(text, 1e9), BadValue) << text;
  for (const char* text : {"64", "64B", "64 b", "b"}) EXPECT_THROW(read_bits(text), BadValue) << text;
  for (const char* text : {"-1Gbps", "1", "2ghz"}) EXPECT_THROW(read_frequency(text), BadValue) << text;
}

TEST(Quantity, TheMessageNamesTheLegalUnits) {
  try {
    read_size("5ms");
    FAIL();
  } catch (const BadValue& e) {
    EXPECT_NE(std::string(e.what()).find("KiB"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("\"ms\""), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace cdrsim::config
