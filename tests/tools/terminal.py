# SPDX-License-Identifier: BSD-3-Clause
"""Signals as a program gets them in a terminal: a test started in the background, or by nohup, has some of them ignored, and so
would have the tools that it starts."""

import signal

signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGTERM, signal.SIG_DFL)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
