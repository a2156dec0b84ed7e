// SPDX-License-Identifier: BSD-3-Clause
// Colours, patterns, symbols and dashes. The colours are Okabe and Ito's, lighter on dark ground, without yellow and black;
// no figure says anything by colour alone. papers.py has the light ones too.
"use strict";

const LOOKS = {
  light: {
    ground: "#ffffff", text: "#1c2127", quiet: "#5a6470", grid: "#dfe3e8", strong: "#0072b2", decal: "rgba(255,255,255,0.75)", mark: "#000000",
    series: ["#0072b2", "#d55e00", "#009e73", "#e69f00", "#cc79a7", "#56b4e9", "#767c84"],
  },
  dark: {
    ground: "#171b21", text: "#e8ebef", quiet: "#a3adb8", grid: "#363d47", strong: "#6fb7f5", decal: "rgba(10,12,16,0.7)", mark: "#ffffff",
    series: ["#5aa9ec", "#f0783c", "#2bbf92", "#f2b632", "#e59ac6", "#9fdcff", "#aab2bc"],
  },
};

// From few to many: cividis (Nuñez, Anderton, Renslow 2018), in nine steps; the same for all kinds of colour vision.
const CIVIDIS = ["#00224e", "#123570", "#3b496c", "#575d6d", "#707173", "#8a8678", "#a59c74", "#c3b369", "#e1cc55", "#fee838"];

// Filled ones only: the inside of ECharts' empty symbols is white on any ground.
const SYMBOLS = [
  "circle", "rect", "triangle", "diamond", "path://M0 0L10 0L5 10Z", "path://M3 0H7V3H10V7H7V10H3V7H0V3H3Z",
  "path://M2 0L5 3L8 0L10 2L7 5L10 8L8 10L5 7L2 10L0 8L3 5L0 2Z", "path://M5 0L10 4L8 10H2L0 4Z", "path://M0 0H10L6 5L10 10H0L4 5Z",
];
const DASHES = ["solid", [6, 3], [2, 2], [9, 3, 2, 3]];

// Patterns over a bar's colour; the first is none.
function decalOf(index, look) {
  const color = look.decal;
  const none = { symbol: "none" };
  const stripes = (rotation, width) => ({ color, dashArrayX: [1, 0], dashArrayY: [width, 5], rotation });
  const kinds = [
    none, stripes(Math.PI / 4, 2), { color, symbol: "circle", symbolSize: 0.7, dashArrayX: [[6, 6], [0, 6, 6, 0]], dashArrayY: [6, 0] },
    stripes(-Math.PI / 4, 2), stripes(0, 2), stripes(Math.PI / 2, 2),
    { color, symbol: "rect", symbolSize: 0.8, dashArrayX: [[7, 7], [0, 7, 7, 0]], dashArrayY: [7, 0] },
  ];
  return kinds[(index + Math.floor(index / look.series.length)) % kinds.length];
}
