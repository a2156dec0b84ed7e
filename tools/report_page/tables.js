// SPDX-License-Identifier: BSD-3-Clause
// A figure's data as rows: for its table on the page and its CSV file.
"use strict";

// [columns, ...rows]
function rowsOf(figure) {
  if (figure.kind === "heatmap") {
    const side = figure.side;
    return [["run", "x", "y", figure.value], ...figure.panels.flatMap((p) => p.values.flatMap((v, i) => (
      v === null ? [] : [[p.name, i % p.width * side, Math.floor(i / p.width) * side, v]])))];
  }
  const lines = figure.kind === "lines";
  const head = [lines ? figure.x : figure.category];
  for (const s of figure.series) head.push(s.name, ...(s.errors ? [`${s.name} +-`] : []));
  const columns = figure.series.map((s) => {
    const entries = lines ? s.points.map((p, i) => [p[0], i]) : figure.categories.map((_, i) => [i, i]);
    return { at: new Map(entries), value: (i) => (lines ? s.points[i][1] : s.values[i]), errors: s.errors };
  });
  const keys = lines ? [...new Set(figure.series.flatMap((s) => s.points.map((p) => p[0])))].sort((a, b) => a - b) : figure.categories.keys();
  return [head, ...[...keys].map((key) => [lines ? key : figure.categories[key], ...columns.flatMap((c) => {
    const i = c.at.get(key);
    const value = i === undefined ? null : c.value(i);
    return c.errors ? [value, i === undefined ? null : c.errors[i]] : [value];
  })])];
}

function csvOf(figure) {
  const cell = (v) => (v === null || v === undefined ? "" : /[",\n]/.test(v) ? `"${String(v).replaceAll('"', '""')}"` : String(v));
  return rowsOf(figure).map((row) => row.map(cell).join(",") + "\n").join("");
}

// All nine digits of a result.
function exact(value) {
  return value && Math.abs(value) < 1e-6 ? String(+value.toPrecision(9)) : value.toLocaleString("en", { maximumSignificantDigits: 9, maximumFractionDigits: 20 });
}

function tableOf(figure) {
  const [head, ...rows] = rowsOf(figure);
  const cell = (kind, text, scope) => {
    const made = document.createElement(kind);
    made.textContent = typeof text === "number" ? exact(text) : text ?? "";
    if (scope) made.scope = scope;
    return made;
  };
  const table = document.createElement("table");
  table.createTHead().insertRow().append(...head.map((h) => cell("th", h, "col")));
  const body = table.createTBody();
  for (const row of rows) body.insertRow().append(cell("th", row[0], "row"), ...row.slice(1).map((v) => cell("td", v)));
  return table;
}
