import Elementary
import LeastSquares

/// A curve that an engine draws: the offset over time (a fling, a return), or the content's travel over the finger's
/// (overscroll), or what becomes of a velocity (projection, carried momentum).
package protocol EngineCurve: Sendable {
  /// y(x); the model defines x and y.
  func value(at abscissa: Double) -> Double
}

/// A motion of the content over time, t = 0 at its start.
package protocol EngineMotion: EngineCurve {
  /// x(t), pt; `time` in s.
  func value(at time: Double) -> Double
  /// x′(t), pt/s, 0 from the end on; `time` in s.
  func velocity(at time: Double) -> Double
  /// The duration of the curve, s; infinite where it only draws near.
  var duration: Double { get }
  /// The time at which a motion that does not turn has come to an offset (pt), s; nil where it does not come there.
  func time(toReach offset: Double) -> Double?
}

/// The overscroll of an engine beyond an edge; odd in the travel.
package protocol EngineOverscroll: EngineCurve {
  /// y(x), pt; `travel` of the finger beyond the edge, pt.
  func value(at travel: Double) -> Double
  /// y′(x), a pure number.
  func derivative(at travel: Double) -> Double
  /// The least x whose y is `offset`; nil where there is none.
  func inverse(of offset: Double) -> Double?
}

extension EngineOverscroll {
  /// A value that the finger would move freely, held by its limits: unchanged inside, outside edge ±
  /// y(distance).
  package func clamped(_ value: Double, to limits: ClosedRange<Double>) -> Double {
    if value < limits.lowerBound { return limits.lowerBound + self.value(at: value - limits.lowerBound) }
    if value > limits.upperBound { return limits.upperBound + self.value(at: value - limits.upperBound) }
    return value
  }
}

/// The properties of the view and the screen that an engine's curve depends on.
package struct EngineContext: Equatable, Sendable {
  /// s between two frames: some engines move by frames.
  package var frameInterval: Double
  /// The times of the frames since the motion's start, s, increasing from 0, where they come unevenly; empty where all take
  /// ``frameInterval``. Models that ``EngineModel/followsFrameTimes`` step by them.
  package var frameTimes: [Double]
  /// Device pixels in a point: some engines round to pixels, or stop at a speed in pixels.
  package var density: Double
  /// The viewport's length on the axis, pt.
  package var dimension: Double
  /// The distance from its goal at which a motion counts as there where neither model nor engine ends it, pt.
  package var settlingDistance: Double
  /// The time from a motion's start to which it is computed where it is computed by frames, s.
  package var horizon: Double

  /// The longest motion that is computed, s: models that never end are cut there.
  package static let longest = 60.0

  package init(
    frameInterval: Double = 1.0 / 60, frameTimes: [Double] = [], density: Double = 1, dimension: Double = 812,
    settlingDistance: Double = 0.5, horizon: Double = EngineContext.longest
  ) {
    self.frameInterval = frameInterval
    self.frameTimes = frameTimes
    self.density = density
    self.dimension = dimension
    self.settlingDistance = settlingDistance
    self.horizon = horizon
  }
}

/// A model that engines move by: one mathematical family, with what differs from motion to motion (the state) and what
/// differs from engine to engine (the constants).
///
/// To ask whether a recording is exactly an engine's, the constants are held and the state is free; to ask whether it
/// is its model, both are.
package protocol EngineModel<Curve>: Equatable, Sendable {
  associatedtype Curve: EngineCurve

  /// The model's name, as reports print it: `power-deceleration`.
  var name: String { get }
  /// The model in one line, in the field's letters.
  var formula: String { get }
  /// The initial conditions of a motion, out of ``Parameter``'s `initialOffset`, `initialVelocity`, `rest`, `displacement`, and
  /// `dimension` for overscroll. Empty where the curve is over a velocity.
  var state: [Parameter] { get }
  /// The engine's constants. A number that no recording could distinguish from the state is no constant of the model.
  var constants: [Parameter] { get }
  /// True if what remains of a motion is again a motion with these constants: a fit may begin at any of its samples.
  var isTimeInvariant: Bool { get }
  /// True if each frame moves it by the time since the frame before: frames at uneven times make another curve.
  var followsFrameTimes: Bool { get }
  /// True if some of its constants bring it near any smooth motion: a fit of the constants identifies no engine.
  var isUnspecific: Bool { get }
  /// The model of fits whose curves these are, when state and constants are free; nil where no separable form is written.
  /// Its initial velocity is the curve's own, x′(0), also where an engine starts with a part of the finger's.
  var fitted: (any ScrollModel)? { get }
  /// The same curves by the constants that a search moves; nil where it moves the model's own.
  var searched: SearchedModel? { get }
  /// The curve from a state, both lists in the order of the parameters.
  func curve(state: [Double], constants: [Double], context: EngineContext) -> Curve
  /// Fills y(x + start) at many x, in one call for all.
  func fill(
    _ values: inout [Double], with numbers: CurveNumbers, at abscissas: [Double], context: EngineContext)
  /// Fills ∂y/∂p by the difference of two curves, p one of the numbers, which it leaves as they are.
  func fillDifferences(
    _ column: UnsafeMutableBufferPointer<Double>, along step: ParameterStep, of numbers: inout CurveNumbers,
    at abscissas: [Double], context: EngineContext)
  /// True if ``Curve`` has derivatives in closed form.
  var isDifferentiable: Bool { get }
  /// Fills the values and derivatives of a curve, where ``Curve`` has them in closed form; else nothing.
  ///
  /// - Parameter steps: the numbers to differentiate by but for the start, each at two values beside its own.
  func linearize(
    _ curve: inout LinearizedCurve, with numbers: inout CurveNumbers, along steps: [ParameterStep],
    at abscissas: [Double], context: EngineContext)
}

