import Elementary
import LeastSquares
import Recordings

/// One kind of end over the flings of a side: a random-effects mean (``RandomEffects``).
package struct FlingEndSummary: Equatable, Sendable {
  package let count: Int
  package let value: Double
  package let standardError: Double
  let degreesOfFreedom: Double
  /// The largest of the ends.
  let frameEffect: Double
  /// The largest of the ends; nil without speeds.
  let speed: Double?

  /// Nil for no ends.
  ///
  /// An engine acts at frames: the time of the last one before the model's moment is uniform over a frame, and so is its effect.
  init?(_ ends: [FlingEnd]) {
    let errors = ends.map { length($0.standardError, $0.frameEffect / 12.0.squareRoot()) }
    guard let mean = RandomEffects(values: ends.map(\.value), standardErrors: errors) else { return nil }
    count = ends.count
    value = mean.mean
    standardError = mean.standardError
    degreesOfFreedom = ends.count > 1 ? Double(ends.count - 1) : ends[0].degreesOfFreedom
    frameEffect = ends.map(\.frameEffect).max() ?? 0
    speed = ends.compactMap(\.speed).max()
  }

  /// An engine that gives the bounce the fling's velocity.
  fileprivate static let handedOver = FlingEndSummary()

  private init() {
    (count, value, standardError, degreesOfFreedom, frameEffect, speed) = (0, 1, 0, .infinity, 0, nil)
  }
}

/// One kind of end on both sides of a comparison, and how far apart it lets a fling end.
///
/// A difference that is shown makes the sides different. None that is shown is no proof of sameness: ends are no constants of a model, and
/// frames scatter them.
package struct FlingEndDifference: Equatable, Sendable {
  package let kind: FlingEnd.Kind
  package let a: FlingEndSummary
  package let b: FlingEndSummary
  /// The speed of the edge hit that the lengths below are of, in units of length a second; nil for an end at rest.
  package let speed: Double?
  /// The distance between the ends of both sides, beyond the edge or along the fling, in units of length: its size, and at least and at most that.
  package let largest: Double
  package let low: Double
  package let high: Double
  package let equivalence: EquivalenceVerdict

  /// - Parameters:
  ///   - reach: the distance beyond the edge of a hit with the speed 1, of ``FlingEnd/Kind/edge``; otherwise 1.
  ///   - excused: the difference that frames alone may make.
  fileprivate init(
    _ kind: FlingEnd.Kind, _ a: FlingEndSummary, _ b: FlingEndSummary, speed: Double?, reach: Double,
    excused: Double, _ test: EquivalenceTest
  ) {
    let welch = WelchError(
      (a.standardError * a.standardError, a.degreesOfFreedom),
      (b.standardError * b.standardError, b.degreesOfFreedom))
    let unit = reach * (speed ?? 1), size = max(0, abs(b.value - a.value) - excused)
    self.kind = kind
    self.a = a
    self.b = b
    self.speed = speed
    largest = unit * abs(b.value - a.value)
    low =
      unit * max(0, size - test.lowerQuantile(welch.degreesOfFreedom, directions: 1) * welch.standardError)
    high = largest + unit * test.upperQuantile(welch.degreesOfFreedom) * welch.standardError
    equivalence = test.equivalence(low: low, high: high)
  }
}

/// The ends of the flings of both sides of a comparison.
struct FlingEnds {
  let a: [FlingEnd]
  let b: [FlingEnd]
  /// The models of the returns to an edge; nil where these are not compared.
  let returns: ModelChoice?
  /// The models of the flings; nil where these are not compared.
  let flings: ModelChoice?

  private var isAgainstEngine: Bool { returns?.a.isOfEngine ?? false }

  /// The kinds that are compared: those that both sides show. An engine begins its bounces with the fling's velocity; where
  /// a recording stops at an edge an ``AbsentMotion`` tells more.
  var kinds: [FlingEnd.Kind] { FlingEnd.Kind.allCases.filter { summaries($0) != nil } }

  private func summaries(_ kind: FlingEnd.Kind) -> (a: FlingEndSummary, b: FlingEndSummary)? {
    guard kind == .rest ? flings?.isExponential ?? false : returns != nil else { return nil }
    let (a, b) = (a.filter { $0.kind == kind }, b.filter { $0.kind == kind })
    if kind == .edge, isAgainstEngine {
      return FlingEndSummary(b.filter { $0.value != 0 }).map { (.handedOver, $0) }
    }
    return FlingEndSummary(a).flatMap { a in FlingEndSummary(b).map { (a, $0) } }
  }

  func differences(_ test: EquivalenceTest) -> [FlingEndDifference] {
    kinds.compactMap { kind in
      guard let (a, b) = summaries(kind) else { return nil }
      guard kind == .edge else {
        return FlingEndDifference(kind, a, b, speed: nil, reach: 1, excused: 0, test)
      }
      guard let returns, let speed = [a, b].compactMap(\.speed).min() else { return nil }
      return FlingEndDifference(
        kind, a, b, speed: Self.covered(speed), reach: returns.a.reach,
        excused: isAgainstEngine ? b.frameEffect : 0, test)
    }
  }

  /// The fastest of the standard edge hits that is recorded, or the recorded maximum where all are faster.
  private static func covered(_ speed: Double) -> Double {
    let hits = StandardGesture.all(.bounce, unit: "pt", returnStart: .gestureVelocity).compactMap { gesture in
      if case .release(0, let velocity) = gesture.start { velocity } else { nil }
    }
    return hits.filter { $0 <= GestureRange.tolerance * speed }.max() ?? speed
  }
}

extension ModelChoice {
  /// True if the flings of both sides decelerate exponentially: others have no destination that a stop could fall short of.
  fileprivate var isExponential: Bool {
    [a, b].allSatisfy { [.deceleration, .decelerationStop].contains($0.model) }
  }
}

extension ModelSummary {
  /// The distance beyond the edge of an edge hit with the velocity 1, in units of length: springs are linear.
  fileprivate var reach: Double {
    let hit = StandardGesture(
      phase: .bounce, name: "edge hit", start: .release(displacement: 0, velocity: 1))
    let times = (1...240).map { Double($0) / 240 }
    return motion(hit)?.offsets(at: times).max() ?? 0
  }
}
