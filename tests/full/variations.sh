#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The bundled traces, checked, under every protocol, memory model, network, policy and odd size.
exec /usr/bin/python3 "$(dirname "$0")/variations.py" "$@"
