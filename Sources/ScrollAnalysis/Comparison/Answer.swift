import Recordings
import ScrollFitting
import ScrollModels
import ScrollSegmentation

/// The engine that recordings are compared with.
package enum EngineChoice: Equatable, Sendable {
  case none
  /// The engine whose models and constants are nearest to each recording's.
  case nearest
  case named(ScrollEngine)
}

/// The comparison of one recording with an engine of the catalogue.
package struct Answer: Equatable, Sendable {
  /// The largest difference that counts as the same, in units of length.
  package static let limit = 0.5

  package let source: String
  package let series: String?
  /// The name of the engine; nil where none has the recording's models.
  package let engine: String?
  /// True if the user named the engine; otherwise it is the nearest one.
  package let isAsked: Bool
  /// The phases in which the engine moves by a fitted model; nil for none.
  package let comparison: FeelComparison?
  /// The phases in which the engine moves by a curve of its own.
  package let curves: [EngineCurveFit]

  package var likeness: Likeness {
    let parts = (comparison?.phases.map(\.likeness) ?? []) + curves.map(\.likeness)
    return parts.isEmpty ? .undecided : Likeness(of: parts)
  }
}

extension Analyzer {
  /// The analysis of all recordings, with the answer to each; without an engine there are no answers.
  ///
  /// - Parameter limit: the largest number of illustrated fits.
  package func analyze(
    _ traces: [Trace], like engine: EngineChoice, illustrating limit: Int
  ) -> (analysis: Analysis, answers: [Answer], failures: [Failure]) {
    let (analysis, fitted, found, failures) = illustrated(traces, limit: limit)
    guard engine != .none else { return (analysis, [], failures) }
    // A formula's fits are no motion of an engine.
    let pairs = fitted.count == analysis.fits.count ? Array(zip(fitted, analysis.fits)) : []
    let answers = zip(traces, found).map { trace, found in
      let own = pairs.filter { $1.source == trace.source && $1.series == trace.series }
      return Answer(to: trace, own, found: found, options: options, like: engine)
    }
    return (analysis, answers, failures)
  }
}

extension Answer {
  /// The answer from the fits that were made of a recording, and the phases that were found on its axes.
  fileprivate init(
    to trace: Trace, _ fits: [(FittedRecording, Fit)], found: [Axis: AxisSegmentation], options: FitOptions,
    like choice: EngineChoice
  ) {
    let set = MotionSet(
      name: trace.source, unit: trace.unit, pixels: nil, motions: fits.motions(groups: [:], isComplete: false)
    )
    source = trace.source
    series = trace.series
    let limit = Self.limit
    if case .named(let engine) = choice {
      isAsked = true
      self.engine = engine.name
      comparison = try? FeelComparison(like: engine, set, limit: limit)
      let compared = comparison?.phases.map(\.phase) ?? []
      let phases = IdentifiedPhase.all(of: trace, found: found, options: options).filter {
        !compared.contains($0.kind)
      }
      curves = EngineCurveFit.all(phases, like: engine, limit: limit)
      return
    }
    isAsked = false
    let nearest = FeelComparison.nearest(to: set, limit: limit)
    guard nearest == nil || nearest?.likeness == .different,
      let near = EngineCurveFit.nearest(
        IdentifiedPhase.all(of: trace, found: found, options: options), limit: limit)
    else {
      comparison = nearest
      engine = nearest?.a.name
      curves = []
      return
    }
    engine = near.engine.name
    comparison = nil
    curves = near.fits
  }
}

extension FeelComparison {
  /// The engine nearest to a set: of those with the models of the most kinds of phase, the one with the smallest maximum
  /// trajectory difference over the gestures that the recordings cover. Nil where no engine has one of the models.
  fileprivate static func nearest(to set: MotionSet, limit: Double) -> FeelComparison? {
    let compared = ScrollEngine.distinct(for: set.phases)
      .compactMap { try? FeelComparison(like: $0, set, limit: limit) }
      .map { comparison in (comparison, kinds: comparison.phases.count { $0.a.law == $0.b.law }) }
    let mostKinds = compared.map(\.kinds).max() ?? 0
    guard mostKinds > 0 else { return nil }
    return compared.filter { $0.kinds == mostKinds }.map(\.0).nearest(within: limit) { comparison in
      let distances = comparison.phases.flatMap(\.judged).map(\.largest)
      return distances.map { $0.isNaN ? .infinity : $0 }.max() ?? .infinity
    }
  }
}

extension Array {
  /// The first element that is as near as the nearest, to within a difference that counts as none: the catalogue lists the
  /// better known engines first.
  func nearest(within limit: Double, by distance: (Element) -> Double) -> Element? {
    let distances = map(distance)
    guard let least = distances.min() else { return nil }
    return distances.firstIndex { $0 <= least + limit }.map { self[$0] }
  }
}
