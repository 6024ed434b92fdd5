// Motions along a curve from (0, 0) to (1, 1), the share of the distance over the share of the time, and the other glides and
// returns whose end follows from their start, after those in Swift.
const unitBezier = (x1, y1, x2, y2) => {
  const coordinate = (first, second, s) => s * (3 * (1 - s) * ((1 - s) * first + s * second) + s * s);
  const derivative = (first, second, s) => 3 * ((1 - s) ** 2 * first + 2 * (1 - s) * s * (second - first) + s * s * (1 - second));
  const parameter = x => leastArgument(1, s => coordinate(x1, x2, s) >= x);
  return {
    value: x => coordinate(y1, y2, parameter(x)),
    slope: x => {
      // Where a control point lies on its end, the curve leaves towards the other one.
      if (x <= 0 && x1 === 0 && y1 === 0) return y2 / x2;
      if (x >= 1 && x2 === 1 && y2 === 1) return (1 - y1) / (1 - x1);
      const s = parameter(x);
      return derivative(y1, y2, s) / derivative(x1, x2, s);
    },
  };
};
// The first control point is turned until the curve starts with a slope.
const turnedBezier = (x1, y1, slope, x2, y2) =>
  x1 * slope < y1 ? unitBezier(x1, x1 * slope, x2, y2) : unitBezier(y1 / slope, y1, x2, y2);

const outExponential = {rate: 10 * Math.LN2, factor: 1.001};
const easings = {
  "bezier": points => unitBezier(...points),
  "power": n => ({value: u => 1 - power(1 - u, n), slope: u => n * power(1 - u, n - 1)}),
  "circular": () => ({value: u => Math.sqrt(u * (2 - u)), slope: u => (1 - u) / Math.sqrt(u * (2 - u))}),
  "sine": () => ({value: u => (1 - Math.cos(Math.PI * u)) / 2, slope: u => Math.PI * Math.sin(Math.PI * u) / 2}),
  "square, exponential": () => {
    const {rate, factor} = outExponential, later = u => (4 * u - 1) / 3;
    return {
      value: u => u < 0.25 ? 8 * u * u : 0.5 - 0.5 * factor * Math.expm1(-rate * later(u)),
      slope: u => u < 0.25 ? 16 * u : factor * rate * Math.exp(-rate * later(u)) * 2 / 3,
    };
  },
  "pulse": scale => {
    const join = Math.exp(-1);
    const pulse = x => x < 1 ? x + Math.expm1(-x) : join - (1 - join) * Math.expm1(1 - x);
    return {
      value: u => pulse(scale * u) / pulse(scale),
      slope: u => scale * (scale * u < 1 ? -Math.expm1(-scale * u) : -Math.expm1(-1) * Math.exp(1 - scale * u)) / pulse(scale),
    };
  },
};
const easing = ({kind, amount}) => easings[kind](amount);

const easedMotion = (from, to, duration, {value, slope}) => ({
  value: t => t < duration ? from + (to - from) * (t <= 0 ? 0 : value(t / duration)) : to,
  velocity: t => t < duration ? (to - from) * slope(Math.max(t / duration, 0)) / duration : 0,
  duration,
});

