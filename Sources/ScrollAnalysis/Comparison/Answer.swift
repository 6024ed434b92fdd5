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
package struct Answer: Equatable, Sendable, OfRecording {
  /// The largest difference that counts as the same, in units of length.
  package static let limit = 0.5

  package let source: String
  package let series: String?
  /// The name of the engine; nil where none has the recording's models.
  package let engine: String?
  /// True if the user named the engine; otherwise it is the nearest one.
  package let isAsked: Bool
  /// The engines that are as near as the nearest one, to within the limit, in the catalogue's order; variants of a named engine
  /// are not listed.
  package private(set) var equallyNear: [String]
  /// False where no constant that an engine has was fitted.
  package let hasMotions: Bool
  /// The phases in which the engine moves by a fitted model, and its motions that the recording lacks; nil for none.
  package let comparison: FeelComparison?
  /// The phases in which the engine moves by a curve of its own.
  package fileprivate(set) var curves: [EngineCurveFit]

  /// The phases beside the engine's curves: flings of the comparison, and what it has not.
  package var motions: [EngineCurveFit] { (comparison?.flings ?? []) + uncompared }

  /// The ``curves`` that the comparison has not.
  package var uncompared: [EngineCurveFit] {
    let compared = comparison?.flings.map(\.kind) ?? []
    return curves.filter { !compared.contains($0.kind) }
  }

  package var equivalence: EquivalenceVerdict {
    distances.isEmpty ? .undecided : EquivalenceVerdict(of: distances.map(\.equivalence))
  }

  /// The distance of one phase from the engine.
  package struct Distance: Equatable, Sendable {
    package let phase: PhaseKind
    package let equivalence: EquivalenceVerdict
    /// The largest difference, in units of length: over the standard gestures (``FeelComparison/PhaseComparison/widest``), or of a
    /// sample from the engine's own curve. Nil where none is known.
    package let largest: Double?
  }

  /// The distances of the kinds of phase compared by their models, of the motions that the recording lacks, then of the phases
  /// compared by the engine's curves.
  package var distances: [Distance] {
    let end = comparison?.differingEnds.first
    let ofModels = (comparison?.phases ?? []).map { phase in
      if let end, phase.phase == .bounce {
        return Distance(phase: .bounce, equivalence: .different, largest: end.largest)
      }
      return Distance(phase: phase.phase, equivalence: phase.equivalence, largest: phase.widest?.largest)
    }
    let ofAbsent = (comparison?.absent ?? []).map {
      Distance(phase: $0.phase, equivalence: $0.equivalence, largest: $0.largest)
    }
    let isShown = ofModels.contains { $0.phase == .deceleration && $0.equivalence == .different }
    let shown = (comparison?.decidingFlings ?? []).filter { $0.isDoubtful || !isShown }
    return ofModels + ofAbsent
      + (uncompared + shown).map {
        Distance(phase: $0.kind, equivalence: $0.equivalence, largest: $0.maximum)
      }
  }

  /// The largest distance of those that decide the verdict; nil where none is known.
  package var farthest: Distance? {
    let deciding = equivalence == .different ? distances.filter { $0.equivalence == .different } : distances
    return deciding.filter { $0.largest != nil }.max { $0.largest ?? 0 < $1.largest ?? 0 }
  }
}

extension Answer {
  /// The answer with the engines that are as near.
  fileprivate func with(equallyNear engines: [ScrollEngine]) -> Answer {
    let near = engines.map(\.name)
    var answer = self
    answer.equallyNear = near.filter { name in
      let family = Catalogue.family(of: name)
      return family == name || !([engine].compactMap { $0 } + near).contains(family)
    }
    return answer
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
    let own = Dictionary(grouping: pairs) { $1.recordingName }
    let crossings = Dictionary(grouping: analysis.crossings, by: \.recordingName)
    let answers = zip(traces, found).map { trace, found in
      let recording = ComparedRecording(
        trace, own[trace.recordingName] ?? [], crossings[trace.recordingName] ?? [], found: found,
        options: options)
      if case .named(let engine) = engine { return recording.withConstants(recording.answer(like: engine)) }
      return recording.withConstants(recording.answer)
    }
    return (analysis, answers, failures)
  }
}

/// One recording, its fitted motions and the phases found in it, as it is compared with engines.
private struct ComparedRecording {
  private let trace: Trace
  private let set: MotionSet
  private let limit = Answer.limit

  init(
    _ trace: Trace, _ fits: [(FittedRecording, Fit)], _ crossings: [EdgeCrossing],
    found: [Axis: AxisSegmentation], options: FitOptions
  ) {
    self.trace = trace
    set = MotionSet(trace, fits, crossings, found: found, options: options, isComplete: false)
  }

  private var phases: [IdentifiedPhase] { self.set.identified }

