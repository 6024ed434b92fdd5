import LeastSquares
import Recordings
import ScrollFitting
import ScrollModels

extension MotionSet {
  /// The motions of recordings, and what of these could not be used.
  ///
  /// - Parameter groupKeys: what recordings are grouped by: keys of their header or metadata.
  package static func analyzed(
    _ traces: [Trace], name: String, options: FitOptions, groupKeys: [String] = []
  ) -> (set: MotionSet, failures: [Failure]) {
    var own = options
    own.threads = traces.count > 1 ? 1 : options.threads
    let analyzer = Analyzer(options: own)
    let found = Parallel.map(traces.count, threads: options.threads) { index in
      let own = analyzer.analyzed([traces[index]])
      return (
        motions: zip(own.fitted, own.analysis.fits).motions(groups: traces[index].groups(groupKeys)),
        failures: own.failures
      )
    }
    var notices = groupKeys.filter { key in !found.contains { $0.motions.contains { $0.groups[key] != nil } }
    }
    .map { Notice(.missingGroup, "no recording of \(name) tells its \($0): there are no groups of it") }
    let units = Set(traces.map(\.unit)).sorted()
    if units.count > 1 {
      notices.append(
        Notice(.mixedUnits, "\(name) has recordings in pt and in px: taken as the same unit"))
    }
    let set = MotionSet(
      name: name, unit: units.first ?? "pt", pixels: traces.compactMap(\.pixels).max(),
      motions: found.flatMap(\.motions), notices: notices)
    return (set, found.flatMap(\.failures))
  }
}

extension Trace {
  /// Device pixels to a unit of length: the header's scale, or what the pixel grid of the offsets shows.
  fileprivate var pixels: Double? {
    if let scale = header.first(where: { $0.key == "scale" })?.value.double, scale > 0 {
      return unit == "px" ? 1 : scale
    }
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
  func motions(groups: [String: String], isComplete: Bool = true) -> [RecordedMotion] {
    var motions: [RecordedMotion] = []
    var remaining = Array(self)[...]
    while let (first, _) = remaining.first {
      let known = remaining.prefix { $0.0.isOfSamePhase(as: first) }
      remaining = remaining.dropFirst(known.count)
      guard let kind = first.kind else { continue }
      let fits = Fitting.models(of: kind).compactMap { model in
        known.first { $0.1.model == model }?.1
          ?? (isComplete ? try? first.fitting.report(first.fitting.fitted(as: model)) : nil)
      }
      let models = fits.compactMap(ModelFit.init)
      guard let simplest = fits.first(where: { $0.model == models.first?.model }) else { continue }
      let velocity = simplest[.initialVelocity]?.value
      motions.append(
        RecordedMotion(
          phase: kind, source: simplest.source, series: simplest.series, axis: first.fitting.axis,
          speed: velocity.map(abs), travel: simplest.travel(of: kind), groups: groups, models: models))
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
