// Two scroll views under one finger: the fitted constants and an engine.
class Feel {
  constructor(root) {
    this.root = root;
    this.data = JSON.parse(root.querySelector(":scope > script").textContent);
    this.own = structuredClone(this.data.own);
    this.other = this.data.engines.find(engine => engine.name === this.data.like);
    root.hidden = false;
    this.ports = [...root.querySelectorAll(".port")].map(port => new Port(port, this.data));
    this.trace = new Trace(root.querySelector(".trace"));
    this.output = root.querySelector(".apart output");
    this.isStill = matchMedia("(prefers-reduced-motion: reduce)");
    this.reset();
    this.finger = new Finger(this);
  }

  // What was not recorded is the other side's; an engine without a glide is a part of one, and has the rest of the own side.
  get engines() {
    const filled = (one, other) => ({
      fling: one.fling ?? other.fling, bounce: one.bounce ?? other.bounce, overscroll: one.overscroll ?? other.overscroll,
      returnStart: (one.bounce ? one : other).returnStart,
    });
    return [filled(this.own, this.other), this.other.fling ? this.other : filled(this.other, this.own)];
  }

  reset() {
    this.stop();
    this.views = this.engines.map(engine => new ScrollView(engine, [0, this.data.length], this.data.dimension));
    this.trace.clear();
    this.show(this.views.map(view => view.value(0)));
  }

  now() { return performance.now() / 1000; }
  stop() { cancelAnimationFrame(this.timer); this.timer = null; this.script = null; }

  // Calls a function at every frame until it returns false.
  run(step) {
    this.stop();
    const frame = () => { this.timer = step(this.now()) ? requestAnimationFrame(frame) : null; };
    frame();
  }

  show(offsets, trail = "") {
    this.ports.forEach((port, side) => port.show(offsets[side]));
    const apart = offsets[0] - offsets[1], unit = this.data.unit, largest = this.trace.largest;
    const signed = value => measured(value, unit, 1);
    this.output.textContent = `apart ${signed(apart)} · at most ${signed(largest)}${trail}`;
  }

  // MARK: Under a finger

  touch(time = this.now()) {
    this.stop();
    this.trace.clear();
    this.began = time;
    this.frees = this.views.map(view => view.touch(time));
  }
  drag(travel, time = this.now()) {
    this.views.forEach((view, side) => view.follow(time, this.frees[side] + travel));
    this.sample(time);
  }
  release(velocity, time = this.now()) {
    for (const view of this.views) view.release(time, velocity);
    const end = Math.max(...this.views.map(view => view.end));
    if (this.isStill.matches) {
      for (let i = 0; i <= 240; i++) this.sample(time + (end - time) * i / 240);
      return;
    }
    this.run(now => { this.sample(now); return now < end; });
  }
  sample(time) {
    const offsets = this.views.map(view => view.value(time));
    this.trace.add(time - this.began, ...offsets);
    this.show(offsets);
  }

  // MARK: Gestures

  // The index of the recorded gesture with the largest difference between the two sides; of that which the report names, beside its engine.
  get widest() {
    const {gestures, recordedGestures, gesture, like} = this.data;
    if (gesture && this.other.name === like) return gestures.findIndex(each => each.name === gesture);
    let best = -1, largest = -1;
    gestures.forEach((each, i) => {
      if (!recordedGestures.includes(each.name)) return;
      const {own, other} = this.motions(each), distance = Math.max(...own.map((value, at) => Math.abs(value - other[at])));
      if (distance > largest) { best = i; largest = distance; }
    });
    return Math.max(best, 0);
  }

  // Both motions of a gesture, from the place where it starts.
  motions({kind, amount}) {
    const views = this.engines.map(engine => new ScrollView(engine, [0, this.data.length], this.data.dimension)), edge = this.data.length;
    const start = kind === "fling" ? 0 : kind === "beyond" ? edge + amount : edge, count = 240;
    const frees = views.map(view => {
      view.place(start);
      const free = view.touch(0);
      if (kind !== "pull") view.release(0, kind === "beyond" ? 0 : amount);
      return free;
    });
    const end = kind === "pull" ? 0.6 : Math.max(...views.map(view => view.end));
    const times = Array.from({length: count + 1}, (_, i) => end * i / count);
    const [own, other] = views.map((view, side) => times.map(time => {
      if (kind === "pull") view.follow(time, frees[side] + amount * time / end);
      return view.value(time);
    }));
    return {start, times, own, other};
  }

