// The curves of the models in Swift, in pt, s and pt/s, t = 0 at a motion's start. A row is one of an engine: its family,
// its constants by name, its stop rule and its rounding.
// The screen whose frames some engines move by: s between two.
const display = {interval: 1 / 60};
const decayedTime = (k, t) => Math.abs(k * t) < 1e-17 ? t : -Math.expm1(-k * t) / k;
const power = (base, exponent) => Math.pow(base, exponent);
// The least argument from which on a condition holds, by bisection.
const leastArgument = (limit, holds) => {
  if (holds(0)) return 0;
  let before = 0, after = limit;
  for (;;) {
    const middle = before + (after - before) / 2;
    if (middle <= before || middle >= after) return after;
    if (holds(middle)) after = middle; else before = middle;
  }
};

const exponentialGlide = (x0, v0, k) => ({
  value: t => x0 + v0 * decayedTime(k, t), velocity: t => v0 * Math.exp(-k * t), duration: v0 === 0 ? 0 : Infinity,
});
const powerGlide = (x0, v0, n, stop) => {
  const duration = v0 === 0 ? 0 : stop;
  return {
    value: t => v0 === 0 ? x0 : x0 - v0 * stop / n * Math.expm1(n * Math.log1p(-Math.min(t / stop, 1))),
    velocity: t => t < duration ? v0 * Math.exp((n - 1) * Math.log1p(-t / stop)) : 0, duration,
  };
};

// Android's table: S(i/100), found as the engine does.
const splineRows = (() => {
  const spline = (x, first, second) => 3 * x * (1 - x) * ((1 - x) * first + x * second) + x * x * x;
  const rows = [];
  let low = 0;
  for (let row = 0; row < 100; row++) {
    let high = 1, x = low + (high - low) / 2;
    while (Math.abs(spline(x, 0.175, 0.35) - row / 100) >= 1e-5) {
      if (spline(x, 0.175, 0.35) > row / 100) high = x; else low = x;
      x = low + (high - low) / 2;
    }
    rows.push(spline(x, 0.5, 1));
  }
  return [...rows, 1];
})();

const glides = {
  "exponential": (c, x0, v0, row) => {
    const k = c.decayConstant, {kind, amount} = row.distance;
    const start = {
      integral: () => v0, steps: () => k * v0 * amount / Math.expm1(k * amount), seconds: () => k * amount * v0,
      framePower: () => k * Math.sign(v0) * power(Math.abs(v0) / 60, amount),
    }[kind]();
    return exponentialGlide(x0, start, k);
  },
  "constant": (c, x0, v0) => {
    const duration = Math.abs(v0) / c.deceleration, force = v0 < 0 ? -c.deceleration : c.deceleration;
    return {
      value: t => { const s = Math.min(t, duration); return x0 + s * (v0 - force * s / 2); },
      velocity: t => t < duration ? v0 - force * t : 0, duration,
    };
  },
  "power": (c, x0, v0) => powerGlide(x0, v0, c.exponent, power(Math.abs(v0) / c.unitVelocity, 1 / (c.exponent - 1))),
  "power, constant time": (c, x0, v0) => powerGlide(x0, v0, c.exponent, c.stopTime),
  "spline": (c, x0, v0) => {
    const inflexion = 0.35, exponent = Math.log(0.78) / Math.log(0.9);
    const reference = c.friction * 9.80665 * 39.37 * 160 * 0.84 / inflexion;
    const duration = power(Math.abs(v0) / reference, 1 / (exponent - 1)), distance = inflexion * v0 * duration;
    const place = share => { const row = Math.min(Math.floor(Math.max(0, share * 100)), 99); return [row, share * 100 - row]; };
    return {
      value: t => {
        if (!(t < duration)) return x0 + distance;
        const [row, share] = place(t / duration);
        return x0 + distance * (splineRows[row] + share * (splineRows[row + 1] - splineRows[row]));
      },
      velocity: t => {
        if (!(t < duration)) return 0;
        const [row] = place(t / duration);
        return distance * (splineRows[row + 1] - splineRows[row]) * 100 / duration;
      },
      duration,
    };
  },
  "parabola": (c, x0, v0) => {
    const k = c.decayConstant, a = c.deceleration, limit = v0 === 0 ? 0 : Math.abs(v0) / a;
    const duration = Number.isFinite(limit) ? leastArgument(limit, t => Math.abs(v0) * Math.exp(-k * t) <= a * t) : Infinity;
    const force = v0 < 0 ? -a : a;
    return {
      value: t => { const s = Math.min(t, duration); return x0 + v0 * decayedTime(k, s) - (s === Infinity ? 0 : force * s * s / 2); },
      velocity: t => t < duration ? v0 * Math.exp(-k * t) - force * t : 0, duration,
    };
  },
  "drag": (c, x0, v0) => {
    const b = c.exponent, rate = c.coefficient * power(Math.abs(v0), b - 1), bend = 1 - b;
    const duration = v0 === 0 ? 0 : b < 1 ? 1 / (bend * rate) : Infinity;
    const level = t => {
      const turns = rate * Math.min(t, duration);
      return bend === 0 ? -turns : Math.log1p(Math.max(-bend * turns, -1)) / bend;
    };
    return {
      value: t => v0 === 0 ? x0 : x0 - v0 * Math.expm1((2 - b) * level(t)) / ((2 - b) * rate),
      velocity: t => t < duration ? v0 * Math.exp(level(t)) : 0, duration,
    };
  },
};

