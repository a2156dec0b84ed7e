// SPDX-License-Identifier: BSD-3-Clause
// A figure's data (figure.py) as an ECharts option.
//
//   optionOf(figure, "dark", width)     what to draw
//   heightOf(figure, width)             in pixels
"use strict";

const FONT = 12, LINE = 15;
const escapeHtml = (text) => echarts.format.encodeHTML(String(text));

function shown(value) {
  if (value === null || value === undefined) return "n/a";
  if (typeof value !== "number") return String(value);
  if (Number.isInteger(value) || Math.abs(value) >= 1e5) return Math.round(value).toLocaleString("en");
  return Math.abs(value) >= 1e-3 ? value.toLocaleString("en", { maximumSignificantDigits: 4 }) : value.toExponential(2);
}

// Labels of axes of values. Numbers of cores keep all digits: 1 M for 1,048,576 would be wrong.
function tick(value) {
  const units = [[1e9, " G"], [1e6, " M"], [1e4, " k"]];
  for (const [size, unit] of units)
    if (Math.abs(value) >= size) return `${+(value / (unit === " k" ? 1e3 : size)).toPrecision(3)}${unit}`;
  return String(+value.toPrecision(6));
}

function textWidth(text) {
  return String(text).length * FONT * 0.56;
}

// ECharts gives a plain legend no height before it is drawn: how many rows it will take.
function legendRows(figure, width) {
  if (figure.kind === "heatmap" || figure.series.length < 2) return 0;
  let rows = 1, used = 0;
  for (const s of figure.series) {
    const item = textWidth(s.name) + 44;
    if (used && used + item > width - 16) { rows++; used = 0; }
    used += item;
  }
  return rows;
}

// Names of runs, beside their bars, in as many lines as the longest needs.
function labelWidth(figure, width) {
  return Math.ceil(Math.min(Math.max(...figure.categories.map(textWidth)) + 8, width * 0.36));
}

function labelLines(figure, width) {
  return Math.ceil(Math.max(...figure.categories.map(textWidth)) / (labelWidth(figure, width) - 8));
}

function meshLayout(figure, width) {
  const panels = figure.panels.length;
  const columns = Math.min(panels, width > 1000 ? 4 : width > 640 ? 2 : panels > 1 && width > 480 ? 2 : 1);
  const side = Math.min((width - 24) / columns - 44, 460);
  const heights = figure.panels.map((p) => side * p.height / p.width);
  const rows = Math.ceil(panels / columns);
  return { columns, side, rowHeight: Math.max(...heights) + 70, rows };
}

function heightOf(figure, width) {
  if (figure.kind === "heatmap") {
    const m = meshLayout(figure, width);
    return m.rows * m.rowHeight + 66;
  }
  const legend = legendRows(figure, width) * 22;
  if (figure.kind === "lines") return Math.round(Math.max(300, Math.min(460, width * 0.55))) + legend;
  const grouped = figure.kind === "bars" && !figure.stacked ? figure.series.length : 1;
  const row = Math.max(figure.categories.length > 20 ? 24 : 30, grouped * (grouped > 1 ? 19 : 12) + 12, labelLines(figure, width) * LINE + 6);
  return 74 + legend + figure.categories.length * row;
}

function optionOf(figure, theme, width) {
  const look = LOOKS[theme];
  const base = {
    animation: false, backgroundColor: look.ground, color: look.series,
    textStyle: { color: look.text, fontFamily: "system-ui, 'DejaVu Sans', sans-serif", fontSize: FONT },
    tooltip: {
      trigger: "item", confine: true, backgroundColor: look.ground, borderColor: look.quiet, textStyle: { color: look.text, fontSize: 13 },
      formatter: (p) => tellPoint(figure, p.seriesIndex, p.dataIndex).map(escapeHtml).join("<br>"),
    },
  };
  const draw = { lines: lineOption, bars: barOption, dots: dotOption, heatmap: meshOption }[figure.kind];
  return Object.assign(base, legendOption(figure, look, width), draw(figure, look, width));
}

function legendOption(figure, look, width) {
  if (!legendRows(figure, width)) return {};
  return {
    legend: {
      top: 0, left: 8, right: 8, itemWidth: figure.kind === "dots" ? 14 : 26, itemHeight: 12, itemGap: 12,
      textStyle: { color: look.text, fontSize: FONT },
      inactiveColor: look.quiet, data: figure.series.map((s) => s.name),
    },
  };
}

