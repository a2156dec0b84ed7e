// SPDX-License-Identifier: BSD-3-Clause
// Draws the figures, and answers to buttons, keys, the theme and the printer.
"use strict";

const figures = JSON.parse(document.getElementById("figures").textContent);
const charts = new Map();
const PRINT_WIDTH = 680;

for (const figure of Object.values(figures)) {
  for (const s of (figure.series ||= [])) if (s.values) s.values = s.values.map((v) => v ?? null);
  figure.side ||= 1;
}

function theme() {
  return document.documentElement.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
}

function drawAll(look = theme(), width = 0) {
  for (const [id, chart] of charts) {
    const box = chart.getDom(), wide = width || box.clientWidth;
    const height = heightOf(figures[id], wide);
    box.style.height = `${height}px`;
    chart.resize({ width: wide, height });
    chart.setOption(optionOf(figures[id], look, wide), true);
  }
}

// Theme: the system's, until the reader chooses.
const button = document.getElementById("theme");
function setTheme(name) {
  document.documentElement.dataset.theme = name;
  button.textContent = name === "dark" ? "Light" : "Dark";
  button.setAttribute("aria-label", `Switch to ${button.textContent.toLowerCase()} colours`);
}
button.addEventListener("click", () => {
  setTheme(theme() === "dark" ? "light" : "dark");
  drawAll();
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (e) => {
  setTheme(e.matches ? "dark" : "light");
  drawAll();
});
setTheme(theme());

// Printing: on white, as wide as paper.
let before = null;
addEventListener("beforeprint", () => {
  before = theme();
  setTheme("light");
  drawAll("light", PRINT_WIDTH);
});
addEventListener("afterprint", () => {
  if (before) setTheme(before);
  drawAll();
});

let pending = 0;
addEventListener("resize", () => {
  clearTimeout(pending);
  pending = setTimeout(() => drawAll(), 150);
});

// Keys. Bars and dots stand in rows, so up and down walk the rows there; a mesh is walked as it lies.
function move(figure, at, key) {
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] || [0, 0];
  const within = (i, count) => Math.max(0, Math.min(count - 1, i));
  if (figure.kind === "heatmap") {
    const turn = { PageUp: -1, PageDown: 1 }[key] || 0;
    const series = within(at.series + turn, figure.panels.length), p = figure.panels[series];
    const x = within(at.data % p.width + dx, p.width), y = within(Math.floor(at.data / p.width) + dy, p.height);
    return { series, data: y * p.width + x };
  }
  const points = figure.kind === "lines";
  const series = within(at.series + (points ? dy : dx), figure.series.length);
  const count = points ? figure.series[series].points.length : figure.categories.length;
  return { series, data: within(at.data + (points ? dx : dy), count) };
}

function listen(id, box, chart) {
  const figure = figures[id];
  let at = null;
  box.addEventListener("keydown", (e) => {
    if (e.key === "Escape") {
      chart.dispatchAction({ type: "hideTip" });
      at = null;
    } else if (e.key === "Enter" && at && figure.kind !== "heatmap") {
      chart.dispatchAction({ type: "legendToggleSelect", name: figure.series[at.series].name });
    } else if (/^(Arrow(Left|Right|Up|Down)|PageUp|PageDown)$/.test(e.key)) {
      if (e.key.startsWith("Page") && figure.kind !== "heatmap") return;
      at = at ? move(figure, at, e.key) : { series: 0, data: 0 };
      chart.dispatchAction({ type: "showTip", seriesIndex: at.series, dataIndex: at.data });
      document.getElementById("announce").textContent = tellPoint(figure, at.series, at.data).join(", ");
    } else {
      return;
    }
    e.preventDefault();
  });
  box.addEventListener("blur", () => chart.dispatchAction({ type: "hideTip" }));
}

// Downloads.
function save(name, url) {
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
}

function saveText(name, type, text) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  save(name, url);
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

// A figure for print and slides: in the colours of the page as it is now.
function svgOf(id) {
  const url = charts.get(id).getDataURL({ type: "svg" });
  return decodeURIComponent(url.slice(url.indexOf(",") + 1));
}

function savePng(id) {
  const chart = charts.get(id), scale = 2, picture = new Image();
  picture.onload = () => {
    const canvas = document.createElement("canvas");
    canvas.width = chart.getWidth() * scale;
    canvas.height = chart.getHeight() * scale;
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    save(`${id}.png`, canvas.toDataURL("image/png"));
  };
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgOf(id))}`;
}

const getters = {
  svg: (id) => saveText(`${id}.svg`, "image/svg+xml", svgOf(id)),
  png: savePng,
  csv: (id) => saveText(`${id}.csv`, "text/csv", csvOf(figures[id])),
};

for (const element of document.querySelectorAll("figure")) {
  const id = element.id, box = element.querySelector(".chart");
  const chart = echarts.init(box, null, { renderer: "svg", width: box.clientWidth, height: heightOf(figures[id], box.clientWidth) });
  charts.set(id, chart);
  listen(id, box, chart);
  for (const b of element.querySelectorAll("[data-get]")) b.addEventListener("click", () => getters[b.dataset.get](id));
  const data = element.querySelector("details.data");
  data.addEventListener("toggle", () => {
    const place = data.querySelector(".scroll");
    if (data.open && !place.firstChild) place.append(tableOf(figures[id]));
  });
}
drawAll();