Object.assign(glides, {
  "eased": (c, x0, v0, row) => {
    const [constant] = Object.values(c), speed = Math.abs(v0), {time, distance} = row;
    const duration = {
      proportional: () => Math.min(speed / constant, time.amount ?? Infinity), fourthRoot: () => Math.sqrt(Math.sqrt(speed / constant)),
      constant: () => constant,
    }[time.kind]();
    const travel = {
      square: () => distance.amount * v0 * v0 / constant, seconds: () => distance.amount * Math.max(0, speed - distance.above),
    }[distance.kind]();
    return easedMotion(x0, x0 + (v0 < 0 ? -travel : travel), travel === 0 ? 0 : duration, easing(row.easing));
  },
  // FairyGUI's: as long as an exponential decay down to a stop velocity.
  "eased, logarithmic time": (c, x0, v0) => {
    const above = Math.max(0, Math.abs(v0) - c.threshold) / Math.max(c.threshold, Number.MIN_VALUE);
    const speed = Math.abs(v0) * Math.min(above * above, 1);
    const decay = speed > 0 ? Math.log(speed / c.stopVelocity) / c.decayConstant : 0, travel = 0.4 * speed * decay;
    return easedMotion(x0, x0 + (v0 < 0 ? -travel : travel), travel === 0 ? 0 : Math.max(decay, 0.3), easings.power(3));
  },
  // Chromium's: as far as a constant deceleration would carry it, at most three viewports in two seconds.
  "bezier": (c, x0, v0, row, dimension) => {
    const speed = Math.abs(v0), duration = Math.min(speed / c.durationDeceleration, 2);
    const distance = Math.min(speed * speed / (2 * c.distanceDeceleration), 3 * dimension);
    return easedMotion(x0, x0 + (v0 < 0 ? -distance : distance), duration, turnedBezier(0.2, 1, speed * duration / distance, 0.55, 1));
  },
  "drift": (c, x0, v0) => {
    const k = c.decayConstant, push = v0 < 0 ? -c.drift : c.drift, duration = Math.log1p(Math.abs(v0) / c.drift) / k;
    return {
      value: t => { const s = Math.min(t, duration); return x0 + (v0 + push) * decayedTime(k, s) - push * s; },
      velocity: t => t < duration ? v0 * Math.exp(-k * t) + push * Math.expm1(-k * t) : 0, duration,
    };
  },
  // A polynomial of degree four in lengths of viewports.
  "quartic": (c, x0, v0, row, dimension) => {
    const speed = Math.abs(v0) / dimension, {second, third, fourth} = c;
    const rate = s => 1 - s * (2 * second - s * (3 * third - s * 4 * fourth));
    let limit = 1e-3;
    while (limit < 1e3 && rate(limit) > 0) limit *= 1.05;
    const duration = v0 === 0 ? 0 : leastArgument(limit, s => rate(s) <= 0) * speed;
    return {
      value: t => {
        if (v0 === 0) return x0;
        const s = Math.min(t, duration) / speed;
        return x0 + v0 * speed * s * (1 - s * (second - s * (third - s * fourth)));
      },
      velocity: t => t < duration ? v0 * rate(t / speed) : 0, duration,
    };
  },
});

Object.assign(returns, {
  "eased": (c, rest, d, v0, row, dimension) => {
    const distance = Math.abs(d);
    const duration = {
      constant: () => c.duration,
      falling: () => c.longest + (c.shortest - c.longest) * Math.min(Math.max((distance - 120) / 360, 0), 1),
      root: () => Math.min(Math.sqrt(distance) / 60, c.longest),
      proportional: () => Math.min(Math.max(distance / (c.speed * dimension), c.shortest), c.longest),
    }[row.time]();
    return easedMotion(rest + d, rest, d === 0 ? 0 : duration, easing(row.easing));
  },
  // Chromium's on Windows: thrown on along one curve, taken back along another.
  "bezier": (c, rest, d, v0, row, dimension) => {
    const goesOn = d * v0 >= 0 && Math.abs(v0) > 200, pushed = goesOn ? Math.abs(v0) / 1000 : 0, push = c.push * Math.sqrt(pushed);
    const farthest = Math.min(Math.abs(d) + push, c.reach * dimension), top = rest + ((d === 0 ? v0 : d) < 0 ? -farthest : farthest);
    const away = easedMotion(rest + d, top, Math.min(c.longestAway, 0.0025 * push), turnedBezier(0.25, 1, pushed, 0.99, 1));
    const back = easedMotion(top, rest, Math.min(c.longestBack, 0.015 * farthest), turnedBezier(0.05, 0.7, pushed, 0.25, 1));
    const part = t => t < away.duration ? [away, t] : [back, t - away.duration];
    return {
      value: t => { const [motion, time] = part(t); return motion.value(time); },
      velocity: t => { const [motion, time] = part(t); return motion.velocity(time); },
      duration: away.duration + back.duration,
    };
  },
  "exponential, cut": (c, rest, d) => {
    const duration = d === 0 ? 0 : c.shortest + (c.longest - c.shortest) * Math.min(Math.abs(d) / c.reach, 1);
    const left = t => d * Math.exp(-c.decay * t / duration);
    return {
      value: t => t < duration ? rest + left(t) : rest, velocity: t => t < duration ? -c.decay / duration * left(t) : 0, duration,
    };
  },
  // Enyo's: at whole steps of 10 ms a spring that starts with another velocity.
  "relaxation": (c, rest, d, v0) => {
    const h = 0.01, {rate, friction} = c, kept = Math.exp(-rate * h), velocityKept = Math.exp(-friction * h);
    const quotient = rate === friction ? 1 / (kept * h) : (friction - rate) / (kept - velocityKept), frequency = Math.sqrt(rate * friction);
    return springMotion(rest, d, v0 * h * velocityKept * quotient - rate * d, frequency, (rate + friction) / (2 * frequency));
  },
});
