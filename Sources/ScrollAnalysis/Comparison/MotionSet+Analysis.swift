import LeastSquares
import Recordings
import ScrollFitting
import ScrollModels
import ScrollSegmentation

extension MotionSet {
  /// The motions of recordings, and what of these could not be used.
  ///
  /// - Parameters:
  ///   - groupKeys: what recordings are grouped by: keys of their header or metadata.
  ///   - isReference: true for the side that another set is compared with (``followedEngines``).
  package static func analyzed(
    _ traces: [Trace], name: String, options: FitOptions, groupKeys: [String] = [], isReference: Bool = false
  ) -> (set: MotionSet, failures: [Failure]) {
    var own = options
    own.threads = traces.count > 1 ? 1 : options.threads
    let analyzer = Analyzer(options: own)
    let found = Parallel.map(traces.count, threads: options.threads) { index in
      let trace = traces[index]
      let own = analyzer.analyzed([trace])
      return (
        set: MotionSet(
          trace, Array(zip(own.fitted, own.analysis.fits)), own.analysis.crossings, found: own.found[0],
          options: options, groupKeys: groupKeys, isComplete: true),
        overscrollDrags: own.found[0].values.reduce(0) { $0 + $1.phases.count { $0.kind == .rubberBand } },
        failures: own.failures
      )
    }
    let motions = found.flatMap(\.set.motions)
    var notices = groupKeys.filter { key in !motions.contains { $0.groups[key] != nil } }.map {
      Notice(.missingGroup, "no recording of \(name) tells its \($0): there are no groups of it")
    }
    let units = Set(traces.map(\.unit)).sorted()
    if units.count > 1 {
      notices.append(
        Notice(.mixedUnits, "\(name) has recordings in pt and in px: taken as the same unit"))
    }
    let drags = found.reduce(0) { $0 + $1.overscrollDrags }
    if drags > 0, !motions.contains(where: { $0.phase == .rubberBand }) {
      notices.append(
        Notice(
          .uncomparedOverscroll,
          "\(name) has \(drags) overscroll drag\(drags == 1 ? "" : "s") without a finger's travel that the content follows: "
            + "the rubber band is not compared"))
    }
    var set = MotionSet(
      name: name, unit: units.first ?? "pt", pixels: traces.compactMap(\.pixels).max(), motions: motions,
      edgeStops: found.flatMap(\.set.edgeStops), flingEnds: found.flatMap(\.set.flingEnds),
      identified: found.flatMap(\.set.identified), notices: notices)
    if isReference { set.followedEngines = FollowedEngine.all(of: set) }
    return (set, found.flatMap(\.failures))
  }

  /// The motions of one recording.
  ///
  /// - Parameters:
  ///   - fits: those of the recording, of one phase after the other.
  ///   - isComplete: false for motions under the models of these fits alone, true for all models of their kinds.
  init(
    _ trace: Trace, _ fits: [(FittedRecording, Fit)], _ crossings: [EdgeCrossing],
    found: [Axis: AxisSegmentation], options: FitOptions, groupKeys: [String] = [], isComplete: Bool
  ) {
    let phases = IdentifiedPhase.all(of: trace, found: found, options: options, limit: Answer.limit)
    let stops = EdgeStopReader.stops(of: trace, found: found, ignoresTouch: options.ignoresTouch)
    self.init(
      name: trace.source, unit: trace.unit, pixels: nil,
      motions: fits.motions(
        groups: trace.groups(groupKeys),
        possibleDrags: phases.filter { $0.kind == .deceleration && $0.mayBeDrag },
        isComplete: isComplete),
      edgeStops: stops,
      flingEnds: FlingEndReader(
        trace: trace, fits: fits.map(\.1), crossings: crossings, found: found, stops: stops
      ).ends,
      identified: phases)
  }
}

extension Trace {
  /// Device pixels to a unit of length: the header's scale, or what the pixel grid of the offsets shows.
  fileprivate var pixels: Double? {
    if unit == "pt", let scale { return scale }
    let grids = offsets.values.filter { $0.contains { [first = $0[0]] in $0 != first } }.compactMap(
      PixelGrid.detect)
    // Some engines move in finer steps than pixels.
    guard let grid = grids.min(), (0.1...2).contains(grid) else { return nil }
    return 1 / grid
  }

  /// The values of the keys that this recording has.
  fileprivate func groups(_ keys: [String]) -> [String: String] {
    var groups: [String: String] = [:]
    for key in keys {
      let member = header.last { $0.key.lowercased() == key.lowercased() }?.value
      groups[key] = member.map { $0.text ?? $0.json } ?? metadata[key.lowercased()]
    }
    return groups
  }
}

extension Sequence<(FittedRecording, Fit)> {
  /// Each phase once, under every model that its kind may follow; of some the fits are known.
  ///
  /// - Parameter isComplete: false for the known fits alone.
  fileprivate func motions(groups: [String: String], possibleDrags: [IdentifiedPhase], isComplete: Bool)
    -> [RecordedMotion]
  {
    var motions: [RecordedMotion] = []
    var remaining = Array(self)[...]
    while let (first, _) = remaining.first {
      let known = remaining.prefix { $0.0.isOfSamePhase(as: first) }
      remaining = remaining.dropFirst(known.count)
      guard let kind = first.kind else { continue }
      let fits = Fitting.models(of: kind).compactMap { model -> Fit? in
        if let own = known.first(where: { $0.1.model == model }) { return own.1 }
        guard isComplete, let fitted = try? first.fitting.fitted(as: model),
          !fitted.candidate.isHiddenByRounding
        else { return nil }
        return try? first.fitting.report(fitted)
      }
      let models = fits.compactMap(ModelFit.init)
      guard let simplest = fits.first(where: { $0.model == models.first?.model }) else { continue }
      let velocity = simplest[.initialVelocity]?.value
      motions.append(
        RecordedMotion(
          phase: kind, source: simplest.source, series: simplest.series, axis: first.fitting.axis,
          speed: velocity.map(abs), travel: simplest.travel(of: kind), groups: groups, models: models,
          mayBeDrag: possibleDrags.contains {
            $0.axis == simplest.axis && $0.from < simplest.to && simplest.from < $0.to
          }))
    }
    return motions
  }
}

extension Fit {
  /// The meaning of ``RecordedMotion/travel`` in a phase of this kind.
  fileprivate func travel(of kind: PhaseKind) -> Double? {
    switch kind {
    case .deceleration: return nil
    case .rubberBand: return curve.abscissas.map(abs).max()
    default:
      guard let low = curve.observed.min(), let high = curve.observed.max() else { return nil }
      return high - low
    }
  }
}

extension FittedRecording {
  fileprivate func isOfSamePhase(as other: FittedRecording) -> Bool {
    let (mine, others) = (fitting.options, other.fitting.options)
    return fitting.axis == other.fitting.axis && mine.phase == others.phase && mine.from == others.from
  }

  /// The kind of the phase; where no phase was found, of the model that suits the whole.
  fileprivate var kind: PhaseKind? {
    fitting.options.phase
      ?? PhaseKind.allCases.first { Fitting.models(of: $0).contains(candidate.scrollModel.model) }
  }
}
