// The plot area's ends, in user units, as the pictures are drawn with.
const LEFT = 66, RIGHT = 626, SVG = "http://www.w3.org/2000/svg";

const shown = (value, digits = 5) =>
  value === null || !Number.isFinite(value) ? "undefined" : String(Number(value.toPrecision(digits))).replace(/^-/, "−");
// Digits after the point that a quantization step needs: 0 for 1, 1 for 0.5, 2 for a third.
const decimals = step => {
  if (!(step > 0)) return null;
  const places = [0, 1, 2, 3, 4, 5, 6].find(places => {
    const scaled = step * 10 ** places;
    return Math.round(scaled) > 0 && Math.abs(scaled - Math.round(scaled)) <= 0.05 * scaled;
  });
  return places ?? null;
};
const measured = (value, unit, places = null) => {
  const number = places === null || value === null || !Number.isFinite(value)
    ? shown(value) : value.toFixed(places).replace(/^-(0\.?0*$)?/, (_, zero) => zero ?? "−");
  return number + (unit ? " " + unit : "");
};
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
    this.decimals = decimals(data.step);
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
  // The ends of the window as values of the axis.
  ends() { return this.data.log ? this.window.map(end => 10 ** end) : this.window; }
  // Shows these values and a margin; all of the axis without values.
  fit(values) {
    const placed = values.map(value => this.forward(value)).filter(Number.isFinite);
    if (placed.length === 0) return this.reset();
    const low = placed.reduce((a, b) => Math.min(a, b)), high = placed.reduce((a, b) => Math.max(a, b));
    const full = this.home[1] - this.home[0], margin = Math.max((high - low) * 0.06, full * 1e-5);
    this.window = [low - margin, high + margin];
  }
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
