# SPDX-License-Identifier: BSD-3-Clause
"""What tools/report is made of.

inputs.py reads folders into cases; each section of the page is a file that turns cases into figures; page.py writes HTML with
charts.js and page.js; papers.py draws the same figures with matplotlib.
"""
