import Recordings
import ScrollFitting
import ScrollModels

/// A fling by the models that its samples prefer: several, one behind the other, where its own curve is none of them.
struct FittedFling {
  /// In time order.
  private(set) var parts: [(fit: Fit, curve: MotionCurve)]
  /// The standard error of the first one's velocity, pt/s; nil for a model without one.
  let error: Double?

  init?(_ fit: Fit) {
    guard let motion = FittedMotion(fit), motion.isOverTime else { return nil }
    parts = [(fit, motion.curve)]
    error = fit[.initialVelocity]?.standardError
  }

  var from: Double { parts[0].fit.from }
  var to: Double { parts[parts.count - 1].fit.to }

  var motion: FlingMotion {
    FlingMotion(from: from, to: to) { [parts] time in
      let part = Self.part(at: time, parts)
      return part.curve.slope(at: time - part.fit.from)
    }
  }

  /// The fling with another one behind it, where nothing is between them.
  ///
  /// - Parameter gestures: the times at which fingers came down.
  func joined(_ other: FittedFling, interval: Double, gestures: [Double]) -> FittedFling? {
    guard (0...Self.longestGap * interval).contains(other.from - to),
      !gestures.contains(where: { (from...other.from).contains($0) })
    else { return nil }
    var joined = self
    joined.parts += other.parts
    return joined
  }

  /// Frames between two parts of one fling: samples near a boundary are in neither.
  private static let longestGap = 8.0

  private static func part(at time: Double, _ parts: [(fit: Fit, curve: MotionCurve)]) -> (
    fit: Fit, curve: MotionCurve
  ) {
    parts.last { $0.fit.from <= time } ?? parts[0]
  }

  /// The models through the samples of a phase.
  func curve(through phase: IdentifiedPhase) -> EngineLaunches.Curve {
    let residuals = zip(phase.samples.abscissas, phase.samples.observations).map { abscissa, offset in
      let part = Self.part(at: phase.from + abscissa, parts)
      return offset - part.curve.value(at: phase.from + abscissa - part.fit.from)
    }
    let freeCount = parts.reduce(0) { $0 + $1.fit.parameters.count { !$0.fixed } }
    return EngineLaunches.Curve(residuals: residuals, freeCount: freeCount)
  }
}

extension [Fit] {
  /// The motions of some kinds of phase in time order, adjoining ones as one.
  func flings(_ kinds: [PhaseKind], interval: Double, gestures: [Double]) -> [FittedFling] {
    filter { fit in kinds.contains { $0.rawValue == fit.phase } }.compactMap(FittedFling.init).sorted {
      $0.from < $1.from
    }.reduce(into: []) { flings, fling in
      if let joined = flings.last?.joined(fling, interval: interval, gestures: gestures) {
        flings[flings.count - 1] = joined
      } else {
        flings.append(fling)
      }
    }
  }
}
