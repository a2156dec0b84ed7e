#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Every real trace at its thread count, checked, at three levels. Skipped when the recordings are not there.
exec /usr/bin/python3 "$(dirname "$0")/traces.py" "$@"
