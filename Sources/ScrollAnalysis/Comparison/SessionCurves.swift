import LeastSquares
import Recordings
import ScrollFitting
import ScrollModels

/// The gestures of one session beside the engines' own curves: which engine they follow, and its constants by all of them together.
package struct SessionCurves: Sendable {
  private var phases: [ComparedPhase] = []

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

  /// A phase of a gesture that follows a curve of the engine's own.
  package struct Curve: Equatable, Sendable {
    /// The model as the catalogue names it.
    package let model: String
    package let phase: PhaseKind
    /// Those that the samples determine.
    package let constants: [Estimate]
  }

  /// Analyzes a gesture and adds its phases of free motion: O(engines) fits for each.
  ///
  /// - Returns: the fits of the gesture, and its phases that follow the curves of the engine that the session is like.
  package mutating func analyze(_ trace: Trace, options: FitOptions) -> (fits: [Fit], curves: [Curve]) {
    let (analysis, _, found, _) = Analyzer(options: options).illustrated([trace], limit: 0)
    let added = IdentifiedPhase.all(
      of: trace, found: found.first ?? [:], options: options, limit: Answer.limit)
    let first = phases.count
    phases += added.map(ComparedPhase.init)
    guard let engine = nearest else { return (analysis.fits, []) }
    let curves = phases.indices.dropFirst(first).compactMap { index -> Curve? in
      guard let row = engine.row(for: phases[index].kind), row.model.fitted == nil,
        phases[index].verdict(on: row) == .same
      else { return nil }
      return Curve(
        model: row.model.name, phase: phases[index].kind, constants: phases[index].constants(of: engine))
    }
    return (analysis.fits, curves)
  }

  /// The constants of the engine whose curves most phases follow, of those the first in the catalogue; empty where they follow none's, or
  /// fits have the engine's models.
  ///
  /// Fits the phases that have not been fitted with the engine's model yet.
  package mutating func constants(confidence: Double) -> [Constant] {
    guard let engine = nearest else { return [] }
    var kinds: [PhaseKind] = []
    for phase in phases where !kinds.contains(phase.kind) { kinds.append(phase.kind) }
    var found: [Constant] = []
    for kind in kinds {
      guard let row = engine.row(for: kind), row.model.fitted == nil else { continue }
      var all: [Estimate] = []
      for index in phases.indices where phases[index].kind == kind {
        all += phases[index].constants(of: engine)
      }
      found += row.model.constants.compactMap { constant in
        let own = all.filter { $0.name == constant.name }
        return mean(own, confidence: confidence).map {
          Constant(model: row.model.name, phase: kind, mean: $0, gestures: own.count)
        }
      }
    }
    return found
  }

  /// The engine that the most phases are like; nil where not more are like it than unlike.
  private var nearest: ScrollEngine? {
    let verdicts = ScrollEngine.all.map { engine in
      phases.compactMap { phase in engine.row(for: phase.kind).flatMap(phase.verdict) }
    }
    let alike = verdicts.map { $0.count { $0 == .same } }
    let most = alike.max() ?? 0
    return verdicts.indices.first { index in
      alike[index] == most && most > verdicts[index].count { $0 == .different }
    }.map { ScrollEngine.all[$0] }
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

/// A phase of a gesture with what is known of it beside the catalogue.
private struct ComparedPhase: Sendable {
  private let phase: IdentifiedPhase
  private let verdicts: [RowIdentity: EquivalenceVerdict]
  /// The constants by the rows that have been asked for.
  private var constants: [RowIdentity: [Estimate]] = [:]

  init(_ phase: IdentifiedPhase) {
    self.phase = phase
    // Engines that have a row in common are as near.
    var verdicts: [RowIdentity: EquivalenceVerdict] = [:]
    for engine in ScrollEngine.all {
      guard let row = engine.row(for: phase.kind), verdicts[RowIdentity(row)] == nil else { continue }
      verdicts[RowIdentity(row)] =
        EngineCurveFit(phase, like: engine, limit: Answer.limit)?.equivalence ?? .different
    }
    self.verdicts = verdicts
  }

  var kind: PhaseKind { phase.kind }

  /// The verdict on an engine with a row.
  func verdict(on row: CatalogueEntry) -> EquivalenceVerdict? { verdicts[RowIdentity(row)] }

  /// The constants of the engine's model, fitted once.
  mutating func constants(of engine: ScrollEngine) -> [Estimate] {
    guard let row = engine.row(for: kind).map(RowIdentity.init) else { return [] }
    if let known = constants[row] { return known }
    let fitted = EngineCurveFit.constants(of: phase, like: engine).map(\.own)
    constants[row] = fitted
    return fitted
  }
}
