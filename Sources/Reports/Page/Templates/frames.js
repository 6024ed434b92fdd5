// Motions that engines compute frame by frame, after those in Swift; between two frames the content lies on the straight line.
// The step moves the content on by a frame, whose number counts from 1, and says whether the motion goes on.
const frameMotion = (offset, velocity, interval, step) => {
  const moving = {offset, velocity}, offsets = [offset];
  const last = Math.max(1, Math.trunc(Math.min(60 / interval, 60000)));
  for (let frame = 1; frame <= last; frame++) {
    const goesOn = step(moving, frame);
    offsets.push(moving.offset);
    if (!goesOn) break;
  }
  const place = t => {
    const position = Math.min(Math.max(0, t / interval), offsets.length), frame = Math.floor(position + 1e-9);
    return [frame, Math.max(0, position - frame)];
  };
  return {
    value: t => {
      const [frame, share] = place(t);
      return frame + 1 < offsets.length ? offsets[frame] + share * (offsets[frame + 1] - offsets[frame]) : offsets.at(-1);
    },
    velocity: t => { const [frame] = place(t); return frame + 1 < offsets.length ? (offsets[frame + 1] - offsets[frame]) / interval : 0; },
    duration: (offsets.length - 1) * interval,
  };
};

// The speed (pt/s) and the distance (pt) at which a motion counts as at its end where the engine does not say.
const STANDING = 1e-9, ARRIVED = 1e-12;
const LONGEST_STEP = 0.064;
// Frames of engines that keep to 60 Hz on every screen.
const FIXED_FRAME = 1 / 60;

Object.assign(glides, {
  "frame-decay": (c, x0, v0, row) => {
    const h = display.interval;
    const ratio = {euler: () => 1 - c.friction * h, exponential: () => Math.exp(-c.friction * h), perFrame: () => 1 - c.friction}[row.factor]();
    return frameMotion(x0, v0, h, moving => {
      moving.velocity *= ratio;
      moving.offset += moving.velocity * h;
      return Math.abs(moving.velocity) >= STANDING;
    });
  },
  "ageing-decay": (c, x0, v0) => {
    const h = display.interval;
    return frameMotion(x0, v0, h, (moving, frame) => {
      moving.velocity *= Math.exp(-c.ageing * frame * h);
      moving.offset += moving.velocity * Math.min(h, LONGEST_STEP);
      return Math.abs(moving.velocity) >= STANDING;
    });
  },
  "tailed-decay": (c, x0, v0) => frameMotion(x0, v0, FIXED_FRAME, moving => {
    const strength = Math.min(Math.abs(moving.velocity) / c.tailVelocity, 1);
    moving.velocity *= power(c.tail + (c.decay - c.tail) * strength, FIXED_FRAME / 0.008);
    moving.offset += moving.velocity * FIXED_FRAME;
    return Math.abs(moving.velocity) * FIXED_FRAME > 0.5;
  }),
});

// The step of a return goes by the displacement y from rest; at its end it lies at rest.
const frameReturn = (rest, d, velocity, interval, step) => frameMotion(rest + d, velocity, interval, (moving, frame) =>
  step(moving, moving.offset - rest, frame) ?? (Math.abs(moving.offset - rest) >= ARRIVED || Math.abs(moving.velocity) >= ARRIVED));
const endAt = (moving, rest) => { Object.assign(moving, {offset: rest, velocity: 0}); return false; };