// A damped spring from a displacement and a velocity; its three regimes are one formula, a series where they meet.
const springMotion = (rest, d, v0, frequency, ratio) => {
  const damping = ratio * frequency, discriminant = frequency * frequency * (ratio - 1) * (ratio + 1);
  const response = t => {
    const argument = discriminant * t * t;
    if (discriminant >= 0 && argument >= 1) {
      const root = Math.sqrt(discriminant), slowRate = frequency / (ratio + root / frequency);
      const slow = Math.exp(-slowRate * t), fast = Math.exp(-(damping + root) * t), push = (slow - fast) / (2 * root);
      return {release: slow + slowRate * push, push, pushVelocity: fast - slowRate * push};
    }
    const decay = Math.exp(-damping * t);
    let c = 1, s = t;
    if (Math.abs(argument) < 1) {
      let sum = 1, even = 1;
      for (let n = 9; n >= 1; n--) {
        sum = 1 + argument / ((2 * n) * (2 * n + 1)) * sum;
        even = 1 + argument / ((2 * n - 1) * (2 * n)) * even;
      }
      [c, s] = [even, t * sum];
    } else {
      const oscillation = Math.sqrt(-discriminant);
      [c, s] = [Math.cos(oscillation * t), Math.sin(oscillation * t) / oscillation];
    }
    return {release: decay * (c + damping * s), push: decay * s, pushVelocity: decay * (c - damping * s)};
  };
  const displacement = t => { const r = response(t); return d * r.release + v0 * r.push; };
  const stiffness = frequency * frequency;
  return {
    value: t => rest + displacement(t),
    velocity: t => { const r = response(t); return v0 * r.pushVelocity - d * stiffness * r.push; },
    duration: d === 0 && v0 === 0 ? 0 : Infinity,
    settling: distance => springSettling(displacement, {d, v0, damping, stiffness, discriminant}, distance),
  };
};

// The last time at which a spring is a distance from rest: between turns it only falls, and each turn is nearer.
const springSettling = (displacement, {d, v0, damping, stiffness, discriminant}, distance) => {
  const size = t => Math.abs(displacement(t));
  const crossing = (low, high) => low + leastArgument(high - low, t => size(low + t) <= distance);
  const root = Math.sqrt(Math.abs(discriminant)), reach = damping * v0 + stiffness * d;
  let turn = 0;
  if (v0 !== 0 && discriminant < 0) {
    turn = Math.atan2(root * Math.abs(v0), v0 < 0 ? -reach : reach) / root;
  } else if (v0 !== 0) {
    const ratio = v0 / (stiffness / (damping + root) * v0 + stiffness * d);
    if (ratio > 0 && Number.isFinite(ratio)) turn = root === 0 ? ratio : Math.log1p(2 * root * ratio) / (2 * root);
  }
  if (Math.max(size(0), size(turn)) <= distance) return 0;
  if (size(turn) <= distance) return crossing(0, turn);
  if (discriminant >= 0) {
    let high = turn + (damping + root) / stiffness;
    while (size(high) > distance) high *= 2;
    return crossing(turn, high);
  }
  if (!(damping > 0)) return Infinity;
  const spacing = Math.PI / root;
  let low = turn + spacing * Math.floor(Math.log(size(turn) / distance) / (damping * spacing));
  if (low > turn && size(low) <= distance) low -= spacing;
  if (size(low + spacing) > distance) low += spacing;
  return crossing(low, low + spacing);
};

