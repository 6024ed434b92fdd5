// A range of the horizontal axis, with its length, its travel and the mean velocity.
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
