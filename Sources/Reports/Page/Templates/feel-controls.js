// The controls of a pair of scroll views: engine, gestures, replay, constants, code, and the address that keeps them.
class FeelControls {
  constructor(feel) {
    this.feel = feel;
    const find = selector => feel.root.querySelector(selector);
    this.engine = find("[data-engine]");
    this.gesture = find("[data-gesture]");
    this.toolkit = find("[data-toolkit]");
    this.start = find("[data-do=gesture]");
    this.display = find("[data-display]");
    this.place = find("[data-place]");
    this.speed = find("[data-speed]");
    this.code = find(".code code");
    this.missing = find(".missing");
    this.constants = find(".constants");
    this.fill(this.engine, feel.data.engines.map(each => [each.name, each.name]), feel.data.like);
    this.fill(this.gesture, feel.data.gestures.map((each, i) => [i, each.name]), 0);
    this.fill(this.toolkit, Object.keys(toolkits).map(name => [name, name]), feel.data.toolkit);
    this.actions = {
      gesture: () => feel.perform(feel.data.gestures[this.gesture.value]), play: () => this.play(),
      back: () => this.step(-1), ahead: () => this.step(1), fitted: () => { feel.own = structuredClone(feel.data.own); this.build(); this.changed(); },
    };
    for (const button of feel.root.querySelectorAll("button[data-do]")) button.addEventListener("click", this.actions[button.dataset.do]);
    this.engine.addEventListener("change", () => this.changed(true, true));
    this.toolkit.addEventListener("change", () => this.changed());
    this.gesture.addEventListener("change", () => { this.isChosen = true; this.changed(); });
    this.display.addEventListener("change", () => this.changed());
    this.place.addEventListener("input", () => this.showRecorded(Number(this.place.value)));
    if (feel.data.session) {
      this.session = new Session(feel.data.session);
      this.place.max = this.session.times.length - 1;
      this.place.value = 0;
      find(".session").hidden = false;
    }
    this.restore();
    this.build();
    this.changed(false, true);
  }

  fill(select, options, chosen) {
    select.replaceChildren(...options.map(([value, text]) => new Option(text, value, false, String(value) === String(chosen))));
  }

  // Every constant of the own rows, on a logarithmic scale of a factor 4 to either side.
  build() {
    this.constants.querySelectorAll("label").forEach(label => label.remove());
    for (const [phase, row] of this.rows) for (const name of Object.keys(row.constants)) {
      const label = document.createElement("label"), slider = document.createElement("input"), output = document.createElement("output");
      const fitted = this.feel.data.own[phase].constants[name];
      Object.assign(slider, {type: "range", min: -1, max: 1, step: 0.001, value: Math.log(row.constants[name] / fitted) / Math.log(4)});
      slider.dataset.constant = `${phase}.${name}`;
      const say = () => { output.textContent = constantText(name, row.constants[name]); };
      slider.addEventListener("input", () => {
        row.constants[name] = fitted * 4 ** Number(slider.value);
        say();
        this.changed();
      });
      label.append(`${this.feel.data.nouns[phase]}: ${constantNames[name] ?? name} `, slider, output);
      this.constants.append(label);
      say();
    }
    this.constants.hidden = this.rows.length === 0;
  }
  get rows() { return ["fling", "bounce", "overscroll"].map(phase => [phase, this.feel.own[phase]]).filter(([, row]) => row); }