  // Draws a gesture at once, with the content at rest where it starts: the difference is seen before anybody touches it.
  preview(gesture) {
    const {start, times, own, other} = this.motions(gesture);
    this.trace.set(times, own, other);
    this.place(start);
    this.show([own[0], other[0]], ` · ${gesture.name}`);
  }

  place(offset) { for (const view of this.views) view.place(offset); }
  perform({kind, amount}) {
    const edge = this.data.length, time = this.now();
    this.place(kind === "fling" ? 0 : kind === "beyond" ? edge + amount : edge);
    this.touch(time);
    if (kind !== "pull") return this.release(kind === "beyond" ? 0 : amount, time);
    if (this.isStill.matches) {
      for (let i = 0; i <= 60; i++) this.drag(amount * i / 60, time + i / 100);
      return;
    }
    // The finger takes 0.6 s, and holds the content as long.
    this.run(now => {
      this.drag(amount * Math.min((now - time) / 0.6, 1), now);
      if (now - time < 1.2) return true;
      setTimeout(() => this.release(0));
      return false;
    });
  }
}

// A viewport whose content is ruled each 100 pt; a pt is a pixel of the page.
class Port {
  constructor(node, data) {
    this.node = node;
    this.length = data.length + node.clientHeight;
    this.rows = Array.from({length: Math.ceil(node.clientHeight / 100) + 2}, () => {
      const row = document.createElement("div");
      row.setAttribute("aria-hidden", "true");
      node.append(row);
      return row;
    });
  }
  show(offset) {
    this.node.dataset.offset = offset;
    const first = Math.floor(offset / 100);
    this.rows.forEach((row, i) => {
      const index = first + i, top = index * 100;
      row.style.transform = `translateY(${top - offset}px)`;
      row.className = top < 0 || top >= this.length ? "beyond" : index % 2 ? "odd" : "even";
      row.textContent = top < 0 || top >= this.length ? "" : String(top);
    });
  }
}

// A pointer, the wheel and keys, over either view.
class Finger {
  constructor(feel) {
    this.feel = feel;
    for (const {node} of feel.ports) {
      // An event's own time: a busy page handles several at once, long after the finger moved.
      node.addEventListener("pointerdown", event => {
        node.setPointerCapture(event.pointerId);
        this.down(event.clientY, event.timeStamp / 1000);
      });
      node.addEventListener("pointermove", event => { if (this.isDown) this.move(event.clientY, event.timeStamp / 1000); });
      for (const name of ["pointerup", "pointercancel"]) node.addEventListener(name, event => this.up(event.timeStamp / 1000));
      node.addEventListener("wheel", event => this.turn(event), {passive: false});
      node.addEventListener("keydown", event => this.press(event));
    }
  }
  down(place, time = this.feel.now()) {
    this.isDown = true;
    this.first = place;
    this.track = [];
    this.feel.touch(time);
    this.move(place, time);
  }
  move(place, time = this.feel.now()) {
    this.track = [...this.track.filter(each => time - each.time < 0.1), {time, place}];
    this.feel.drag(this.first - place, time);
  }
  // The velocity is that of the last tenth of a second.
  up(now = this.feel.now()) {
    if (!this.isDown) return;
    this.isDown = false;
    const recent = this.track.filter(each => now - each.time < 0.1), start = recent[0];
    const lasted = start ? recent.at(-1).time - start.time : 0;
    this.feel.release(lasted > 0 ? (start.place - recent.at(-1).place) / lasted : 0, now);
  }
  // A turn of the wheel drags; a tenth of a second after its last event the content is let go.
  turn(event) {
    if (event.ctrlKey) return;
    event.preventDefault();
    if (!this.turning) { this.down(0); this.turned = 0; }
    this.turned -= event.deltaY * (event.deltaMode === 1 ? 16 : 1);
    this.move(this.turned);
    clearTimeout(this.turning);
    this.turning = setTimeout(() => { this.turning = null; this.up(); }, 100);
  }
  press(event) {
    const velocity = {ArrowDown: 1000, ArrowUp: -1000, PageDown: 2000, PageUp: -2000}[event.key];
    if (!velocity) return;
    event.preventDefault();
    this.feel.touch();
    this.feel.release(velocity);
  }
}
