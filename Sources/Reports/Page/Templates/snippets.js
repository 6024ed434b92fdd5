// The code that sets a row's constants in a toolkit, numbers to six digits; null where the toolkit has none.
const digits = value => String(Number(value.toPrecision(6)));
const stiffnessOf = spring => digits(spring.frequency ** 2);
const dampingOf = spring => digits(2 * spring.frequency * spring.ratio);
const toolkits = {
  "UIKit": {
    glide: k => `scrollView.decelerationRate = UIScrollView.DecelerationRate(rawValue: ${digits(Math.exp(-k / 1000))})`,
    spring: s => `UIView.animate(springDuration: ${digits(2 * Math.PI / s.frequency)}, bounce: ${digits(1 - s.ratio)}) { … }`,
  },
  "SwiftUI": {
    spring: s => `.spring(response: ${digits(2 * Math.PI / s.frequency)}, dampingFraction: ${digits(s.ratio)})`,
  },
  "Flutter": {
    glide: k => `FrictionSimulation(${digits(Math.exp(-k))}, position, velocity)`,
    spring: s => `SpringDescription(mass: 1, stiffness: ${stiffnessOf(s)}, damping: ${dampingOf(s)})`,
    stretch: c => `@override double frictionFactor(double fraction) => ${digits(c)} * math.pow(1 - fraction, 2);`,
  },
  "Compose": {
    glide: k => `exponentialDecay<Float>(frictionMultiplier = ${digits(k / 4.2)}f)`,
    stretch: c => `fun rubberBand(x: Float, d: Float): Float = (1 - 1 / (x * ${digits(c)}f / d + 1)) * d`,
  },
  "React Native": {
    glide: k => `Animated.decay(value, { velocity: velocity / 1000, deceleration: ${digits(1 - k / 1000)} })`,
    spring: s => `Animated.spring(value, { toValue, mass: 1, stiffness: ${stiffnessOf(s)}, damping: ${dampingOf(s)} })`,
  },
  "Reanimated": {
    spring: s => `withSpring(toValue, { mass: 1, stiffness: ${stiffnessOf(s)}, damping: ${dampingOf(s)} })`,
  },
  "Framer Motion": {
    glide: k => `{ type: "inertia", velocity, power: ${digits(1 / k)}, timeConstant: ${digits(1000 / k)} }`,
    spring: s => `{ type: "spring", mass: 1, stiffness: ${stiffnessOf(s)}, damping: ${dampingOf(s)} }`,
  },
  "GTK": {
    glide: k => `#define DECELERATION_FRICTION ${digits(k)}`,
    spring: s => s.ratio === 1 ? `#define OVERSHOOT_FRICTION ${digits(2 * s.frequency)}` : null,
  },
  "libadwaita": {
    spring: s => `adw_spring_params_new(${digits(s.ratio)}, 1, ${stiffnessOf(s)})`,
  },
  "Swift": {
    stretch: c => `func rubberBand(_ x: Double, _ d: Double) -> Double { (1 - 1 / (x * ${digits(c)} / d + 1)) * d }`,
  },
  "JavaScript": {
    stretch: c => `const rubberBand = (x, d) => (1 - 1 / (x * ${digits(c)} / d + 1)) * d;`,
  },
};

const snippet = (toolkit, phase, row) => {
  const code = toolkits[toolkit], c = row.constants;
  if (phase === "fling" && row.family === "exponential" && row.distance.kind === "integral") return code.glide?.(c.decayConstant) ?? null;
  if (phase === "bounce" && row.family === "spring") return code.spring?.({frequency: c.naturalFrequency, ratio: c.dampingRatio}) ?? null;
  if (phase === "bounce" && row.family === "critical" && row.share === null) return code.spring?.({frequency: c.damping, ratio: 1}) ?? null;
  return phase === "overscroll" && row.family === "rubber-band" ? code.stretch?.(c.coefficient) ?? null : null;
};
