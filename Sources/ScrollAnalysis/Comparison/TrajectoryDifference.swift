/// One standard gesture answered by both sides from the same start, and the difference of their motions.
package struct TrajectoryDifference: Equatable, Sendable {
  package let gesture: StandardGesture
  /// |b − a| at its largest, in units of length.
  package let largest: Double
  /// The time of that, s since the release, or the travel of the finger; the end of the time followed where
  /// it is at the end of the motion.
  package let at: Double
  /// b − a where both end up, in units of length; not finite where a glide never ends.
  package let final: Double
  /// The size of the true largest difference is at least and at most this, each with the comparison's
  /// confidence (``EquivalenceTest``); the latter is infinite where the data do not bound it.
  package let low: Double
  package let high: Double
  /// The lack of fit that is added to either bound, in units of length.
  package let lackOfFit: Double
  /// The smallest difference that this much data would distinguish from none in 80 % of cases.
  package let detectable: Double
  /// The time at which each side has settled, s; nil for a pull and for a motion that never does.
  package let settlingA: Double?
  package let settlingB: Double?
  package let equivalence: EquivalenceVerdict
  /// The recorded maximum of what the gesture demands, where it demands more (``GestureRange``): speed, displacement or
  /// travel of the finger; nil for a gesture within the recorded range.
  package let recordedMaximum: Double?
  /// The number of motions each side needs to decide; nil where it is decided, or no number would.
  package let needed: Int?
  package let curves: Curves

  /// True if the gesture lies within the recorded range.
  package var isCovered: Bool { recordedMaximum == nil }

  /// The distance that the gesture moves the content, on the side where it is longer, in units of length.
  package var travel: Double {
    [curves.a, curves.b].map { ($0.max() ?? 0) - ($0.min() ?? 0) }.max() ?? 0
  }

  /// Both motions, for pictures: as long as each other.
  package struct Curves: Equatable, Sendable {
    /// s since the release, or the finger's travel.
    package let abscissas: [Double]
    package let a: [Double]
    package let b: [Double]
    /// The standard errors of b − a.
    package let standardErrors: [Double]

    /// The delay of B behind A at the positions of A, ms, where the abscissas are times; nil where it is
    /// never there.
    package var delays: [Double?] { PositionDelays(abscissas, a, b).milliseconds }
  }
}

extension TrajectoryDifference {
  /// - Returns: nil where a model is not known.
  init?(_ gesture: StandardGesture, _ models: ModelChoice, test: EquivalenceTest, range: GestureRange) {
    guard let pair = MotionPair(gesture, models) else { return nil }
    let sizes = pair.differences.map(abs), errors = pair.errors
    let degreesOfFreedom = pair.error(at: pair.widest).degreesOfFreedom
    let upper = test.upperQuantile(degreesOfFreedom)
    let lower = test.lowerQuantile(degreesOfFreedom, directions: pair.directions)
    let largest = sizes.indices.max { sizes[$0] < sizes[$1] } ?? 0
    let bounds = zip(sizes, errors).map { $0 + upper * $1 }
    let uncertain = bounds.indices.max { bounds[$0] < bounds[$1] } ?? 0
    let shown = zip(sizes, errors).reduce(0) { max($0, $1.0 - lower * $1.1) }

    self.gesture = gesture
    self.largest = pair.isBounded ? sizes[largest] : .nan
    at = pair.abscissas[min(largest, pair.abscissas.count - 1)]
    final = pair.final
    lackOfFit = pair.lackOfFit
    low = pair.isBounded ? max(0, shown - lackOfFit) : 0
    high = pair.isBounded ? bounds[uncertain] + lackOfFit : .infinity
    detectable = pair.isBounded ? test.detectable(degreesOfFreedom) * errors[pair.widest] : .infinity
    settlingA = pair.settlingA
    settlingB = pair.settlingB
    equivalence = test.equivalence(low: low, high: high)
    // A difference is decided where it is largest, sameness where it is least certain.
    let decisive = sizes[largest] > test.limit ? largest : uncertain
    needed = equivalence == .undecided && pair.isBounded ? pair.required(at: decisive, test).count : nil
    curves = pair.curves
    let displacement = (curves.a + curves.b).reduce(0) { max($0, abs($1)) }
    recordedMaximum = range.shortage(of: gesture, displacement: displacement)
  }
}

/// The delays of one motion at the positions of another.
struct PositionDelays {
  /// For each sample of A: the time at which B is where A is, nearest to it, less its own, ms; nil where B is
  /// never there.
  let milliseconds: [Double?]

  /// - Parameters:
  ///   - times: s, of both.
  ///   - a, b: offsets; between its samples B moves along straight lines.
  init(_ times: [Double], _ a: [Double], _ b: [Double]) {
    milliseconds = a.indices.map { index in
      var nearest: Double?
      func take(_ time: Double) {
        let delay = (time - times[index]) * 1000
        if abs(delay) < abs(nearest ?? .infinity) { nearest = delay }
      }
      for end in b.indices.dropFirst() {
        let (low, high) = (b[end - 1] - a[index], b[end] - a[index])
        guard (low <= 0) != (high <= 0) || high == 0 || low == 0 else { continue }
        let share = low == high ? 0 : low / (low - high)
        guard share.isFinite else { continue }
        take(times[end - 1] + share * (times[end] - times[end - 1]))
      }
      return nearest
    }
  }
}
