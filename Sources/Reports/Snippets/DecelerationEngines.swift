import Elementary
import Numerals
import ScrollFitting
import ScrollModels

/// A deceleration in the terms of every engine. Only the curve is compared: where an engine stops it early, it stops
/// early.
struct DecelerationEngines {
  /// k, 1/s.
  let decayConstant: Double
  /// The velocity of the compared fling, pt/s.
  let velocity: Double

  var all: [EngineForm] {
    let rate = DecelerationRate.rate(decayConstant: decayConstant)
    let spring =
      "mass: 1, stiffness: \(number(decayConstant * decayConstant)), damping: \(number(2 * decayConstant))"
    let toDestination =
      "a critically damped spring to initialOffset + velocity / \(number(decayConstant)) is this motion"
    return [
      EngineForm("UIKit", "scrollView.decelerationRate = \(Self.uiKit(rate))"),
      EngineForm(
        "SwiftUI", ".interpolatingSpring(\(spring), initialVelocity: \(number(decayConstant)))",
        note: toDestination),
      EngineForm(
        "CASpringAnimation",
        "mass = 1; stiffness = \(number(decayConstant * decayConstant)); damping = \(number(2 * decayConstant)); "
          + "initialVelocity = \(number(decayConstant))", note: toDestination),
      EngineForm(
        "UISpringTimingParameters",
        "UISpringTimingParameters(\(spring), initialVelocity: CGVector(dx: \(number(decayConstant)), "
          + "dy: \(number(decayConstant))))", note: toDestination),
      EngineForm("Flutter", "FrictionSimulation(\(number(exponential(-decayConstant))), position, velocity)"),
      flutterScrolling, compose, reactNative, isStepped ? reanimated : nil,
      EngineForm(
        "Framer Motion",
        "{ type: \"inertia\", velocity, power: \(number(1 / decayConstant)), "
          + "timeConstant: \(number(1000 / decayConstant)) }"),
      css,
      EngineForm(
        "GTK", "#define DECELERATION_FRICTION \(number(decayConstant))",
        note: "a constant of GTK's own source, gtkscrolledwindow.c"),
      isStepped ? firefox : nil, qt,
    ].compactMap(\.self)
  }

  private static func uiKit(_ rate: Double) -> String {
    // The named rates, where rounding alone keeps it from one.
    for (name, known) in [("normal", DecelerationRate.normal), ("fast", DecelerationRate.fast)]
    where (rate - known).magnitude < 1e-15 { return ".\(name)" }
    return "UIScrollView.DecelerationRate(rawValue: \(number(rate)))"
  }

  /// Bouncing scroll views have one rate.
  private var flutterScrolling: EngineForm? {
    guard let entry = Catalogue.entry(named: "Flutter iOS", phase: .fling) else { return nil }
    let motion = entry.model.curve(state: [0, velocity], constants: entry.values, context: EngineContext())
    return EngineForm(
      "Flutter, BouncingScrollPhysics", "BouncingScrollPhysics()", exact: false,
      largestError: error(of: motion.value),
      note:
        "its drag is \(entry.published.map { number($0.value) }.joined()) a second and cannot be set without a "
        + "ScrollPhysics of one's own")
  }

  /// The multiplier and its product with the friction are single precision.
  private var compose: EngineForm {
    let friction: Float = 4.2
    let multiplier = Float(decayConstant / Double(friction))
    return EngineForm(
      "Compose", "exponentialDecay<Float>(frictionMultiplier = \(Self.kotlin(multiplier)))",
      largestError: error(of: fling(Double(multiplier * friction))),
      note: "in single precision, at whole milliseconds")
  }

  /// k = 1000(1 − deceleration).
  private var reactNative: EngineForm? {
    guard decayConstant < 1000 else { return nil }
    let rate = DecelerationRate.rate(decayConstant: decayConstant)
    let pasted = error(of: fling(1000 * (1 - rate)))
    return EngineForm(
      "React Native Animated",
      "Animated.decay(value, { velocity: velocity / 1000, deceleration: \(number(1 - decayConstant / 1000)) })",
      note: "it decays by 1 - deceleration, not its logarithm: \(number(rate)) itself would be off by "
        + "\(Numerals.significant(pasted, 3)) pt")
  }

  /// The velocity decays by a factor that itself falls with time, frame by frame: v *= e^(−0.1 (1 − deceleration) ms).
  private var reanimated: EngineForm {
    let ageing = CurveDistance.least(in: 1e-4...50) { framesError(AgeingDecayFling(), $0) }
    return EngineForm(
      "Reanimated", "withDecay({ velocity, deceleration: \(number(1 - ageing / 100)) })", exact: false,
      largestError: framesError(AgeingDecayFling(), ageing),
      note: "no exponential, and another at every frame rate: here at 60 Hz")
  }

  private var css: EngineForm? {
    let motion = fling(decayConstant)
    return EngineForm(
      css: motion.value, duration: motion.duration(toWithin: FittedMotion.easingTolerance))
  }

  /// v *= (1 − friction)^ms, then x += v ms, frame by frame.
  private var firefox: EngineForm {
    let model = FrameDecayFling(.exponential)
    func friction(_ decayConstant: Double) -> String {
      number(DecelerationRate.complement(decayConstant: decayConstant))
    }
    let best = CurveDistance.least(in: decayConstant / 10...decayConstant * 10) { framesError(model, $0) }
    return EngineForm(
      "Firefox", "apz.fling_friction = \(friction(best))", exact: false,
      largestError: framesError(model, best),
      note:
        "it moves by a frame's last velocity: at 60 Hz the same decay, \(friction(decayConstant)), would be off by "
        + "\(Numerals.significant(framesError(model, decayConstant), 3)) pt")
  }

  /// Constant deceleration: for this velocity only.
  private var qt: EngineForm {
    func motion(_ deceleration: Double) -> ConstantDeceleration {
      ConstantDeceleration(initialOffset: 0, initialVelocity: velocity, deceleration: deceleration)
    }
    let scale = decayConstant * velocity.magnitude
    let best = CurveDistance.least(in: scale * 0.05...scale * 5) { error(of: motion($0).value) }
    return EngineForm(
      "Qt Quick", "Flickable { flickDeceleration: \(number(best)) }", exact: false,
      largestError: error(of: motion(best).value),
      note: "it decelerates evenly: the best value for \(Numerals.significant(velocity)) pt/s alone")
  }

  private func fling(_ decayConstant: Double) -> Deceleration {
    Deceleration(initialOffset: 0, initialVelocity: velocity, decayConstant: decayConstant)
  }

  private func error(of engine: Deceleration) -> Double { error(of: engine.value) }

  private func error(of engine: (Double) -> Double) -> Double {
    CurveDistance.largestDifference(fling(decayConstant).value, engine, until: end)
  }

  /// The time until a millionth of the way is left, twice: the other curve may take longer.
  private var end: Double { 2 * logarithm(1e6) / decayConstant }

  /// True if engines that move frame by frame are followed to the end.
  private var isStepped: Bool { end <= CurveDistance.longestStepped }

  /// The largest difference at the frames of 60 Hz, until the motion asked for has come to its end.
  private func framesError(_ model: some EngineModel<FrameMotion>, _ constant: Double) -> Double {
    let context = EngineContext(frameInterval: 1.0 / 60)
    let engine = model.curve(state: [0, velocity], constants: [constant], context: context)
    return CurveDistance.largestDifference(
      fling(decayConstant).value, engine.value, until: end, step: context.frameInterval)
  }

  static func kotlin(_ value: Float) -> String { "\(value)f" }
}