const returns = {
  "critical": (c, rest, d, v0, row) =>
    springMotion(rest, d, row.share === null ? v0 : row.share * v0 - c.damping * d, c.damping, 1),
  "spring": (c, rest, d, v0) => springMotion(rest, d, v0, c.naturalFrequency, c.dampingRatio),
  // Android's: thrown to an apex, then back along 3u² − 2u³.
  "thrown": (c, rest, d, v0, row, dimension) => {
    const movesAway = d * v0 >= 0 && v0 !== 0, speed = Math.abs(v0);
    const thrown = Math.min(v0 * v0 / (2 * c.deceleration), Math.max(0, c.reach * dimension - Math.abs(d)));
    const apexTime = movesAway ? 2 * thrown / speed : 0, apex = d + v0 * apexTime / 2;
    const duration = apexTime + Math.sqrt(2 * Math.abs(apex) / c.deceleration);
    const share = t => (t - apexTime) / (duration - apexTime);
    return {
      value: t => t >= duration ? rest : t < apexTime ? rest + d + t * v0 * (1 - t / (2 * apexTime))
        : rest + apex * (1 - share(t) ** 2 * (3 - 2 * share(t))),
      velocity: t => t >= duration ? 0 : t < apexTime ? v0 * (1 - t / apexTime)
        : -6 * apex * share(t) * (1 - share(t)) / (duration - apexTime),
      duration,
    };
  },
  "exponential": (c, rest, d) => {
    const k = c.decayConstant, glide = exponentialGlide(rest + d, -k * d, k);
    return {...glide, settling: distance => d === 0 ? 0 : Math.max(0, Math.log(Math.abs(d) / distance) / k)};
  },
};

// A pixel is a point, as the catalogue is compared by.
const SETTLED = 0.5;
const cutSpeed = (row, v0) =>
  Math.abs(v0) < row.speeds[0] ? 0 : Math.max(-(row.speeds[1] ?? Infinity), Math.min(row.speeds[1] ?? Infinity, v0));
const firstTime = (motion, holds) => {
  if (Number.isFinite(motion.duration)) return leastArgument(motion.duration, holds);
  let limit = 1;
  while (limit < 1e6 && !holds(limit)) limit *= 2;
  return limit < 1e6 ? leastArgument(limit, holds) : Infinity;
};
const glideEnd = (motion, {rule, amount}) => {
  const nearEnd = distance => {
    const destination = motion.value(motion.duration);
    return firstTime(motion, t => Math.abs(destination - motion.value(t)) < distance);
  };
  const end = {
    end: () => motion.duration, speed: () => firstTime(motion, t => Math.abs(motion.velocity(t)) < amount),
    distance: () => nearEnd(amount),
    frameStep: () => firstTime(motion, t => Math.abs(motion.value(t + display.interval) - motion.value(t)) < amount),
  }[rule]();
  return Number.isFinite(end) ? end : nearEnd(SETTLED);
};
const stopped = (motion, duration, last, step) => {
  const rounded = value => step ? (value < 0 ? -Math.round(-value / step) : Math.round(value / step)) * step : value;
  return {
    value: t => rounded(t < duration ? motion.value(t) : last), velocity: t => t < duration ? motion.velocity(t) : 0, duration,
  };
};

// A row's motions, cut, ended and rounded as the engine does.
const glide = (row, x0, velocity, dimension) => {
  const v0 = cutSpeed(row, velocity), free = v => glides[row.family](row.constants, x0, v, row, dimension);
  let motion = free(v0);
  if (row.rounding?.destination) {
    const step = row.rounding.destination, travel = motion.value(Infinity) - x0;
    const rounded = Math.round((x0 + travel) / step) * step - x0;
    if (travel !== 0) motion = free(v0 * rounded / travel);
  }
  const end = glideEnd(motion, row.stop);
  return stopped(motion, end, motion.value(end), row.rounding?.offsets);
};
const comeBack = (row, rest, displacement, velocity, dimension) => {
  const motion = returns[row.family](row.constants, rest, displacement, cutSpeed(row, velocity), row, dimension);
  const end = Number.isFinite(motion.duration)
    ? motion.duration : motion.settling(row.stop.rule === "distance" ? row.stop.amount : SETTLED);
  return stopped(motion, end, rest, row.rounding?.offsets);
};