/// A model's curves by other constants, by which a search finds the best ones in fewer steps.
package struct SearchedModel: Sendable {
  /// The model with the same state and the other constants.
  package let model: any EngineModel
  /// The other constants of the model's own; of the others its own.
  package let exchanged: @Sendable (_ constants: [Double]) -> [Double]
}

extension EngineModel {
  package var searched: SearchedModel? { nil }
  package var isTimeInvariant: Bool { true }
  package var isUnspecific: Bool { false }
  package var followsFrameTimes: Bool { false }
  package var fitted: (any ScrollModel)? { nil }

  /// state, then constants: the vector that ``value(_:at:context:)`` takes.
  package var parameters: [Parameter] { state + constants }

  /// y(x) at a parameter vector, for estimators that differentiate numerically.
  package func value(_ parameters: [Double], at abscissa: Double, context: EngineContext) -> Double {
    curve(parameters, context: context).value(at: abscissa)
  }

  /// y(x + start) at a parameter vector and many x.
  package func values(
    _ parameters: [Double], at abscissas: [Double], from start: Double, context: EngineContext
  ) -> [Double] {
    var values = [Double](repeating: 0, count: abscissas.count)
    fill(&values, with: CurveNumbers(parameters + [start], of: self), at: abscissas, context: context)
    return values
  }

  /// True for a model of the same kind and with the same rules.
  func isEqual(to other: any EngineModel) -> Bool { other as? Self == self }

  /// The curve of a parameter vector.
  package func curve(_ parameters: [Double], context: EngineContext) -> Curve {
    curve(
      state: Array(parameters.prefix(state.count)), constants: Array(parameters.dropFirst(state.count)),
      context: context)
  }
}

/// A curve over a velocity.
package struct VelocityCurve: EngineCurve {
  private let function: @Sendable (Double) -> Double

  init(_ function: @escaping @Sendable (Double) -> Double) { self.function = function }

  package func value(at velocity: Double) -> Double { function(velocity) }
}

/// The projected distance of a flick, pt, over its velocity, pt/s: see ``Projection``.
package struct ProjectedDistance: EngineModel {
  package enum Formula: Equatable, Sendable { case apple, log }

  package let kind: Formula
  package let state: [Parameter] = []
  package let constants = [Parameter.positive("decayConstant", unit: "1/s")]

  package init(_ kind: Formula) { self.kind = kind }

  package var name: String { kind == .apple ? "projection, Apple's" : "projection, log" }
  package var formula: String { kind == .apple ? "(v/1000)/(e^(k/1000) − 1)" : "v/k" }

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> VelocityCurve {
    let decayConstant = constants[0]
    return switch kind {
    case .apple: VelocityCurve { Projection.apple($0, decayConstant: decayConstant) }
    case .log: VelocityCurve { Projection.log($0, decayConstant: decayConstant) }
    }
  }
}

/// The velocity that a new flick takes over from content that it catches, pt/s, over that of the content, pt/s: sign(v) min(c|v|^p, limit).
///
/// It is added to a flick of the same direction that is faster than half of it, and lost where the finger stops.
///
/// (Flutter, `packages/flutter/lib/src/widgets/scroll_physics.dart`, `carriedMomentum`; `scroll_activity.dart`,
/// `ScrollDragController.end`.)
package struct CarriedMomentum: EngineModel {
  package let name = "carried-momentum"
  package let formula = "sign(v) min(c|v|^p, limit)"
  package let state: [Parameter] = []
  package let constants = [
    Parameter.positive("coefficient", unit: "(pt/s)^(1−p)"), Parameter.positive("exponent", unit: ""),
    Parameter.positive("limit", unit: "pt/s"),
  ]

  package init() {}

  package func curve(state: [Double], constants: [Double], context: EngineContext) -> VelocityCurve {
    let (coefficient, exponent, limit) = (constants[0], constants[1], constants[2])
    return VelocityCurve { velocity in
      let carried = min(coefficient * power(velocity.magnitude, exponent), limit)
      return velocity < 0 ? -carried : carried
    }
  }
}

extension CarriedMomentum {
  /// The share of what is carried that a flick has to be faster than.
  static let threshold = 0.5
}

extension CatalogueEntry {
  /// True for a row with the same model and constants: every motion of the one is a motion of the other.
  package func movesAs(_ other: CatalogueEntry) -> Bool {
    values == other.values && model.isEqual(to: other.model)
  }

  /// For each of the rows the index of the first that moves as it does.
  package static func firstAlike(_ entries: [CatalogueEntry]) -> [Int] {
    var seen: [[Double]: [Int]] = [:]
    return entries.enumerated().map { index, entry in
      let same = seen[entry.values, default: []].first { entries[$0].movesAs(entry) }
      if same == nil { seen[entry.values, default: []].append(index) }
      return same ?? index
    }
  }

  /// Returns the velocity that a flick takes over from content that it catches, pt/s; 0 where the row is no carried momentum.
  ///
  /// - Parameters:
  ///   - before: of the content when the finger came down, pt/s.
  ///   - launch: of the flick by itself, pt/s.
  package func carried(from before: Double, to launch: Double) -> Double {
    guard phase == .momentum, before * launch > 0 else { return 0 }
    let carried = model.curve(state: [], constants: values, context: EngineContext()).value(at: before)
    return launch.magnitude > CarriedMomentum.threshold * carried.magnitude ? carried : 0
  }
}
