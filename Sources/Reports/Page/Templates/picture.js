const markers = {
  circle: (r) => (x, y) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`,
  second: (x, y) => `M${x - 2.8} ${y - 2.8}h5.6v5.6h-5.6z`,
  third: (x, y) => `M${x} ${y - 3.6}L${x + 3.4} ${y + 2.6}L${x - 3.4} ${y + 2.6}z`,
  fourth: (x, y) => `M${x} ${y - 3.8}L${x + 3.8} ${y}L${x} ${y + 3.8}L${x - 3.8} ${y}z`,
};
const marker = ink => markers[ink] ?? markers.circle(ink === "first" ? 3.2 : 2.4);
// What zooming puts far outside is drawn only just outside: browsers draw huge numbers badly.
const near = value => Math.round(Math.min(Math.max(value, -9999), 9999) * 100) / 100;

class Picture {
  constructor(figure) {
    this.svg = figure.querySelector(":scope > svg");
    this.data = JSON.parse(figure.querySelector(":scope > script").textContent);
    this.x = new Axis(this.data.x);
    this.panels = this.data.panels.map((panel, index) => ({
      ...panel, axis: new Axis(panel.y), node: this.svg.querySelector(`[data-panel="${index}"]`),
    }));
    this.frame = {track: 0, step: null};
    // The labels of marks that the legend hides.
    this.hidden = new Set();
    const tools = figure.querySelector(".tools");
    tools.hidden = false;
    this.output = tools.querySelector("output");
    this.cross = element("path", {class: "cross"}, this.svg);
    // Said once on a page.
    this.hint = document.querySelector("figure[data-picture]") === figure
      ? "Point at a sample to read it off; drag to move, with Shift to measure a range; click, then turn the wheel to zoom. W and S zoom, A and D move, arrow keys read off." : "";
    this.output.textContent = this.hint;
    this.range = new RangeSelection(this);
    this.strip = this.data.overview ? new OverviewStrip(this, tools) : null;
    this.input = new PointerInput(this, tools);
  }

  // Curves over one abscissa keep their panels fitted to what is visible; a plane of two parameters is zoomed as it is.
  get followsX() { return this.data.reading !== "point"; }

  fitPanels() {
    const isHome = this.x.window.every((end, i) => end === this.x.home[i]);
    for (const panel of this.panels) isHome ? panel.axis.reset() : panel.axis.fit(this.visible(panel));
  }

  // The ordinates of a panel's marks within the window, of lines also at its ends.
  visible(panel) {
    const [low, high] = this.x.ends();
    return panel.marks.filter(mark => !this.hidden.has(mark.label)).flatMap(mark => {
      const lists = {line: [mark.y], points: [mark.y], band: [mark.low, mark.high]}[mark.kind] ?? [];
      return lists.flatMap(ys => {
        const ends = mark.kind === "points" ? [] : [low, high].map(end => interpolated(mark.x, ys, end, false));
        return [...ys.filter((_, i) => mark.x[i] >= low && mark.x[i] <= high), ...ends];
      });
    }).filter(value => value !== null && value !== undefined);
  }

  placeX(value) { return LEFT + (RIGHT - LEFT) * this.x.place(value); }
  placeY(panel, value) { return panel.bottom - (panel.bottom - panel.top) * panel.axis.place(value); }

  // MARK: Drawing

  draw() {
    for (const panel of this.panels) {
      panel.marks.forEach((mark, index) => {
        const node = panel.node.querySelector(`[data-mark="${index}"]`);
        if (!node) return;
        node.setAttribute("d", this.outline(panel, mark));
        node.style.display = this.hidden.has(mark.label) ? "none" : "";
      });
      this.drawBars(panel);
      const ordinates = panel.node.querySelector(".ticks.y"), verticals = panel.node.querySelector(".ticks.x");
      ordinates.replaceChildren();
      verticals.replaceChildren();
      for (const [value, label] of panel.axis.ticks(panel.bottom - panel.top > 150 ? 6 : 3)) {
        const y = this.placeY(panel, value);
        element("path", {d: `M${LEFT} ${near(y)}H${RIGHT}`}, ordinates);
        element("text", {x: LEFT - 6, y: near(y + 4)}, ordinates).textContent = label;
      }
      for (const [value] of this.x.ticks(7))
        element("path", {d: `M${near(this.placeX(value))} ${panel.top}V${panel.bottom}`}, verticals);
    }
    const labels = this.svg.querySelector(".ticks.labels"), bottom = this.panels.at(-1).bottom;
    labels.replaceChildren();
    for (const [value, label] of this.x.ticks(7))
      element("text", {x: near(this.placeX(value)), y: bottom + 17}, labels).textContent = label;
    this.cross.setAttribute("d", "");
    this.range.draw();
    this.strip?.draw();
    this.whenDrawn?.();
  }

  // Zooms to a range and a margin.
  showRange(from, to) {
    const margin = (to - from) * 0.08;
    this.x.window = [from - margin, to + margin].map(end => this.x.forward(end));
    this.fitPanels();
    this.draw();
  }

  outline(panel, mark) {
    const line = (xs, ys) => {
      let d = "", broken = true;
      xs.forEach((value, i) => {
        const x = this.placeX(value), y = this.placeY(panel, ys[i]);
        if (value === null || ys[i] === null || !Number.isFinite(x + y)) { broken = true; return; }
        d += `${broken ? "M" : "L"}${near(x)} ${near(y)}`;
        broken = false;
      });
      return d;
    };
    const dots = (xs, ys) => xs.map((value, i) => {
      const x = this.placeX(value), y = this.placeY(panel, ys[i]);
      return value === null || ys[i] === null || !Number.isFinite(x + y) ? "" : marker(mark.ink)(near(x), near(y));
    }).join("");
    switch (mark.kind) {
      case "line": return line(mark.x, mark.y);
      case "points": return dots(mark.x, mark.y);
      case "band": return line([...mark.x, ...[...mark.x].reverse()], [...mark.high, ...[...mark.low].reverse()]) + "z";
      case "strip": return `M${LEFT} ${near(this.placeY(panel, mark.high))}H${RIGHT}V${near(this.placeY(panel, mark.low))}H${LEFT}z`;
      case "level": return `M${LEFT} ${near(this.placeY(panel, mark.at))}H${RIGHT}`;
      case "spans": return mark.low.map((low, i) => this.rectangle(low, mark.high[i], panel.top, panel.bottom)).join("");
      case "rug": return mark.low.map((low, i) => this.rectangle(low, mark.high[i], panel.bottom - 12, panel.bottom)).join("");
      case "contours": return mark.lines.map(each => line(each.x, each.y)).join("");
      case "replay": {
        const [xs, ys] = this.replayed(mark);
        return xs.length === 1 ? dots(xs, ys) : line(xs, ys);
      }
    }
    return "";
  }

  replayed(mark) {
    const track = mark.tracks[Math.min(this.frame.track, mark.tracks.length - 1)];
    const step = Math.min(this.frame.step ?? Infinity, track.y.length - 1);
    return [track.shared ? track.x : track.x[step], track.y[step]];
  }

  rectangle(low, high, top, bottom) {
    const left = Math.max(this.placeX(low), LEFT), right = Math.min(this.placeX(high), RIGHT);
    return right > left ? `M${near(left)} ${top}H${near(right)}V${bottom}H${near(left)}z` : "";
  }

  bar(low, high, y) {
    const left = Math.max(this.placeX(low), LEFT), right = Math.min(this.placeX(high), RIGHT);
    return right > left ? `M${near(left)} ${y}H${near(right)}` : "";
  }

  // The names above a panel move with their spans.
  drawBars(panel) {
    const bars = [...panel.node.querySelectorAll(".bar")];
    const names = [...panel.node.querySelectorAll(".span-name")];
    if (bars.length === 0) return;
    const spans = panel.marks.filter(m => m.kind === "spans").flatMap(m => m.low.map((low, i) => [low, m.high[i], m.names[i]]));
    spans.forEach(([low, high], i) => bars[i]?.setAttribute("d", this.bar(low, high, panel.top - 3)));
    const moved = this.x.window.some((end, i) => end !== this.x.home[i]);
    for (const name of names) name.style.visibility = moved ? "hidden" : "visible";
  }

  // MARK: Reading off

  abscissas() {
    const marks = this.panels.flatMap(panel => panel.marks);
    const points = marks.filter(mark => mark.kind === "points");
    const lines = marks.filter(mark => mark.kind === "line");
    return [...new Set((points.length ? points : lines).flatMap(mark => mark.x))].filter(x => x !== null).sort((a, b) => a - b);
  }

  read(x) {
    const parts = [];
    let path = `M${near(this.placeX(x))} ${this.panels[0].top}V${this.panels.at(-1).bottom}`;
    for (const panel of this.panels) for (const mark of panel.marks) {
      if (mark.kind === "spans" || mark.kind === "rug") {
        const index = mark.low.findIndex((low, i) => x >= low && x <= mark.high[i]);
        if (index >= 0) parts.push([mark.names[index], ""]);
        continue;
      }
      if (this.hidden.has(mark.label) || !["points", "line", "band"].includes(mark.kind)) continue;
      const at = values => interpolated(mark.x, values, x, mark.kind === "points");
      if (mark.kind === "band") {
        const [low, high] = [at(mark.low), at(mark.high)];
        if (low !== null && high !== null) parts.push([mark.label, "± " + measured((high - low) / 2, panel.y.unit, panel.axis.decimals)]);
        continue;
      }
      const y = at(mark.y);
      if (y === null) continue;
      parts.push([mark.label ?? panel.y.quantity, measured(y, panel.y.unit, panel.axis.decimals)]);
      const px = this.placeX(x), py = this.placeY(panel, y);
      if (py >= panel.top && py <= panel.bottom) path += markers.circle(5)(near(px), near(py));
    }
    this.cross.setAttribute("d", path);
    this.say([[this.x.data.quantity, measured(x, this.x.data.unit)], ...parts]);
    this.current = x;
  }

  readAt(px, py) {
    if (px < LEFT || px > RIGHT) return this.quiet();
    if (this.data.reading === "point") return this.readPoint(px, py);
    const x = nearest(this.abscissas(), value => Math.abs(this.placeX(value) - px));
    if (x !== undefined) this.read(x);
  }

  readPoint(px, py) {
    let best = null;
    for (const panel of this.panels) for (const mark of panel.marks) {
      if (mark.kind !== "points" && mark.kind !== "line") continue;
      mark.x.forEach((x, i) => {
        const dx = this.placeX(x) - px, dy = this.placeY(panel, mark.y[i]) - py, distance = dx * dx + dy * dy;
        if (distance < (best?.distance ?? Infinity)) best = {distance, panel, mark, x, y: mark.y[i]};
      });
    }
    if (!best) return;
    const {panel, mark, x, y} = best;
    this.cross.setAttribute("d", markers.circle(6)(near(this.placeX(x)), near(this.placeY(panel, y))));
    this.say([[mark.label ?? "", ""], [this.x.data.quantity, measured(x, this.x.data.unit)], [panel.y.quantity, measured(y, panel.y.unit, panel.axis.decimals)]]);
  }

  say(parts) {
    this.output.replaceChildren(...parts.flatMap(([name, value], index) => {
      const label = document.createElement("b");
      label.textContent = name;
      return [index ? " · " : "", label, value ? " " + value : ""];
    }));
  }

  quiet() {
    this.cross.setAttribute("d", "");
    this.output.textContent = this.hint;
  }

  step(by) {
    const all = this.abscissas().filter(x => this.x.place(x) >= 0 && this.x.place(x) <= 1);
    if (all.length === 0) return;
    const here = this.current === undefined ? -1 : all.findIndex(x => x >= this.current);
    this.read(all[Math.min(Math.max(here + by, 0), all.length - 1)]);
  }

  // One row a point: the panel's quantity, the mark, where, and what.
  csv() {
    const quoted = text => /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    const named = axis => axis.quantity + (axis.unit ? ` (${axis.unit})` : "");
    const rows = [["panel", "mark", named(this.x.data), "value", "low", "high"]];
    for (const panel of this.panels) for (const mark of panel.marks) {
      const add = (x, y, low, high) => rows.push([named(panel.y), mark.label ?? "", x ?? "", y ?? "", low ?? "", high ?? ""]);
      switch (mark.kind) {
        case "line": case "points": mark.x.forEach((x, i) => add(x, mark.y[i])); break;
        case "band": mark.x.forEach((x, i) => add(x, "", mark.low[i], mark.high[i])); break;
        case "strip": add("", "", mark.low, mark.high); break;
        case "level": add("", mark.at); break;
        case "spans": case "rug": mark.low.forEach((low, i) => rows.push(["", mark.names[i], "", "", low, mark.high[i]])); break;
        case "contours": mark.lines.forEach(line => line.x.forEach((x, i) => add(x, line.y[i]))); break;
        case "replay": { const [xs, ys] = this.replayed(mark); xs.forEach((x, i) => add(x, ys[i])); break; }
      }
    }
    return rows.map(row => row.map(field => quoted(String(field))).join(",")).join("\n") + "\n";
  }
}

const nearest = (values, distance) => {
  let best, least = Infinity;
  for (const value of values) if (distance(value) < least) { least = distance(value); best = value; }
  return best;
};

// The value at x: of points only where there is one, of lines between its neighbours.
const interpolated = (xs, ys, x, isExact) => {
  const exact = xs.indexOf(x);
  if (exact >= 0) return ys[exact];
  if (isExact) return null;
  const after = xs.findIndex(value => value > x);
  if (after <= 0 || ys[after] === null || ys[after - 1] === null) return null;
  return ys[after - 1] + (ys[after] - ys[after - 1]) * (x - xs[after - 1]) / (xs[after] - xs[after - 1]);
};
