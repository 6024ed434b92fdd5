import LeastSquares
import Recordings
import ScrollFitting
import ScrollModels

/// One side of a comparison: the motions of a set of recordings that follow models, each fitted under every model
/// it may follow.
///
/// Everything a comparison needs of a side is in here, so that a side can be kept in a file (a baseline) and
/// compared later to the same verdict.
package struct MotionSet: Equatable, Sendable {
  /// The name that the user gave: the path of the file or folder.
  package let name: String
  /// The unit of lengths: `pt` or `px`.
  package let unit: String
  /// Device pixels to a ``unit``, the most of any recording; nil where none names it.
  package let pixels: Double?
  package let motions: [RecordedMotion]
  /// The moments in which a recording stops at an edge, for a comparison with an engine; empty for a baseline.
  package let edgeStops: [EdgeStop]
  /// The ends of its flings.
  package let flingEnds: [FlingEnd]
  package let notices: [Notice]
  /// The sentences of ``notices``.
  package var warnings: [String] { notices.map(\.description) }

  package init(
    name: String, unit: String, pixels: Double?, motions: [RecordedMotion], edgeStops: [EdgeStop] = [],
    flingEnds: [FlingEnd] = [], notices: [Notice] = []
  ) {
    self.name = name
    self.unit = unit
    self.pixels = pixels
    self.motions = motions
    self.edgeStops = edgeStops
    self.flingEnds = flingEnds
    self.notices = notices
  }

  /// The kinds of its phases, each once, in the order of ``PhaseKind``.
  package var phases: [PhaseKind] {
    PhaseKind.allCases.filter { kind in motions.contains { $0.phase == kind } }
  }
}

/// One fling, bounce, snap or pull of a recording.
package struct RecordedMotion: Equatable, Sendable, OfRecording {
  package let phase: PhaseKind
  package let source: String
  package let series: String?
  package let axis: Axis
  /// |v₀| of the simplest model, in units of length a second; nil for a model without a velocity.
  package let speed: Double?
  /// Travel of the finger of a drag beyond the edge, or how far a return moves, in units of length; nil for a fling and
  /// where it is not known.
  package let travel: Double?
  /// The values of the keys that recordings are grouped by, of those that this one has: `os` to `17.2`.
  package let groups: [String: String]
  /// Every model that was fitted, in the order of ``MotionModel/all``; not empty.
  package let models: [ModelFit]

  package init(
    phase: PhaseKind, source: String, series: String?, axis: Axis, speed: Double?,
    travel: Double? = nil, groups: [String: String] = [:],
    models: [ModelFit]
  ) {
    self.phase = phase
    self.source = source
    self.series = series
    self.axis = axis
    self.speed = speed
    self.travel = travel
    self.groups = groups
    self.models = models
  }
}

/// The constants of a model as one motion shows them.
package struct ModelFit: Equatable, Sendable {
  package let model: MotionModel
  package let aicc: Double
  /// The lack of fit beyond quantization, as a share of the motion's travel; 0 where the model
  /// holds.
  package let lackOfFit: Double
  /// The degrees of freedom of the standard errors; nil for a known variance.
  package let degreesOfFreedom: Double?
  package let constants: [Constant]
  /// The correlations of every pair of constants: of the first with the second, with the third, …, of the second with the
  /// third, ….
  package let correlations: [Double]

  /// A number that belongs to the engine, not to the gesture: a damping, but not an initial velocity.
  package struct Constant: Equatable, Sendable {
    package let name: String
    package let unit: String
    package let value: Double
    package let standardError: Double

    package init(name: String, unit: String, value: Double, standardError: Double) {
      self.name = name
      self.unit = unit
      self.value = value
      self.standardError = standardError
    }
  }

  package init(
    model: MotionModel, aicc: Double, lackOfFit: Double, degreesOfFreedom: Double?, constants: [Constant],
    correlations: [Double]
  ) {
    self.model = model
    self.aicc = aicc
    self.lackOfFit = lackOfFit
    self.degreesOfFreedom = degreesOfFreedom
    self.constants = constants
    self.correlations = correlations
  }

  /// The model constants of a fit; nil where one of them is missing, or for a model without.
  init?(_ fit: Fit) {
    let parameters = fit.parameters.filter { ParameterName($0.name).role == .constant }
    let constants = parameters.compactMap { parameter -> Constant? in
      guard let error = parameter.standardError, error.isFinite, parameter.value.isFinite, !parameter.fixed
      else { return nil }
      return Constant(
        name: parameter.name, unit: parameter.unit, value: parameter.value,
        standardError: parameter.errorOfWideInterval(fit.intervals) ?? error)
    }
    guard !fit.model.isPolynomial, constants.count == parameters.count, !constants.isEmpty,
      fit.termination.converged, let aicc = fit.selection.aicc, aicc.isFinite
    else { return nil }
    let names = constants.map(\.name)
    let correlations = names.indices.flatMap { first in
      names[(first + 1)...].map { second in
        fit.correlations.first { $0.first == names[first] && $0.second == second }?.value ?? 0
      }
    }
    self.init(
      model: fit.model, aicc: aicc,
      lackOfFit: [.near, .fails].contains(fit.adequacy.verdict) ? fit.adequacy.relativeLackOfFit : 0,
      degreesOfFreedom: fit.intervals.degreesOfFreedom.map(Double.init), constants: constants,
      correlations: correlations)
  }
}

extension Estimate {
  /// The standard error that a normal estimate with this one's interval has, where that is more than twice as wide as the standard error
  /// says: another minimum of the sum of squares explains the samples too. Nil for other intervals.
  fileprivate func errorOfWideInterval(_ intervals: IntervalSummary) -> Double? {
    guard let interval, let standardError else { return nil }
    let distribution = StudentT(degreesOfFreedom: intervals.degreesOfFreedom.map(Double.init) ?? .infinity)
    let reach = max(interval.upperBound - value, value - interval.lowerBound)
    let error = reach / distribution.quantile(upperTail: (1 - intervals.confidence) / 2)
    return error.isFinite && error > 2 * standardError ? error : nil
  }
}

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
      let trace = traces[index]
      let own = analyzer.analyzed([trace])
      let stops = EdgeStopReader.stops(of: trace, found: own.found[0], ignoresTouch: options.ignoresTouch)
      return (
        motions: zip(own.fitted, own.analysis.fits).motions(groups: trace.groups(groupKeys)),
        edgeStops: stops,
        flingEnds: FlingEndReader(
          trace: trace, fits: own.analysis.fits, crossings: own.analysis.crossings, found: own.found[0],
          stops: stops
        ).ends,
        overscrollDrags: own.found[0].values.reduce(0) { $0 + $1.phases.count { $0.kind == .rubberBand } },
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
    let motions = found.flatMap(\.motions)
    let drags = found.reduce(0) { $0 + $1.overscrollDrags }
    if drags > 0, !motions.contains(where: { $0.phase == .rubberBand }) {
      notices.append(
        Notice(
          .uncomparedOverscroll,
          "\(name) has \(drags) overscroll drag\(drags == 1 ? "" : "s") without a finger's travel that the content follows: "
            + "the rubber band is not compared"))
    }
    let set = MotionSet(
      name: name, unit: units.first ?? "pt", pixels: traces.compactMap(\.pixels).max(), motions: motions,
      edgeStops: found.flatMap(\.edgeStops), flingEnds: found.flatMap(\.flingEnds), notices: notices)
    return (set, found.flatMap(\.failures))
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
