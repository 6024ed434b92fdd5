import Numerals
import ScrollFitting
import ScrollModels

/// A spring in the terms of every engine.
struct SpringEngines {
  /// The spring, moving as it is compared.
  let motion: SpringMotion
  let mass: Double

  private var spring: Spring { motion.spring }
  private var isOverdamped: Bool { spring.dampingRatio > 1 }
  private var stiffness: String { number(spring.stiffness(mass: mass)) }
  private var damping: String { number(spring.dampingCoefficient(mass: mass)) }
  private var ratio: String { number(spring.dampingRatio) }

  var all: [EngineForm] {
    let response = number(spring.response)
    let relative = "initialVelocity is the velocity over the distance still to go, 1/s"
    return [
      EngineForm(
        "UIKit", "UIView.animate(springDuration: \(response), bounce: \(number(spring.bounce))) { … }",
        note: "from iOS 17"),
      isOverdamped
        ? EngineForm(
          "SwiftUI",
          ".spring(Spring(mass: \(number(mass)), stiffness: \(stiffness), damping: \(damping), allowOverDamping: true))",
          note: "from iOS 17")
        : EngineForm("SwiftUI", ".spring(response: \(response), dampingFraction: \(ratio))"),
      EngineForm(
        "CASpringAnimation",
        "mass = \(number(mass)); stiffness = \(stiffness); damping = \(damping)"
          + (isOverdamped ? "; allowsOverdamping = true" : ""),
        note: relative + (isOverdamped ? "; allowsOverdamping from iOS 17" : "")),
      EngineForm(
        "UISpringTimingParameters",
        "UISpringTimingParameters(mass: \(number(mass)), stiffness: \(stiffness), damping: \(damping), "
          + "initialVelocity: .zero)",
        exact: !isOverdamped, largestError: isOverdamped ? nil : 0,
        note: relative + (isOverdamped ? "; how it moves where it is overdamped is not documented" : "")),
      EngineForm(
        "Flutter",
        "SpringDescription(mass: \(number(mass)), stiffness: \(stiffness), damping: \(damping))"),
      compose,
      critical("React Native Animated", note: "velocity in units/s") { mass, stiffness, damping in
        "Animated.spring(value, { toValue, mass: \(mass), stiffness: \(stiffness), damping: \(damping) })"
      },
      critical("Reanimated", note: "velocity in units/s") { mass, stiffness, damping in
        "withSpring(toValue, { mass: \(mass), stiffness: \(stiffness), damping: \(damping) })"
      },
      EngineForm(
        "Framer Motion",
        "{ type: \"spring\", mass: \(number(mass)), stiffness: \(stiffness), damping: \(damping) }"),
      css, gtk,
      EngineForm(
        "libadwaita", "adw_spring_params_new(\(ratio), \(number(mass)), \(stiffness))"),
      isStepped ? firefox : nil, isStepped ? qt : nil,
    ].compactMap(\.self)
  }

  /// Its numbers are single precision.
  private var compose: EngineForm {
    let ratio = Float(spring.dampingRatio)
    let stiffness = Float(spring.stiffness)
    let rounded = Spring(
      naturalFrequency: Double(stiffness).squareRoot(), dampingRatio: Double(ratio))
    return EngineForm(
      "Compose",
      "spring<Float>(dampingRatio = \(DecelerationEngines.kotlin(ratio)), "
        + "stiffness = \(DecelerationEngines.kotlin(stiffness)))",
      largestError: error(of: rounded), note: "in single precision, at whole milliseconds")
  }

  /// Engines that take an overdamped spring for the critical one of the same frequency: where it is overdamped, the
  /// nearest critical spring.
  private func critical(
    _ engine: String, note: String, code: (_ mass: String, _ stiffness: String, _ damping: String) -> String
  ) -> EngineForm {
    guard isOverdamped else { return EngineForm(engine, code(number(mass), stiffness, damping), note: note) }
    let nearest = nearestCritical
    let same = Spring(naturalFrequency: spring.naturalFrequency, dampingRatio: 1)
    return EngineForm(
      engine,
      code(
        number(mass), number(nearest.stiffness(mass: mass)), number(nearest.dampingCoefficient(mass: mass))),
      exact: false, largestError: error(of: nearest),
      note: "it takes every overdamped spring for a critical one: this one's own numbers would be off by "
        + "\(Numerals.significant(error(of: same), 3)) pt")
  }

  private var css: EngineForm? {
    EngineForm(
      css: motion.value, duration: motion.settlingTime(within: FittedMotion.easingTolerance))
  }

  /// Its overshoot is (c₁ + c₂t) e^(−ft/2): a critical spring.
  private var gtk: EngineForm {
    let isCritical = spring.dampingRatio == 1
    let nearest = isCritical ? spring : nearestCritical
    return EngineForm(
      "GTK", "#define OVERSHOOT_FRICTION \(number(2 * nearest.naturalFrequency))", exact: isCritical,
      largestError: isCritical ? 0 : error(of: nearest),
      note: "a constant of GTK's own source, gtkscrolledwindow.c"
        + (isCritical ? "" : "; always critically damped"))
  }

