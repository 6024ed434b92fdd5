// Ranges of the horizontal axis: the selected and the visible one.

// The selected range, with its length, its travel and the mean velocity.
class RangeSelection {
  constructor(picture) {
    this.picture = picture;
    this.mark = element("path", {class: "range"}, picture.svg);
  }
  clear() { this.ends = null; this.draw(); }
  begin(px) { this.ends = [this.at(px), this.at(px)]; }
  extend(px) { this.ends[1] = this.at(px); this.draw(); this.say(); }
  // By keys: from where samples are read off.
  step(by) {
    const from = this.ends?.[0] ?? this.picture.current;
    this.picture.step(by);
    this.ends = [from ?? this.picture.current, this.picture.current];
    this.draw();
    this.say();
  }
  at(px) {
    const {x} = this.picture, [low, high] = x.window, value = low + (high - low) * (px - LEFT) / (RIGHT - LEFT);
    return x.data.log ? 10 ** value : value;
  }
  draw() {
    const {panels} = this.picture;
    this.mark.setAttribute("d", this.ends ? this.picture.rectangle(
      Math.min(...this.ends), Math.max(...this.ends), panels[0].top, panels.at(-1).bottom) : "");
  }
  say() {
    const [from, to] = [Math.min(...this.ends), Math.max(...this.ends)], panel = this.picture.panels[0], {unit} = panel.y;
    const curve = panel.marks.find(mark => mark.kind === "line") ?? panel.marks.find(mark => mark.kind === "points");
    const ends = curve ? [from, to].map(x => interpolated(curve.x, curve.y, x, false)) : [null, null];
    const parts = [["range", measured(to - from, this.picture.x.data.unit)]];
    if (ends.every(end => end !== null)) parts.push(["distance", measured(ends[1] - ends[0], unit)]);
    if (parts.length > 1 && to > from && this.picture.x.data.unit === "s")
      parts.push(["mean velocity", measured((ends[1] - ends[0]) / (to - from), unit + "/s")]);
    this.picture.say(parts);
  }
}

// A strip under a picture with the whole of its curve and the visible range, which is dragged, and moved by keys.
class OverviewStrip {
  constructor(picture, tools) {
    this.picture = picture;
    this.svg = document.createElementNS(SVG, "svg");
    const attributes = {class: "overview", viewBox: "0 0 640 44", tabindex: 0, role: "slider", "aria-label": "Visible range"};
    for (const [name, value] of Object.entries(attributes)) this.svg.setAttribute(name, value);
    const strip = document.createElement("div");
    strip.append(this.svg);
    tools.before(strip);
    element("rect", {x: LEFT, y: 2, width: RIGHT - LEFT, height: 40, class: "ground"}, this.svg);
    element("path", {d: this.curve(), class: "course"}, this.svg);
    this.window = element("rect", {y: 2, height: 40, class: "window"}, this.svg);
    this.listen();
    this.draw();
  }

  // The first panel's first curve over all of the axis.
  curve() {
    const [panel] = this.picture.panels, {x} = this.picture;
    const mark = panel.marks.find(mark => mark.kind === "line") ?? panel.marks.find(mark => mark.kind === "points");
    if (!mark) return "";
    const share = (axis, value) => (axis.forward(value) - axis.home[0]) / (axis.home[1] - axis.home[0]);
    return mark.x.map((value, i) =>
      `${i ? "L" : "M"}${near(LEFT + (RIGHT - LEFT) * share(x, value))} ${near(40 - 36 * share(panel.axis, mark.y[i]))}`).join("");
  }

  // The ends of the visible range in the strip's units, within it.
  ends() {
    const {home, window} = this.picture.x;
    return window.map(end => LEFT + (RIGHT - LEFT) * Math.min(Math.max((end - home[0]) / (home[1] - home[0]), 0), 1));
  }

  draw() {
    const [left, right] = this.ends(), {x} = this.picture, [from, to] = x.ends();
    this.window.setAttribute("x", near(left));
    this.window.setAttribute("width", near(Math.max(right - left, 3)));
    const middle = (left + right) / 2 - LEFT, values = {valuemin: 0, valuemax: 100, valuenow: Math.round(100 * middle / (RIGHT - LEFT)),
      valuetext: `${measured(from, x.data.unit)} to ${measured(to, x.data.unit)}`};
    for (const [name, value] of Object.entries(values)) this.svg.setAttribute("aria-" + name, value);
  }

  // Moves the visible range by strip units, up to the ends of the axis.
  move(by) {
    const {home, window} = this.picture.x, full = home[1] - home[0], shift = by * full / (RIGHT - LEFT);
    const least = Math.min(home[0] - window[0], 0), most = Math.max(home[1] - window[1], 0);
    const held = Math.min(Math.max(shift, least), most);
    this.picture.x.window = window.map(end => end + held);
    this.picture.fitPanels();
    this.picture.draw();
  }

  listen() {
    const place = event => {
      const box = this.svg.getBoundingClientRect();
      return (event.clientX - box.left) * 640 / box.width;
    };
    let before = null;
    this.svg.addEventListener("pointerdown", event => {
      const now = place(event), [left, right] = this.ends();
      this.svg.setPointerCapture(event.pointerId);
      // Beside the visible range it comes to the pointer.
      if (now < left || now > right) this.move(now - (left + right) / 2);
      before = now;
    });
    this.svg.addEventListener("pointermove", event => {
      if (before === null) return;
      const now = place(event);
      this.move(now - before);
      before = now;
    });
    for (const name of ["pointerup", "pointercancel"]) this.svg.addEventListener(name, () => { before = null; });
    this.svg.addEventListener("keydown", event => {
      const width = RIGHT - LEFT, [left, right] = this.ends();
      const act = {
        ArrowLeft: () => this.move(-(right - left) / 4), ArrowRight: () => this.move((right - left) / 4),
        Home: () => this.move(-width), End: () => this.move(width),
      }[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    });
  }
}