  /// The answer for the nearest engine: the one whose fitted models come closest, or where the recording is not shown to be like that one,
  /// the one that the recording is like by the engine's own curves.
  var answer: Answer {
    let byModels = nearestByModels.map {
      answer(like: $0.engine, $0.comparison, isAsked: false, equallyNear: $0.equallyNear)
    }
    if let byModels, byModels.equivalence == .same { return byModels }
    let byCurves = EngineCurveFit.nearest(phases, limit: limit).filter { engine in
      !AbsentMotion.all(set.edgeStops, of: engine, limit: limit).contains { $0.equivalence == .different }
    }
    // Curves say no more than constants that are too uncertain.
    if let byModels, byModels.equivalence == .undecided,
      byCurves.isEmpty || byCurves.contains(where: { $0.name == byModels.engine })
    {
      return byModels
    }
    let answers = byCurves.map {
      (engine: $0, answer: answer(like: $0, comparison(with: $0), isAsked: false))
    }
    let alike = answers.filter { $0.answer.equivalence == .same }
    let others = alike.isEmpty && byModels?.equivalence != .undecided ? answers : alike
    if let first = others.first {
      return first.answer.with(equallyNear: others.dropFirst().map(\.engine))
    }
    return byModels
      ?? Answer(
        source: trace.source, series: trace.series, engine: nil, isAsked: false, equallyNear: [],
        hasMotions: !set.motions.isEmpty, comparison: nil, curves: [])
  }

  /// The answer for an engine that was asked for.
  func answer(like engine: ScrollEngine) -> Answer {
    answer(like: engine, comparison(with: engine), isAsked: true)
  }

  /// An answer with the constants of the engine's own curves.
  func withConstants(_ answer: Answer) -> Answer {
    guard let engine = answer.engine.flatMap({ try? ScrollEngine(named: $0) }) else { return answer }
    var answer = answer
    answer.curves = answer.curves.map { $0.withConstants(by: phases, of: engine) }
    return answer
  }

  /// The comparison with an engine by the fitted models and the motions that the recording lacks; nil for none.
  private func comparison(with engine: ScrollEngine) -> FeelComparison? {
    let comparison = try? FeelComparison(like: engine, set, limit: limit)
    return comparison.flatMap { $0.phases.isEmpty && $0.absent.isEmpty ? nil : $0 }
  }

  /// The answer for an engine. Kinds of phase in which it moves by a fitted model are compared over the standard gestures,
  /// the others by the engine's own curve.
  private func answer(
    like engine: ScrollEngine, _ comparison: FeelComparison?, isAsked: Bool, equallyNear: [ScrollEngine] = []
  ) -> Answer {
    let compared = comparison?.phases.map(\.phase) ?? []
    let curves = EngineCurveFit.all(
      phases.filter { !compared.contains($0.kind) }, like: engine, limit: limit)
    return Answer(
      source: trace.source, series: trace.series, engine: engine.name, isAsked: isAsked,
      equallyNear: [], hasMotions: true, comparison: comparison, curves: curves
    ).with(equallyNear: equallyNear)
  }

  /// The nearest engine by its models: of those with the models of the most kinds of phase, the one with the smallest maximum
  /// trajectory difference over the gestures that the recording covers, and those that are as near. Nil where no engine has one
  /// of the models.
  private var nearestByModels:
    (engine: ScrollEngine, comparison: FeelComparison, equallyNear: [ScrollEngine])?
  {
    let kinds = PhaseKind.allCases.filter((set.phases + set.edgeStops.map(\.phase)).contains)
    let compared = ScrollEngine.alike(for: kinds).compactMap { engines in
      comparison(with: engines[0]).map { comparison in
        (
          engines: engines, comparison: comparison,
          kinds: comparison.phases.count { $0.a.model == $0.b.model }
        )
      }
    }
    let maximumKinds = compared.map(\.kinds).max() ?? 0
    guard maximumKinds > 0 else { return nil }
    let nearest = compared.filter { $0.kinds == maximumKinds }.nearest(within: limit) { candidate in
      let distances =
        candidate.comparison.phases.flatMap(\.judged).map(\.largest)
        + candidate.comparison.absent.map(\.largest)
      return distances.map { $0.isNaN ? .infinity : $0 }.max() ?? .infinity
    }
    guard let first = nearest.first else { return nil }
    let others = nearest.flatMap(\.engines).filter { $0 != first.engines[0] }
    return (first.engines[0], first.comparison, ScrollEngine.all.filter(others.contains))
  }
}

extension Array {
  /// The elements that are as near as the nearest, to within a difference that counts as none: the catalogue lists the better
  /// known engines first.
  func nearest(within limit: Double, by distance: (Element) -> Double) -> [Element] {
    let distances = map(distance)
    guard let least = distances.min() else { return [] }
    return indices.filter { distances[$0] <= least + limit }.map { self[$0] }
  }
}