// What hovering and the arrow keys tell: [what it is, its value].
function tellPoint(figure, seriesIndex, dataIndex) {
  if (figure.kind === "heatmap") {
    const panel = figure.panels[seriesIndex], side = figure.side;
    const x = dataIndex % panel.width, y = Math.floor(dataIndex / panel.width);
    const place = side > 1 ? `tiles from (${x * side}, ${y * side})` : `tile (${x}, ${y})`;
    return [`${panel.name}, ${place}`, `${shown(panel.values[dataIndex])} ${figure.value}`];
  }
  const series = figure.series[seriesIndex % figure.series.length];
  const error = series.errors && series.errors[dataIndex];
  const spread = error ? ` ± ${shown(error)}` : "";
  if (figure.kind === "lines") {
    const [x, value] = series.points[dataIndex];
    return [series.name, `${figure.x}: ${shown(x)}`, `${shown(value)}${spread} ${figure.value}`];
  }
  const lines = [`${figure.categories[dataIndex]}: ${series.name}`, `${shown(series.values[dataIndex])}${spread} ${figure.value}`];
  if (figure.stacked) lines.push(`of ${shown(figure.series.reduce((sum, s) => sum + (s.values[dataIndex] || 0), 0))} in all`);
  return lines;
}

function valueAxis(name, log, look, extra) {
  return Object.assign({
    type: log ? "log" : "value", name, nameLocation: "middle", nameTextStyle: { color: look.quiet, fontSize: FONT },
    axisLabel: { color: look.text, formatter: tick, hideOverlap: true }, axisLine: { show: true, lineStyle: { color: look.quiet } },
    splitLine: { lineStyle: { color: look.grid } }, minorSplitLine: { show: false },
  }, extra);
}

// The power of two that gives up to ten labels: ECharts labels every power of the base up to ten of them, and every tenth beyond.
function logBase(xs) {
  return 2 ** Math.max(1, Math.ceil(Math.log2(Math.max(...xs) / Math.min(...xs)) / 9));
}

function lineOption(figure, look, width) {
  const top = legendRows(figure, width) * 22 + 34;
  const xs = figure.series.flatMap((s) => s.points.map((p) => p[0]));
  // What stands out is in the colour of text, so that it takes none from the others.
  const others = figure.series.filter((s) => !s.strong), strong = figure.series.filter((s) => s.strong);
  const series = figure.series.map((s, i) => {
    const rank = (s.strong ? strong : others).indexOf(s);
    const color = s.strong ? look.mark : look.series[rank % look.series.length];
    const dash = s.strong ? rank : Math.floor(rank / look.series.length);
    return {
      type: "line", name: s.name, data: s.points, step: figure.step ? "end" : false,
      symbol: SYMBOLS[i % SYMBOLS.length], symbolSize: s.strong ? 9 : 7, itemStyle: { color },
      lineStyle: { color, width: s.strong ? 3.2 : 1.8, type: DASHES[dash % DASHES.length] },
      z: s.strong ? 5 : 3, emphasis: { focus: "series" }, blur: { lineStyle: { opacity: 0.25 } },
    };
  });
  for (const s of figure.series)
    if (s.errors) series.push(whiskers(s.points.map((p, i) => [p[0], p[1], s.errors[i]]), look, 1, () => 0));
  return {
    grid: { top, left: 12, right: 34, bottom: 34, containLabel: true },
    xAxis: valueAxis(figure.x, figure.log_x, look, {
      nameGap: 30, min: Math.min(...xs), max: Math.max(...xs), ...(figure.log_x ? { logBase: logBase(xs) } : {}),
      axisLabel: { color: look.text, formatter: (v) => v.toLocaleString("en", { maximumSignificantDigits: 7 }), hideOverlap: true },
    }),
    yAxis: valueAxis(figure.value, figure.log_value, look, {
      nameLocation: "end", nameGap: 12, scale: true, max: figure.limit, nameTextStyle: { color: look.quiet, fontSize: FONT, align: "left" },
    }),
    series,
  };
}

