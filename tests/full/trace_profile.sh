#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Every real trace profiled and compared with the published histograms. Skipped when the recordings are not there.
exec /usr/bin/python3 "$(dirname "$0")/trace_profile.py" "$@"
