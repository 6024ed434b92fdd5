import Elementary
import Numerals
import ScrollModels

/// A deceleration in the terms of every engine. Only the curve is compared: where an engine stops it early, it stops
/// early.
struct DecelerationEngines {
  /// k, 1/s.
  let decayConstant: Double
  /// Of the compared fling, pt/s.
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

  /// Bouncing scroll views have one rate, 0.135 a second, for e^(1000 ln 0.998) = 0.13506.
  private var flutterScrolling: EngineForm {
    EngineForm(
      "Flutter, BouncingScrollPhysics", "BouncingScrollPhysics()", exact: false,
      largestError: error(of: fling(-logarithm(0.135))),
      note: "its drag is 0.135 a second and cannot be set without a ScrollPhysics of one's own")
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
    let rate = Nearness.least(in: 1e-6...0.5) { framesError(reanimatedOffsets(complement: $0)) }
    return EngineForm(
      "Reanimated", "withDecay({ velocity, deceleration: \(number(1 - rate)) })", exact: false,
      largestError: framesError(reanimatedOffsets(complement: rate)),
      note: "no exponential, and another at every frame rate: here at 60 Hz")
  }

  private var css: EngineForm? {
    let motion = fling(decayConstant)
    let tolerance = FittedMotion.easingTolerance
    guard
      let easing = LinearEasing(
        duration: motion.duration(toWithin: tolerance), tolerance: tolerance, value: motion.value)
    else { return nil }
    return EngineForm(css: easing, remaining: tolerance)
  }

  /// v *= (1 − friction)^ms, then x += v ms, frame by frame.
  private var firefox: EngineForm {
    let friction = Nearness.least(in: 1e-6...0.5) { framesError(firefoxOffsets(friction: $0)) }
    let same = DecelerationRate.complement(decayConstant: decayConstant)
    return EngineForm(
      "Firefox", "apz.fling_friction = \(number(friction))", exact: false,
      largestError: framesError(firefoxOffsets(friction: friction)),
      note: "it moves by a frame's last velocity: at 60 Hz the same decay, \(number(same)), would be off by "
        + "\(Numerals.significant(framesError(firefoxOffsets(friction: same)), 3)) pt")
  }

  /// Constant deceleration: for this velocity only.
  private var qt: EngineForm {
    func motion(_ deceleration: Double) -> ConstantDeceleration {
      ConstantDeceleration(initialOffset: 0, initialVelocity: velocity, deceleration: deceleration)
    }
    let scale = decayConstant * velocity.magnitude
    let best = Nearness.least(in: scale * 0.05...scale * 5) { error(of: motion($0).value) }
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
    Nearness.largestDifference(fling(decayConstant).value, engine, until: end)
  }

  /// When a millionth of the way is left, twice: the other curve may take longer.
  private var end: Double { 2 * logarithm(1e6) / decayConstant }

  /// Whether engines that move frame by frame are followed to the end.
  private var isStepped: Bool { end <= Nearness.longestStepped }

  private static let frame = 1.0 / 60

  /// The largest difference at the frames; the last offset stands for all that follow.
  private func framesError(_ offsets: [Double]) -> Double {
    let motion = fling(decayConstant)
    return offsets.enumerated().reduce(0) { largest, entry in
      max(largest, (motion.value(at: Double(entry.offset) * Self.frame) - entry.element).magnitude)
    }
  }

  private func frames(_ step: (_ index: Int, _ velocity: inout Double) -> Void) -> [Double] {
    var offset = 0.0
    var velocity = velocity
    return [0]
      + (1...max(1, Int(end / Self.frame))).map { index in
        step(index, &velocity)
        offset += velocity * Self.frame
        return offset
      }
  }

  private func firefoxOffsets(friction: Double) -> [Double] {
    let factor = exponential(-DecelerationRate.decayConstant(complement: friction) * Self.frame)
    return frames { _, velocity in velocity *= factor }
  }

  private func reanimatedOffsets(complement: Double) -> [Double] {
    frames { index, velocity in
      velocity *= exponential(-complement * 0.1 * 1000 * Double(index) * Self.frame)
    }
  }

  static func kotlin(_ value: Float) -> String { "\(value)f" }
}

/// A number as code has it: 12 digits, where a point is told from another by 4.
func number(_ value: Double) -> String { Numerals.significant(value, 12) }

extension EngineForm {
  /// - Parameter remaining: what is left at the easing's end, pt.
  init(css easing: LinearEasing, remaining: Double) {
    self.init(
      "CSS", easing.css + " over \(Numerals.fixed(easing.duration, 4))s", exact: false,
      largestError: max(easing.largestError, remaining),
      note:
        "\(easing.stops.count) stops over \(Numerals.significant(easing.distance)) px, for this motion alone")
  }
}