function categoryAxis(figure, look, width) {
  return {
    type: "category", inverse: true, data: figure.categories, axisTick: { show: false }, axisLine: { lineStyle: { color: look.quiet } },
    axisLabel: { color: look.text, interval: 0, width: labelWidth(figure, width), overflow: "break", lineHeight: LINE, align: "right" },
  };
}

function barOption(figure, look, width) {
  const top = legendRows(figure, width) * 22 + 10;
  const emphasised = figure.series.some((s) => s.strong);
  const series = figure.series.map((s, i) => {
    const color = look.series[i % look.series.length];
    return {
      type: "bar", name: s.name, stack: figure.stacked ? "all" : undefined, barMaxWidth: figure.stacked ? 26 : 18, barGap: "15%",
      itemStyle: { color, decal: decalOf(i, look), borderColor: look.ground, borderWidth: figure.stacked ? 0.7 : 0 },
      emphasis: { itemStyle: { borderColor: look.mark, borderWidth: 1.5 } },
      data: s.values.map((value, at) => (!emphasised ? value : {
        value, itemStyle: s.strong[at] ? { color: look.strong } : { color: look.series[6], decal: decalOf(1, look) },
      })),
      label: figure.stacked ? {} : {
        show: true, position: "right", color: look.text, fontSize: 11, backgroundColor: look.ground, padding: [3, 1],
        formatter: (p) => (s.errors && s.errors[p.dataIndex] ? "" : shown(p.value)),
      },
    };
  });
  if (figure.reference) series.push(referenceLine(figure.reference, look));
  const count = figure.series.length;
  figure.series.forEach((s, i) => {
    if (s.errors)
      series.push(whiskers(s.values.map((v, at) => [v, at, s.errors[at]]), look, 0,
        (api) => api.barLayout({ barMaxWidth: 18, barGap: "15%", count })[i].offsetCenter));
  });
  return {
    grid: { top, left: 12, right: figure.stacked ? 28 : figure.series.some((s) => s.errors) ? 110 : 74, bottom: 34, containLabel: true },
    xAxis: valueAxis(figure.value, figure.log_value, look, { nameGap: 28, splitNumber: width < 560 ? 3 : 5, max: figure.limit }),
    yAxis: categoryAxis(figure, look, width), series,
  };
}

// Behind the bars, whose labels stand on ground, so that it strikes no number through. (ECharts draws its markLine over everything.)
function referenceLine(value, look) {
  return {
    type: "custom", silent: true, z: 1, tooltip: { show: false }, encode: { x: 0, y: 1 }, data: [[value, 0]],
    renderItem: (params, api) => {
      const x = api.coord([value, 0])[0], box = params.coordSys;
      return {
        type: "line", shape: { x1: x, y1: box.y, x2: x, y2: box.y + box.height },
        style: { stroke: look.mark, lineWidth: 1.2, lineDash: [5, 3] },
      };
    },
  };
}

// Half intervals at both sides of a value: along x (axis 0) for bars, which have their value told behind it, along y for lines.
function whiskers(points, look, axis, offsetOf) {
  const data = points.filter((d) => d[0] !== null && d[1] !== null && d[2]).map((d) => [d[0], d[1], d[axis] - d[2], d[axis] + d[2], d[2]]);
  return {
    type: "custom", silent: true, z: 10, tooltip: { show: false }, encode: axis ? { x: 0, y: [1, 2, 3] } : { x: [0, 2, 3], y: 1 }, data,
    renderItem: (params, api) => {
      const at = [api.value(0), api.value(1)], offset = offsetOf(api), cap = 4;
      const ends = [api.value(2), api.value(3)].map((value) => {
        const p = [...at];
        p[axis] = value;
        const end = api.coord(p);
        end[1 - axis] += offset;
        return end;
      });
      const line = (a, b) => ({ type: "line", shape: { x1: a[0], y1: a[1], x2: b[0], y2: b[1] }, style: { stroke: look.mark, lineWidth: 1.3 } });
      const children = [line(ends[0], ends[1]), ...ends.map((e) => {
        const a = [...e], b = [...e];
        a[1 - axis] -= cap;
        b[1 - axis] += cap;
        return line(a, b);
      })];
      if (axis === 0)
        children.push({
          type: "text", x: ends[1][0] + 5, y: ends[1][1] - 8,
          style: { text: `${shown(at[0])} ± ${shown(api.value(4))}`, fill: look.text, fontSize: 11, backgroundColor: look.ground, padding: [3, 1] },
        });
      return { type: "group", children };
    },
  };
}

