// Two offsets over time, drawn while they are made.
class Trace {
  constructor(svg) {
    this.ticks = svg.querySelector(".ticks");
    [this.first, this.second, this.cursor] = svg.querySelectorAll(":scope > path");
    this.clear();
  }
  clear() { this.set([], [], []); }
  set(times, own, other) { Object.assign(this, {times, own, other}); this.draw(); }
  add(time, own, other) {
    if (this.times.length > 1200) for (const values of [this.times, this.own, this.other])
      values.splice(0, values.length, ...values.filter((_, i) => i % 2 === 0));
    this.times.push(time); this.own.push(own); this.other.push(other);
    this.draw();
  }
  get largest() {
    return this.own.reduce((worst, own, i) => Math.abs(own - this.other[i]) > Math.abs(worst) ? own - this.other[i] : worst, 0);
  }

  draw() {
    const top = 8, bottom = 128, all = [...this.own, ...this.other];
    const start = this.times[0] ?? 0, last = Math.max((this.times.at(-1) ?? 0) - start, 1);
    const low = Math.min(...all, Infinity), high = Math.max(...all, -Infinity), span = Math.max(high - low, 1);
    this.x = time => LEFT + (RIGHT - LEFT) * (time - start) / last;
    const y = value => bottom - (bottom - top) * (value - low) / span;
    const line = values => values.map((value, i) => `${i ? "L" : "M"}${near(this.x(this.times[i]))} ${near(y(value))}`).join("");
    this.first.setAttribute("d", line(this.own));
    this.second.setAttribute("d", line(this.other));
    this.cursor.setAttribute("d", "");
    this.ticks.replaceChildren();
    if (this.times.length < 2) return;
    const label = (x, y, anchor, text) =>
      Object.assign(element("text", {x, y, "text-anchor": anchor}, this.ticks), {textContent: text});
    label(LEFT - 6, top + 8, "end", shown(high, 4));
    label(LEFT - 6, bottom, "end", shown(low, 4));
    label(RIGHT, bottom + 17, "end", shown(last, 3) + " s");
    element("path", {d: `M${LEFT} ${bottom}H${RIGHT}`}, this.ticks);
  }
  mark(time) { this.cursor.setAttribute("d", `M${near(this.x(time))} 8V128`); }
}