  // Until the reader chooses a gesture, an engine is shown with that of the largest difference.
  changed(isKept = true, isOtherEngine = false) {
    const feel = this.feel;
    feel.other = feel.data.engines.find(each => each.name === this.engine.value) ?? feel.other;
    // The frame rate matters to engines that move by frames alone.
    this.display.parentNode.hidden = !feel.engines.some(each => goesByFrames(each.fling) || goesByFrames(each.bounce));
    display.interval = 1 / Number(this.display.value);
    if (isOtherEngine && !this.isChosen) this.gesture.value = feel.widest;
    const {kind} = feel.data.gestures[this.gesture.value] ?? feel.data.gestures[0];
    this.start.textContent = {fling: "Fling", edge: "Hit the edge", beyond: "Release", pull: "Drag"}[kind];
    feel.reset();
    feel.preview(feel.data.gestures[this.gesture.value] ?? feel.data.gestures[0]);
    this.follow = this.session?.engine(feel.engines[1], feel.engines[0], feel.data.dimension);
    this.drawn = false;
    this.code.textContent = this.rows.map(([phase, row]) => snippet(this.toolkit.value, phase, row)).filter(Boolean).join("\n")
      || `${this.toolkit.value} has no code for these constants.`;
    const lacking = (one, other) => Object.entries(feel.data.nouns)
      .filter(([phase]) => !one[phase] && other[phase]).map(each => each[1]).join(", ");
    const fitted = lacking(feel.own, feel.other), known = feel.other.fling ? "" : lacking(feel.other, feel.own);
    this.missing.textContent = [
      fitted && `Not fitted, and as in ${feel.other.name}: ${fitted}.`, known && `The catalogue has no ${known} for ${feel.other.name}; yours ${known.includes(",") ? "are" : "is"} used.`,
    ].filter(Boolean).join(" ");
    this.missing.hidden = !this.missing.textContent;
    if (isKept) this.keep();
  }

  // MARK: Replay

  showRecorded(index) {
    this.feel.stop();
    this.show(this.session.times[index]);
  }
  show(time) {
    if (!this.drawn) {
      const {times} = this.session;
      this.feel.trace.set([...times], times.map(each => this.session.recorded(each)), times.map(this.follow));
      this.drawn = true;
    }
    this.feel.show([this.session.recorded(time), this.follow(time)], ` · recording at ${time.toFixed(3)} s`);
    this.feel.trace.mark(time);
  }
  step(by) {
    const index = Math.min(Math.max(Number(this.place.value) + by, 0), this.session.times.length - 1);
    this.place.value = index;
    this.showRecorded(index);
  }
  play() {
    if (this.feel.isStill.matches) return this.step(1);
    this.drawn = false;
    const from = Number(this.place.value) < Number(this.place.max) ? this.session.times[this.place.value] : this.session.start;
    const speed = Number(this.speed.value), began = this.feel.now();
    this.feel.run(now => {
      const time = Math.min(from + (now - began) * speed, this.session.end);
      this.show(time);
      this.place.value = this.session.times.findLastIndex(each => each <= time);
      return time < this.session.end;
    });
  }

  // MARK: The address

  keep() {
    const values = new URLSearchParams({engine: this.engine.value, toolkit: this.toolkit.value});
    if (this.isChosen) values.set("gesture", this.gesture.value);
    if (!this.display.parentNode.hidden) values.set("screen", this.display.value);
    for (const [phase, row] of this.rows) for (const [name, value] of Object.entries(row.constants))
      if (value !== this.feel.data.own[phase].constants[name]) values.set(`${phase}.${name}`, value);
    history.replaceState(null, "", "#feel&" + values);
  }
  restore() {
    if (!location.hash.startsWith("#feel&")) return;
    const values = new URLSearchParams(location.hash.slice(6));
    const choose = (select, value) => { if ([...select.options].some(option => option.value === value)) select.value = value; };
    choose(this.engine, values.get("engine"));
    choose(this.toolkit, values.get("toolkit"));
    choose(this.gesture, values.get("gesture"));
    this.isChosen = values.has("gesture");
    choose(this.display, values.get("screen"));
    for (const [phase, row] of this.rows) for (const name of Object.keys(row.constants)) {
      const value = Number(values.get(`${phase}.${name}`));
      if (value > 0 && Number.isFinite(value)) row.constants[name] = value;
    }
    this.feel.root.scrollIntoView();
  }
}

const constantNames = {
  decayConstant: "deceleration rate", damping: "damping δ", naturalFrequency: "natural frequency", dampingRatio: "damping ratio",
  coefficient: "coefficient c", unitVelocity: "unit velocity",
};
const constantText = (name, value) => name === "decayConstant" ? shown(Math.exp(-value / 1000), 6) : shown(value, 5);

for (const root of document.querySelectorAll("[data-feel]")) new FeelControls(new Feel(root));