function dotOption(figure, look, width) {
  const top = legendRows(figure, width) * 22 + 10;
  const series = figure.series.map((s, i) => ({
    type: "scatter", name: s.name, symbol: SYMBOLS[i % SYMBOLS.length], symbolSize: 12, z: 4,
    itemStyle: { color: look.series[i % look.series.length], opacity: 1, borderColor: look.ground, borderWidth: 1 },
    data: s.values.map((v, at) => [v === undefined ? null : v, at]), emphasis: { scale: 1.4 },
  }));
  const spans = figure.categories.map((_, at) => figure.series.map((s) => s.values[at]).filter((v) => typeof v === "number"));
  series.push({
    type: "custom", silent: true, z: 2, tooltip: { show: false }, encode: { x: [0, 1], y: 2 },
    data: spans.flatMap((v, at) => (v.length ? [[Math.min(...v), Math.max(...v), at]] : [])),
    renderItem: (params, api) => {
      const a = api.coord([api.value(0), api.value(2)]), b = api.coord([api.value(1), api.value(2)]);
      return { type: "line", shape: { x1: a[0], y1: a[1], x2: b[0], y2: b[1] }, style: { stroke: look.quiet, lineWidth: 2 } };
    },
  });
  return {
    grid: { top, left: 12, right: 28, bottom: 34, containLabel: true },
    xAxis: valueAxis(figure.value, figure.log_value, look, { nameGap: 28, splitNumber: width < 560 ? 3 : 5, max: figure.limit }),
    yAxis: categoryAxis(figure, look, width), series,
  };
}

function meshOption(figure, look, width) {
  const m = meshLayout(figure, width);
  const values = figure.panels.flatMap((p) => p.values).filter((v) => v !== null);
  const low = Math.min(...values), high = Math.max(...values);
  const option = { grid: [], xAxis: [], yAxis: [], series: [], title: [] };
  figure.panels.forEach((panel, i) => {
    const column = i % m.columns, row = Math.floor(i / m.columns);
    const left = 34 + column * ((width - 24) / m.columns), top = 42 + row * m.rowHeight;
    const axis = (count, inverse) => ({
      type: "category", gridIndex: i, inverse, data: Array.from({ length: count }, (_, at) => at * (figure.side || 1)),
      axisLabel: { color: look.text, fontSize: 10, interval: Math.ceil(count / 8) - 1 }, axisTick: { show: false },
      axisLine: { lineStyle: { color: look.quiet } },
    });
    option.title.push({
      text: panel.name, left: left - 6, top: top - 40, textStyle: {
        color: look.text, fontSize: FONT, lineHeight: LINE, fontWeight: 600, width: m.side, height: 2 * LINE, overflow: "break",
        lineOverflow: "truncate",
      },
    });
    option.grid.push({ left, top, width: m.side, height: m.side * panel.height / panel.width });
    option.xAxis.push({ ...axis(panel.width, false), position: "bottom" });
    option.yAxis.push(axis(panel.height, true));
    option.series.push({
      type: "heatmap", name: panel.name, xAxisIndex: i, yAxisIndex: i, emphasis: { itemStyle: { borderColor: "#ff3b30", borderWidth: 2 } },
      data: panel.values.map((v, at) => [at % panel.width, Math.floor(at / panel.width), v === null ? "-" : v]),
    });
  });
  option.visualMap = {
    type: "continuous", min: low, max: high > low ? high : low + 1, calculable: false, orient: "horizontal", left: "center",
    bottom: 22, itemHeight: Math.min(260, width * 0.4), itemWidth: 14, inRange: { color: CIVIDIS },
    text: [shown(high), shown(low)], textStyle: { color: look.text }, hoverLink: true,
  };
  option.title.push({
    text: figure.value, left: "center", bottom: 0,
    textStyle: { color: look.quiet, fontSize: FONT, fontWeight: 400, width: width - 20, overflow: "break" },
  });
  return option;
}
