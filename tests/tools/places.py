# SPDX-License-Identifier: BSD-3-Clause
"""Where what is tested stands. The program is build/release/cdrsim, or what the environment variable CDRSIM names."""

import os

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TOOLS = os.path.join(ROOT, "tools")
CDRSIM = os.environ.get("CDRSIM", os.path.join(ROOT, "build", "release", "cdrsim"))