Object.assign(returns, {
  "smooth-damp": (c, rest, d, v0) => {
    const h = display.interval, frequency = 2 / c.smoothTime, step = frequency * h;
    const fade = 1 / (1 + step * (1 + step * (0.48 + step * 0.235)));
    return frameReturn(rest, d, v0, h, (moving, y) => {
      const push = (moving.velocity + frequency * y) * h, next = (y + push) * fade;
      if (y * next < 0) endAt(moving, rest);
      else Object.assign(moving, {offset: rest + next, velocity: (moving.velocity - frequency * push) * fade});
    });
  },
  "penetration": (c, rest, d, v0, row) => frameReturn(rest, d, v0 * FIXED_FRAME, FIXED_FRAME, (moving, y) => {
    if (row.slowsFirst) moving.velocity *= 1 - c.friction;
    moving.offset += moving.velocity;
    if (!row.slowsFirst) moving.velocity *= 1 - c.friction;
    const next = moving.offset - rest;
    if (row.rebound > 0 && y * next < 0) return endAt(moving, rest);
    if (next * moving.velocity >= 0) moving.velocity -= c.deceleration * next;
    else moving.velocity = -c.acceleration * (next + (next < 0 ? -row.rebound : row.rebound));
  }),
  "frame-spring": (c, rest, d, v0) => {
    const h = display.interval;
    return frameReturn(rest, d, v0, h, (moving, y) => {
      const goesBack = y * moving.velocity < 0, isOutside = Math.abs(y) > 0.5;
      if (!isOutside && Math.abs(moving.velocity) <= 0.5) return false;
      moving.velocity -= moving.velocity * (c.friction * h + (isOutside ? c.edgeDamping : 0)) + (isOutside ? c.springConstant * y : 0);
      moving.offset += moving.velocity * h / (1 + (isOutside ? Math.abs(y) : 0) / c.softness);
      return goesBack && y * (moving.offset - rest) <= 0 ? endAt(moving, rest) : true;
    });
  },
  "ageing-return": (c, rest, d, v0) => {
    const h = display.interval;
    let wasOutside = false;
    return frameReturn(rest, d, v0, h, (moving, y, frame) => {
      const isOutside = Math.abs(y) > 0.1;
      if (wasOutside && !isOutside) return endAt(moving, rest);
      wasOutside ||= isOutside;
      moving.velocity *= Math.exp(-c.ageing * frame * h);
      moving.velocity -= c.rubberBandFactor * y;
      if (!wasOutside && Math.abs(moving.velocity) < 1) return false;
      moving.offset += moving.velocity * Math.min(h, LONGEST_STEP);
      return true;
    });
  },
  "attraction": (c, rest, d, v0) => frameReturn(rest, d, v0 * FIXED_FRAME, FIXED_FRAME, (moving, y) => {
    moving.velocity = c.kept * moving.velocity - c.attraction * y;
    moving.offset += moving.velocity;
  }),
  "edge-force": (c, rest, d, v0) => {
    const h = display.interval;
    return frameReturn(rest, d, v0 * h, h, (moving, y) => {
      const force = -c.bounceForce * y, pushed = moving.velocity + force;
      moving.velocity = (1 - c.friction) * (y * (y * c.friction + pushed) <= 0 ? force : pushed);
      moving.offset += moving.velocity;
    });
  },
  "speed by distance": (c, rest, d, v0, row) => {
    const h = row.step ?? display.interval;
    return frameReturn(rest, d, 0, h, (moving, y) => {
      const moved = h * (c.leastSpeed + c.gain * power(Math.abs(y), c.exponent));
      if (!(moved < Math.abs(y))) return endAt(moving, rest);
      moving.offset -= y < 0 ? -moved : moved;
      return true;
    });
  },
  "spring, Euler's step": (c, rest, d, v0) => {
    const h = display.interval, frequency = c.naturalFrequency;
    return frameReturn(rest, d, v0, h, (moving, y) => {
      const slowing = Math.abs(y) > 0.5 ? frequency * (frequency * y + 2 * moving.velocity) : c.friction * moving.velocity;
      moving.velocity -= h * slowing;
      moving.offset += h * moving.velocity;
      const next = moving.offset - rest;
      return y * next < 0 || (Math.abs(next) <= 0.5 && next * moving.velocity <= 0) ? endAt(moving, rest) : true;
    });
  },
});

// True if a row's motion differs between screens of several frame rates.
const screenFamilies = new Set(["frame-decay", "ageing-decay", "smooth-damp", "frame-spring", "ageing-return", "edge-force", "spring, Euler's step"]);
const goesByFrames = row => Boolean(row) && (screenFamilies.has(row.family) || row.stop.rule === "frameStep"
  || (row.family === "speed by distance" && row.step === null));
