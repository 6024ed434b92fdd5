import LeastSquares
import Recordings
import ScrollFitting
import ScrollModels

/// The gestures of one session beside the engines' own curves: which engine they follow, and its constants by all of them together.
package struct SessionCurves: Sendable {
  private var phases: [IdentifiedPhase] = []
  /// The numbers of phases that are like each engine of the catalogue, and unlike it.
  private var alike = [Int](repeating: 0, count: ScrollEngine.all.count)
  private var different = [Int](repeating: 0, count: ScrollEngine.all.count)

  package init() {}

  /// The constant of an engine's model, of a kind that no fit has, over the gestures that determine it.
  package struct Constant: Equatable, Sendable {
    /// The model as the catalogue names it: `bezier-fling`.
    package let model: String
    package let phase: PhaseKind
    /// The random-effects mean; of one gesture its own estimate.
    package let mean: Estimate
    package let gestures: Int
  }

  /// Analyzes a gesture and adds its phases of free motion: O(engines) fits for each.
  ///
  /// - Returns: the fits of the gesture.
  package mutating func analyze(_ trace: Trace, options: FitOptions) -> [Fit] {
    let (analysis, _, found, _) = Analyzer(options: options).illustrated([trace], limit: 0)
    let added = IdentifiedPhase.all(
      of: trace, found: found.first ?? [:], options: options, limit: Answer.limit)
    phases += added
    for phase in added {
      // Engines that have a row in common are as near.
      var known: [RowIdentity: EquivalenceVerdict] = [:]
      for (index, engine) in ScrollEngine.all.enumerated() {
        guard let row = engine.row(for: phase.kind) else { continue }
        let identity = RowIdentity(row)
        let verdict =
          known[identity] ?? EngineCurveFit(phase, like: engine, limit: Answer.limit)?.equivalence
          ?? .different
        known[identity] = verdict
        alike[index] += verdict == .same ? 1 : 0
        different[index] += verdict == .different ? 1 : 0
      }
    }
    return analysis.fits
  }

  /// The constants of the engine whose curves most phases follow, of those the first in the catalogue; empty where they follow none's, or
  /// fits have the engine's models.
  ///
  /// O(phases) fits.
  package func constants(confidence: Double) -> [Constant] {
    guard let engine = nearest else { return [] }
    var kinds: [PhaseKind] = []
    for phase in phases where !kinds.contains(phase.kind) { kinds.append(phase.kind) }
    return kinds.flatMap { kind -> [Constant] in
      guard let row = engine.row(for: kind), row.model.fitted == nil else { return [] }
      let all = phases.filter { $0.kind == kind }.flatMap { EngineCurveFit.constants(of: $0, like: engine) }
      return row.model.constants.compactMap { constant in
        let own = all.map(\.own).filter { $0.name == constant.name }
        return mean(own, confidence: confidence).map {
          Constant(model: row.model.name, phase: kind, mean: $0, gestures: own.count)
        }
      }
    }
  }

  /// The engine that the most phases are like; nil where not more are like it than unlike.
  private var nearest: ScrollEngine? {
    let most = alike.max() ?? 0
    return alike.indices.first { alike[$0] == most && most > different[$0] }.map { ScrollEngine.all[$0] }
  }

  private func mean(_ own: [Estimate], confidence: Double) -> Estimate? {
    guard let first = own.first, own.count > 1 else { return own.first }
    return RandomEffects(values: own.map(\.value), standardErrors: own.compactMap(\.standardError)).map {
      Estimate(
        name: first.name, unit: first.unit, value: $0.mean, standardError: $0.standardError,
        interval: $0.interval(confidence: confidence))
    }
  }
}
