#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Many random machines and patterns, checked: those of tests/system/random_config_test.cpp, from seeds that the short test
# does not draw, then some of them with the sanitizers.
set -euo pipefail
cd "$(dirname "$0")/../.."
draw() { CDRSIM_RANDOM_FIRST=$2 CDRSIM_RANDOM_CONFIGS=$3 "build/$1/tests/system" --gtest_brief=1 --gtest_filter='RandomConfigs.*'; }
draw debug 1000 20000
if [ -x build/asan/tests/system ]; then draw asan 1000 1000; fi
