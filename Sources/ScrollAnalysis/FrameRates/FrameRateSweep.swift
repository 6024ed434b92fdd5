import Recordings
import ScrollModels

/// The same gestures at several frame rates, and by how much their motions differ.
///
/// Two motions are compared at the frames of the slower display; between its own frames the content of the faster one is taken to lie
/// on the straight line.
package struct FrameRateSweep: Equatable, Sendable {
  /// The engine, the formulas or the scenario, as the report names it.
  package let subject: String
  /// Frames a second, ascending.
  package let rates: [Double]
  /// The rate that the others are compared with: 60 where it is one of them, else the lowest.
  package let reference: Double
  package let gestures: [SweptGesture]

  /// - Parameters:
  ///   - rates: at least two, in any order.
  ///   - gestures: the motion of each after the release, at a number of frames a second.
  package init(
    _ subject: String, rates: [Double],
    gestures: [(name: String, motions: [Double: any EngineMotion])]
  ) {
    let rates = rates.sorted()
    let reference = rates.contains(60) ? 60 : rates.first ?? 60
    self.subject = subject
    self.rates = rates
    self.reference = reference
    self.gestures = gestures.compactMap {
      SweptGesture($0.name, $0.motions, rates: rates, reference: reference)
    }
  }

  /// The gesture that differs most between any two of the rates; nil where there is no gesture.
  package var worst: SweptGesture? {
    gestures.max { $0.largest.difference.magnitude < $1.largest.difference.magnitude }
  }
}

extension FrameRateSweep {
  /// The standard gestures of `compare` as an engine moves after them; without gestures for an engine that has no motion over time.
  package init(engine: ScrollEngine, rates: [Double]) {
    let phases: [(EnginePhase, PhaseKind)] = [(.fling, .deceleration), (.bounce, .bounce), (.snap, .snap)]
    self.init(
      engine.name, rates: rates,
      gestures: phases.flatMap { phase, kind in
        guard let row = engine.rows[phase] else {
          return [(name: String, motions: [Double: any EngineMotion])]()
        }
        return StandardGesture.all(kind, unit: "pt", returnStart: row.returnStart).map { gesture in
          (gesture.name, row.motions(gesture, rates: rates))
        }
      })
  }
}

extension CatalogueEntry {
  fileprivate func motions(_ gesture: StandardGesture, rates: [Double]) -> [Double: any EngineMotion] {
    guard case .release(let displacement, let velocity) = gesture.start else { return [:] }
    var motions: [Double: any EngineMotion] = [:]
    for rate in rates {
      let context = EngineContext(frameInterval: 1 / rate)
      motions[rate] =
        phase == .fling
        ? fling(from: displacement, velocity: velocity, context: context)
        : bounce(to: 0, displacement: displacement, velocity: velocity, context: context)
    }
    return motions
  }
}