  /// Runge and Kutta's fourth order in steps of 1/120 s.
  private var firefox: EngineForm {
    let step = 1.0 / 120
    func acceleration(_ position: Double, _ velocity: Double) -> Double {
      -spring.stiffness * position - 2 * spring.damping * velocity
    }
    var position = motion.displacement
    var velocity = motion.initialVelocity
    var largest = 0.0
    for index in 1...max(1, Int(end / step)) {
      let a1 = acceleration(position, velocity)
      let v2 = velocity + step / 2 * a1
      let a2 = acceleration(position + step / 2 * velocity, v2)
      let v3 = velocity + step / 2 * a2
      let a3 = acceleration(position + step / 2 * v2, v3)
      let v4 = velocity + step * a3
      let a4 = acceleration(position + step * v3, v4)
      position += step / 6 * (velocity + 2 * v2 + 2 * v3 + v4)
      velocity += step / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
      largest = max(largest, (position - motion.displacement(at: Double(index) * step)).magnitude)
    }
    return EngineForm(
      "Firefox",
      "apz.overscroll.spring_stiffness = \(number(spring.stiffness)), apz.overscroll.damping = \(ratio)",
      exact: false, largestError: largest, note: "integrated in steps of 1/120 s")
  }

  /// v += spring (to − x) − damping v, x += v h, in steps of h = 16 ms: with the damping and the frequency asked for
  /// where the eigenvalues of the step are those of the motion, e^(−2βh) their product, φ₁ + φ₂′ at h their sum.
  private var qt: EngineForm {
    let step = 0.016
    let released = SpringMotion(spring: spring, displacement: 1, initialVelocity: 0)
    let pushed = SpringMotion(spring: spring, displacement: 0, initialVelocity: 1)
    let sum = released.displacement(at: step) + pushed.velocity(at: step)
    // Both eigenvalues, from the rates of the motion: the determinant of its step.
    let product =
      released.displacement(at: step) * pushed.velocity(at: step)
      - pushed.displacement(at: step) * released.velocity(at: step)
    let damping = 1 - product
    let stiffness = (1 + product - sum) / step
    var position = motion.displacement
    var velocity = motion.initialVelocity
    var largest = 0.0
    for index in 1...max(1, Int(end / step)) {
      velocity += -stiffness * position - damping * velocity
      position += velocity * step
      largest = max(largest, (position - motion.displacement(at: Double(index) * step)).magnitude)
    }
    return EngineForm(
      "Qt Quick", "SpringAnimation { spring: \(number(stiffness)); damping: \(number(damping)) }",
      exact: false,
      largestError: largest, note: "in steps of 16 ms, with the same frequency and decay")
  }

  /// True if engines that move step by step are followed to the end.
  private var isStepped: Bool { end <= CurveDistance.longestStepped }

  private var nearestCritical: Spring {
    func critical(_ frequency: Double) -> Spring { Spring(naturalFrequency: frequency, dampingRatio: 1) }
    let frequency = spring.naturalFrequency
    return critical(CurveDistance.least(in: frequency / 50...frequency * 5) { error(of: critical($0)) })
  }

  private func error(of other: Spring) -> Double {
    let engine = SpringMotion(
      spring: other, displacement: motion.displacement, initialVelocity: motion.initialVelocity)
    return CurveDistance.largestDifference(motion.displacement, engine.displacement, until: end)
  }

  /// The time until the motion is within a hundred thousandth of its largest displacement, and half as long again.
  private var end: Double { 1.5 * motion.settlingTime(within: 1e-5 * motion.farthest.magnitude) }
}

/// A rubber band in the terms of the engines that have one: y = c x/(1 + c x/d), d the view's length.
struct RubberBandEngines {
  /// c.
  let coefficient: Double

  var all: [EngineForm] {
    let c = number(coefficient)
    return [
      EngineForm(
        "Swift", "func rubberBand(_ x: Double, _ d: Double) -> Double { (1 - 1 / (x * \(c) / d + 1)) * d }",
        note: "UIScrollView's own coefficient is 0.55 and cannot be set"),
      EngineForm(
        "Flutter",
        "@override double frictionFactor(double fraction) => \(c) * math.pow(1 - fraction, 2);",
        note: "of a subclass of BouncingScrollPhysics; the curve in the limit of small moves of the finger"),
      EngineForm(
        "Compose", "fun rubberBand(x: Float, d: Float): Float = (1 - 1 / (x * \(c)f / d + 1)) * d"),
      EngineForm("JavaScript", "const rubberBand = (x, d) => (1 - 1 / (x * \(c) / d + 1)) * d;"),
    ]
  }
}

extension LinearEasing {
  /// `linear(0, 0.1827 4.2%, …, 1)`.
  package var css: String {
    let stops = stops.enumerated().map { index, stop in
      let progress = Numerals.plain(stop.progress)
      let isEnd = index == 0 || index == self.stops.count - 1
      return isEnd ? progress : "\(progress) \(Numerals.fixed(stop.position * 100, 1))%"
    }
    return "linear(\(stops.joined(separator: ", ")))"
  }
}
