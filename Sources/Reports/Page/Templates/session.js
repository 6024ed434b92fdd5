// The recorded session on one side, on the other the engine: released where and as the recording was, until the next touch.
class Session {
  constructor(data) { Object.assign(this, data); }
  get start() { return this.times[0]; }
  get end() { return this.times.at(-1); }

  recorded(time) {
    const after = this.times.findIndex(each => each > time);
    if (after < 0) return this.offsets.at(-1);
    if (after === 0) return this.offsets[0];
    const share = (time - this.times[after - 1]) / (this.times[after] - this.times[after - 1]);
    return this.offsets[after - 1] + share * (this.offsets[after] - this.offsets[after - 1]);
  }

  // The engine's offset over the recording's time.
  engine(other, own, dimension) {
    const edges = this.edges.map((edge, side) => edge ?? (side ? Infinity : -Infinity));
    const released = this.free.map(({from, to, velocity}) => {
      const view = new ScrollView(other, edges, dimension);
      view.place(this.recorded(from));
      view.release(0, velocity);
      return {from, to, view};
    });
    const finger = new ScrollView(own, edges, dimension), under = new ScrollView(other, edges, dimension);
    return time => {
      const free = released.find(each => time >= each.from && time < each.to);
      if (free) return free.view.value(time - free.from);
      const offset = this.recorded(time);
      return offset === under.nearest(offset) ? offset : under.held(finger.free(offset));
    };
  }
}
