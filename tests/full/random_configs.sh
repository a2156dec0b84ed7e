#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Many random machines and programs, checked: those of tests/verify/random_tester_test.cpp, from seeds that the short test
# does not draw, the largest chip among them, then some of them with the sanitizers. About five million references.
set -euo pipefail
cd "$(dirname "$0")/../.."
draw() {  # VARIANT FIRST MACHINES [CORES]
  CDRSIM_RANDOM_FIRST=$2 CDRSIM_RANDOM_MACHINES=$3 CDRSIM_RANDOM_CORES=${4:-0} "build/$1/tests/verify" \
    --gtest_brief=1 --gtest_filter='RandomTester.Any_machine*'
}
draw debug 1000 4000
draw debug 1 50 1024
if [ -x build/asan/tests/verify ]; then draw asan 1000 400; fi
