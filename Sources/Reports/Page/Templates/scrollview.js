// UIScrollView's return after an overscroll drag: it starts 7 ms later, with an inward velocity.
const ONSET = 0.007, MAXIMUM_CARRIED_SPEED = 5000;
const saturation = (displacement, half) => 1 / (1 + (half / displacement) ** 2);
const overscrollRelease = (displacement, velocity, fingerSpeed) => {
  const movesOutward = displacement * velocity > 0, coasting = movesOutward ? velocity : 0;
  const onset = displacement + coasting * ONSET;
  const share = !movesOutward || fingerSpeed <= 400
    ? 1 : Math.max(0, 1 - (fingerSpeed - 400) / (3000 * saturation(displacement, 70)));
  return {coasting, displacement: onset, velocity: coasting - share * (5.470122 + 4.825567 * saturation(onset, 165.8656)) * onset};
};

// One axis of a scroll view: the content under a finger and after it, exact at every time.
class ScrollView {
  constructor(engine, edges, dimension) {
    Object.assign(this, {engine, edges, dimension});
    this.place(edges[0]);
  }
  get stretch() { return stretch(this.engine.overscroll, this.dimension); }
  get startsInward() { return this.engine.returnStart === "inward"; }

  // At rest at an offset from a time on.
  place(offset, from = -Infinity) { this.pieces = [{from, value: () => offset, velocity: () => 0}]; }
  piece(time) { return this.pieces.findLast(piece => piece.from <= time) ?? this.pieces[0]; }
  value(time) { const piece = this.piece(time); return piece.value(time - piece.from); }
  // The time at which the content has come to rest.
  get end() { return this.pieces.at(-1).from; }

  nearest(offset) { return Math.min(Math.max(offset, this.edges[0]), this.edges[1]); }
  held(free) { const edge = this.nearest(free); return edge + this.stretch.value(free - edge); }
  // The position of a finger that would have moved the content freely to an offset.
  free(offset) { const edge = this.nearest(offset); return edge + (this.stretch.inverse(offset - edge) ?? 0); }

  touch(time) {
    const offset = this.value(time);
    this.place(offset, time);
    return this.free(offset);
  }
  follow(time, free) { this.place(this.held(free), time); }

  release(time, velocity) {
    const offset = this.value(time), edge = this.nearest(offset);
    this.pieces = [];
    if (offset === edge) return this.glide(time, offset, velocity);
    if (!this.startsInward) return this.bounce(time, offset, edge, velocity);
    const start = overscrollRelease(
      offset - edge, this.stretch.slope(this.free(offset) - edge) * velocity, Math.abs(velocity));
    this.pieces.push({from: time, value: t => offset + start.coasting * t, velocity: () => start.coasting});
    this.bounce(time + ONSET, edge + start.displacement, edge, start.velocity);
  }

  glide(time, offset, velocity) {
    if (!this.engine.fling || velocity === 0) return this.rest(time, offset);
    const motion = glide(this.engine.fling, offset, velocity, this.dimension), edge = this.edges[velocity < 0 ? 0 : 1];
    const isBeyond = t => velocity < 0 ? motion.value(t) <= edge : motion.value(t) >= edge;
    if (motion.duration > 0 && isBeyond(motion.duration)) {
      const crossing = leastArgument(motion.duration, isBeyond), speed = motion.velocity(crossing);
      if (crossing > 0) this.pieces.push({from: time, ...motion});
      const carried = this.startsInward ? Math.max(-MAXIMUM_CARRIED_SPEED, Math.min(MAXIMUM_CARRIED_SPEED, speed)) : speed;
      return this.bounce(time + crossing, edge, edge, carried);
    }
    this.move(time, motion, motion.value(motion.duration));
  }
  // An engine without a return leaves the content at the edge.
  bounce(time, offset, edge, velocity) {
    if (!this.engine.bounce) return this.rest(time, edge);
    this.move(time, comeBack(this.engine.bounce, edge, offset - edge, velocity, this.dimension), edge);
  }
  move(time, motion, last) {
    if (motion.duration > 0) this.pieces.push({from: time, ...motion});
    this.rest(time + motion.duration, last);
  }
  rest(time, offset) { this.pieces.push({from: time, value: () => offset, velocity: () => 0}); }
}
