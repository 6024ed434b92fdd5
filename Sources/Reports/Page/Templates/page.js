"use strict";
{
  // The plot area's ends, in user units, as the pictures are drawn with.
  const LEFT = 66, RIGHT = 626, SVG = "http://www.w3.org/2000/svg";

  const shown = (value, digits = 5) =>
    value === null || !Number.isFinite(value) ? "undefined" : String(Number(value.toPrecision(digits))).replace(/^-/, "−");
  const measured = (value, unit) => shown(value) + (unit ? " " + unit : "");
  const element = (name, attributes, parent) => {
    const node = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    parent.append(node);
    return node;
  };

  // Where numbers lie on an axis; a window is a range of it, in powers of ten where it is logarithmic.
  class Axis {
    constructor(data) {
      this.data = data;
      this.home = [this.forward(data.low), this.forward(data.high)];
      this.window = [...this.home];
    }
    forward(value) { return this.data.log ? Math.log10(value) : value; }
    place(value) { return (this.forward(value) - this.window[0]) / (this.window[1] - this.window[0]); }
    // Keeps what lies at a place there.
    zoom(factor, place) {
      const [low, high] = this.window, middle = low + (high - low) * place;
      const full = this.home[1] - this.home[0];
      const span = Math.min(Math.max((high - low) * factor, full / 1e5), full * 4);
      this.window = [middle - span * place, middle + span * (1 - place)];
    }
    pan(share) {
      const shift = share * (this.window[1] - this.window[0]);
      this.window = this.window.map(end => end - shift);
    }
    reset() { this.window = [...this.home]; }
    ticks(count) {
      const [low, high] = this.window;
      if (this.data.log && high - low >= 2) {
        const every = Math.max(1, Math.ceil((Math.floor(high) - Math.ceil(low) + 1) / count));
        const found = [];
        for (let e = Math.ceil(low); e <= high; e++) if (e % every === 0) found.push([10 ** e, e >= -3 && e <= 4 ? shown(10 ** e) : "10" + superscript(e)]);
        return found;
      }
      if (this.data.log) {
        const found = [];
        for (let e = Math.floor(low); e <= high; e++)
          for (const m of [1, 2, 5]) if (Math.log10(m) + e >= low && Math.log10(m) + e <= high) found.push([m * 10 ** e, shown(m * 10 ** e)]);
        if (found.length > 1) return found;
      }
      const [from, to] = this.data.log ? [10 ** low, 10 ** high] : [low, high];
      const rough = (to - from) / count, exponent = Math.floor(Math.log10(rough)), unit = 10 ** exponent;
      const factor = rough < Math.SQRT2 * unit ? 1 : rough < Math.sqrt(10) * unit ? 2 : rough < Math.sqrt(50) * unit ? 5 : 10;
      const step = factor * unit, decimals = Math.max(0, -exponent - (factor === 10 ? 1 : 0));
      const found = [];
      for (let i = Math.ceil(from / step - 1e-9); i <= to / step + 1e-9; i++) {
        const value = i * step;
        found.push([value, decimals > 6 || Math.abs(value) >= 1e6 ? shown(value, 10) : value.toFixed(decimals).replace(/^-(0\.?0*$)?/, (_, zero) => zero ?? "−")]);
      }
      return found;
    }
  }
  const superscript = exponent => String(exponent).replace(/./g, c => c === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[c]);

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
      this.tools = figure.querySelector(".tools");
      this.output = this.tools.querySelector("output");
      this.tools.hidden = false;
      this.cross = element("path", {class: "cross"}, this.svg);
      // Said once on a page.
      this.hint = document.querySelector("figure[data-picture]") === figure
        ? "Point at a sample to read it off; drag to move; click, then turn the wheel to zoom. Arrow keys, + and − do the same." : "";
      this.output.textContent = this.hint;
      this.listen(figure);
    }

    placeX(value) { return LEFT + (RIGHT - LEFT) * this.x.place(value); }
    placeY(panel, value) { return panel.bottom - (panel.bottom - panel.top) * panel.axis.place(value); }

    // MARK: Drawing

    draw() {
      for (const panel of this.panels) {
        panel.marks.forEach((mark, index) => {
          const node = panel.node.querySelector(`[data-mark="${index}"]`);
          if (node) node.setAttribute("d", this.outline(panel, mark));
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

    // The names above a panel move with their spans.
    drawBars(panel) {
      const bars = [...panel.node.querySelectorAll(".bar")];
      const names = [...panel.node.querySelectorAll(".span-name")];
      if (bars.length === 0) return;
      const spans = panel.marks.filter(m => m.kind === "spans").flatMap(m => m.low.map((low, i) => [low, m.high[i], m.names[i]]));
      spans.forEach(([low, high], i) => bars[i]?.setAttribute("d", this.rectangle(low, high, panel.top - 6, panel.top)));
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
        if (mark.kind === "spans") {
          const index = mark.low.findIndex((low, i) => x >= low && x <= mark.high[i]);
          if (index >= 0) parts.push([mark.names[index], ""]);
          continue;
        }
        if (mark.kind !== "points" && mark.kind !== "line" && mark.kind !== "band") continue;
        const at = values => interpolated(mark.x, values, x, mark.kind === "points");
        if (mark.kind === "band") {
          const [low, high] = [at(mark.low), at(mark.high)];
          if (low !== null && high !== null) parts.push([mark.label, "± " + measured((high - low) / 2, panel.y.unit)]);
          continue;
        }
        const y = at(mark.y);
        if (y === null) continue;
        parts.push([mark.label ?? panel.y.quantity, measured(y, panel.y.unit)]);
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
      this.say([[mark.label ?? "", ""], [this.x.data.quantity, measured(x, this.x.data.unit)], [panel.y.quantity, measured(y, panel.y.unit)]]);
    }

    say(parts) {
      this.output.replaceChildren(...parts.flatMap(([name, value], index) => {
        const label = document.createElement("b");
        label.textContent = name;
        return [index ? "   " : "", label, value ? " " + value : ""];
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

    // MARK: Hands

    local(event) {
      const box = this.svg.getBoundingClientRect(), scale = 640 / box.width;
      return [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
    }

    panelAt(y) { return this.panels.find(panel => y >= panel.top && y <= panel.bottom) ?? this.panels[0]; }

    zoom(factor, x = (LEFT + RIGHT) / 2, y = null) {
      const panel = y === null ? this.panels[0] : this.panelAt(y);
      this.x.zoom(factor, (x - LEFT) / (RIGHT - LEFT));
      panel.axis.zoom(factor, y === null ? 0.5 : (panel.bottom - y) / (panel.bottom - panel.top));
      this.draw();
    }

    reset() {
      this.x.reset();
      for (const panel of this.panels) panel.axis.reset();
      this.draw();
    }

    listen(figure) {
      const pointers = new Map();
      const svg = this.svg;
      svg.addEventListener("pointerdown", event => {
        pointers.set(event.pointerId, this.local(event));
        svg.setPointerCapture(event.pointerId);
        this.readAt(...this.local(event));
      });
      svg.addEventListener("pointermove", event => {
        const now = this.local(event), before = pointers.get(event.pointerId);
        if (!before) return this.readAt(...now);
        const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
        if (other) {
          const spread = point => Math.hypot(point[0] - other[0], point[1] - other[1]);
          this.zoom(spread(before) / Math.max(spread(now), 1), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
        } else {
          const panel = this.panelAt(before[1]);
          this.x.pan((now[0] - before[0]) / (RIGHT - LEFT));
          if (event.pointerType !== "touch") panel.axis.pan((before[1] - now[1]) / (panel.bottom - panel.top));
          this.draw();
        }
        pointers.set(event.pointerId, now);
      });
      for (const name of ["pointerup", "pointercancel"]) svg.addEventListener(name, event => pointers.delete(event.pointerId));
      svg.addEventListener("pointerleave", () => this.quiet());
      svg.addEventListener("dblclick", () => this.reset());
      // The page scrolls past a picture; one that was clicked, or a pinch on a trackpad, zooms.
      svg.addEventListener("wheel", event => {
        if (document.activeElement !== svg && !event.ctrlKey) return;
        event.preventDefault();
        this.zoom(Math.exp(event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), ...this.local(event));
      }, {passive: false});
      svg.addEventListener("keydown", event => {
        const act = {
          ArrowRight: () => this.step(1), ArrowLeft: () => this.step(-1), "+": () => this.zoom(0.8), "=": () => this.zoom(0.8),
          "-": () => this.zoom(1.25), 0: () => this.reset(), Escape: () => this.quiet(),
        }[event.key];
        if (!act || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        act();
      });
      const buttons = {in: () => this.zoom(0.7), out: () => this.zoom(1 / 0.7), reset: () => this.reset()};
      for (const button of this.tools.querySelectorAll("button")) button.addEventListener("click", buttons[button.dataset.do]);
      const link = this.tools.querySelector(".csv");
      link.addEventListener("click", () => {
        link.href = URL.createObjectURL(new Blob([this.csv()], {type: "text/csv"}));
      });
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
          case "spans": mark.low.forEach((low, i) => rows.push(["", mark.names[i], "", "", low, mark.high[i]])); break;
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

  const pictures = new Map([...document.querySelectorAll("figure[data-picture]")].map(figure => [figure, new Picture(figure)]));

  // A search, step by step, in all pictures of its group.
  for (const group of document.querySelectorAll("div.replay")) {
    const texts = JSON.parse(group.querySelector(":scope > .texts").textContent);
    const own = [...group.querySelectorAll("figure")].map(figure => pictures.get(figure));
    const controls = group.querySelector(".controls"), slider = controls.querySelector("input[type=range]");
    const play = controls.querySelector("[data-do=play]"), output = controls.querySelector("output");
    const tracks = [...controls.querySelectorAll("input[type=radio]")];
    let timer = null;
    const track = () => Number(tracks.find(each => each.checked)?.value ?? 0);
    const show = () => {
      const frame = {track: track(), step: Number(slider.value)};
      output.textContent = texts[frame.track][frame.step];
      slider.setAttribute("aria-valuetext", output.textContent);
      for (const picture of own) { picture.frame = frame; picture.draw(); }
    };
    const stop = () => {
      clearInterval(timer);
      timer = null;
      play.textContent = "▶";
      play.setAttribute("aria-label", "Play");
    };
    const choose = step => {
      slider.max = texts[track()].length - 1;
      slider.value = step ?? slider.max;
      show();
    };
    slider.addEventListener("input", () => { stop(); show(); });
    for (const each of tracks) each.addEventListener("change", () => { stop(); choose(); });
    play.addEventListener("click", () => {
      if (timer) return stop();
      if (slider.value === slider.max) choose(0);
      play.textContent = "❚❚";
      play.setAttribute("aria-label", "Pause");
      timer = setInterval(() => {
        slider.value = Number(slider.value) + 1;
        show();
        if (slider.value === slider.max) stop();
      }, 4000 / Math.max(20, texts[track()].length));
    });
    controls.hidden = false;
    choose();
  }

  // On paper everything is open.
  addEventListener("beforeprint", () => { for (const each of document.querySelectorAll("details")) each.open = true; });
}
