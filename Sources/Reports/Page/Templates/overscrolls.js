// The content's travel over the finger's beyond an edge, its slope, and the finger's over the content's; null for none.
const odd = value => x => x < 0 ? -value(-x) : value(x);
const rootStretch = (softness, slope) => ({
  value: x => 2 * slope * x / (1 + Math.sqrt(1 + 2 * slope * Math.abs(x) / softness)),
  slope: x => slope / Math.sqrt(1 + 2 * slope * Math.abs(x) / softness),
  inverse: y => y * (1 + Math.abs(y) / (2 * softness)) / slope,
});
const stretches = {
  "rubber-band": (c, dimension) => ({
    value: x => c.coefficient * x / (1 + c.coefficient / dimension * Math.abs(x)),
    slope: x => c.coefficient / (1 + c.coefficient / dimension * Math.abs(x)) ** 2,
    inverse: y => Math.abs(y) < dimension ? y / (c.coefficient * (1 - Math.abs(y) / dimension)) : null,
  }),
  "linear": (c, dimension, row) => {
    const limit = row.limit ?? Infinity;
    return {
      value: x => Math.max(-limit, Math.min(limit, c.slope * x)), slope: x => Math.abs(c.slope * x) < limit ? c.slope : 0,
      inverse: y => Math.abs(y) <= limit && c.slope > 0 ? y / c.slope : null,
    };
  },
  "tangent": (c, dimension) => {
    const limit = c.reach * dimension, scale = dimension / c.gain;
    return {
      value: x => limit * Math.tanh(x / scale), slope: x => limit / scale * (1 - Math.tanh(x / scale) ** 2),
      inverse: y => Math.abs(y) < limit ? scale * Math.atanh(y / limit) : null,
    };
  },
  "exponential-linear": c => {
    const value = x => Math.sign(x) * (c.bent * decayedTime(c.decay, Math.abs(x)) + c.linear * Math.abs(x));
    return {
      value, slope: x => c.bent * Math.exp(-c.decay * Math.abs(x)) + c.linear,
      inverse: y => c.linear > 0 ? Math.sign(y) * leastArgument(Math.abs(y) / c.linear, x => value(x) >= Math.abs(y)) : null,
    };
  },
  "root": c => rootStretch(c.softness, 1),
  "root, scaled": (c, dimension) => rootStretch(dimension / c.coefficient, c.slope),
  "exponential": (c, dimension) => ({
    value: odd(x => -dimension * Math.expm1(-x / (c.resistance * dimension))),
    slope: x => Math.exp(-Math.abs(x) / (c.resistance * dimension)) / c.resistance,
    inverse: y => Math.abs(y) < dimension ? odd(y => -c.resistance * dimension * Math.log1p(-y / dimension))(y) : null,
  }),
  "logarithmic": c => ({
    value: odd(x => Math.max(0, c.scale * (Math.log1p(x) - c.onset))),
    slope: x => Math.log1p(Math.abs(x)) < c.onset ? 0 : c.scale / (1 + Math.abs(x)),
    inverse: y => y === 0 ? 0 : odd(y => Math.expm1(y / c.scale + c.onset))(y),
  }),
  "power": (c, dimension, row) => ({
    value: odd(x => Math.max(0, power(x, c.exponent) - row.onset)),
    slope: x => power(Math.abs(x), c.exponent) < row.onset ? 0 : c.exponent * power(Math.abs(x), c.exponent - 1),
    inverse: y => y === 0 ? 0 : odd(y => power(y + row.onset, 1 / c.exponent))(y),
  }),
  "held": () => ({value: () => 0, slope: () => 0, inverse: () => null}),
};
const stretch = (row, dimension) => (row ? stretches[row.family] : stretches.held)(row?.constants, dimension, row);
