import Recordings
import ScrollFitting
import ScrollModels
import ScrollSegmentation

/// One phase of a recording fitted by an engine's own curve: its constants are fixed, only its start is free.
package struct EngineCurveFit: Equatable, Sendable {
  package let recording: RecordingName
  package let axis: Axis
  package let kind: PhaseKind
  /// s since the recording's first sample.
  package let from: Double
  package let unit: String
  /// The largest residual, in units of length.
  package let maximum: Double
  package private(set) var equivalence: EquivalenceVerdict
  /// True if a finger may have moved the content (``IdentifiedPhase/mayBeDrag``).
  private let mayBeDrag: Bool
  /// True if the segmentation has no such fling, and the engine's curve follows it with no constants: an animation moves so too.
  package let mayBeAnimation: Bool
  /// True if the phase differs from the engine's curve, and a finger that moved the content, or an animation, explains it.
  package private(set) var isDoubtful = false
  /// The constants of the engine's model as these samples have them: of a model that no fit has, where its curve follows the samples.
  /// Empty until ``withConstants(by:of:)``.
  package private(set) var constants: [Constant] = []

  /// A constant of a model, by a recording and by an engine.
  package struct Constant: Equatable, Sendable {
    /// With the error by the noise of the recording and what the curve leaves.
    package let own: Estimate
    package let engine: Double
  }
}

extension EngineCurveFit {
  /// The fits of all phases that the engine has a row for. Phases with too few samples are left out where others of their
  /// kind have enough.
  ///
  /// - Parameter limit: the largest difference that counts as the same, in units of length.
  static func all(_ phases: [IdentifiedPhase], like engine: ScrollEngine, limit: Double) -> [EngineCurveFit] {
    weighed(decided(phases.compactMap { EngineCurveFit($0, like: engine, limit: limit) }))
  }

  /// The fits in which a difference that a drag explains decides nothing: where more motions of its kind follow the engine than differ from it.
  ///
  /// A hand that stops the content is no fling of the engine's. Where most motions differ the content moves by other constants, whatever
  /// a hand may have made of it. What may be an animation is none of them.
  private static func weighed(_ fits: [EngineCurveFit]) -> [EngineCurveFit] {
    fits.map { fit in
      let alike = fits.filter { $0.kind == fit.kind && !$0.mayBeAnimation }
      let isException =
        fit.mayBeDrag
        && alike.count(where: { $0.equivalence == .same })
          > alike.count(where: { $0.equivalence == .different })
      guard fit.equivalence == .different, isException || fit.mayBeAnimation else { return fit }
      var doubtful = fit
      (doubtful.isDoubtful, doubtful.equivalence) = (true, .undecided)
      return doubtful
    }
  }

  /// The fit with its constants: two fits that an engine which is not reported needs not have.
  ///
  /// - Parameter phases: those of the recording.
  func withConstants(by phases: [IdentifiedPhase], of engine: ScrollEngine) -> EngineCurveFit {
    var fit = self
    fit.constants =
      phases.first { ($0.axis, $0.kind, $0.from) == (axis, kind, from) }
      .map { Self.constants(of: $0, like: engine) } ?? []
    return fit
  }

  /// The constants of an engine's model that the samples determine, all of them free; empty where a fit of the recording may have the
  /// model, or the curve does not follow the samples.
  static func constants(of phase: IdentifiedPhase, like engine: ScrollEngine) -> [Constant] {
    let phase = phase.withOpenStart
    guard let row = engine.row(for: phase.kind), row.model.fitted == nil,
      let fit = EngineFit.free(row, of: engine, in: phase),
      let profile = EngineProfile(fit, beside: EngineFit(phase, like: engine), in: phase),
      [.holds, .near].contains(profile.fit.adequacy.verdict)
    else { return [] }
    return zip(profile.constants, row.values).compactMap { own, value in
      own.isWithinItself ? Constant(own: own, engine: value) : nil
    }
  }

  /// The engines of the catalogue whose own curves follow every phase, snaps aside where an engine has none: the closest of them and those
  /// as close, in the catalogue's order, which has the better known ones first.
  static func nearest(_ phases: [IdentifiedPhase], limit: Double) -> [ScrollEngine] {
    following(phases, limit: limit).nearest(within: limit) { candidate in
      candidate.fits.filter { !$0.isDoubtful }.map(\.maximum).max() ?? .infinity
    }.map(\.engine)
  }

  /// All of those engines in the catalogue's order, with the fits of the phases.
  static func following(
    _ phases: [IdentifiedPhase], limit: Double
  ) -> [(engine: ScrollEngine, fits: [EngineCurveFit])] {
    // Engines that differ in one row have the others in common.
    var made: [PhaseAndRow: EngineCurveFit?] = [:]
    let sketches = phases.map(\.sketches)
    func fit(_ index: Int, like engine: ScrollEngine) -> EngineCurveFit? {
      guard let row = engine.row(for: phases[index].kind) else { return nil }
      let key = PhaseAndRow(phase: index, row: RowIdentity(row))
      if let known = made[key] { return known }
      // What may be an animation rules out no engine.
      let isOff =
        !phases[index].isOfShownRelease
        && sketches[index].contains { EngineFit($0, like: engine)?.isOff($0, by: limit) ?? false }
      let fit = isOff ? nil : EngineCurveFit(phases[index], like: engine, limit: limit)
      made[key] = .some(fit)
      return fit
    }
    return ScrollEngine.all.compactMap { engine in
      var fits: [EngineCurveFit] = []
      // A program's motion to a place says nothing of an engine that leaves it to programs.
      let compared = phases.indices.filter { phases[$0].kind != .snap || engine.row(for: .snap) != nil }
      for index in compared {
        // Most engines are ruled out by their first curve.
        guard let fit = fit(index, like: engine),
          fit.equivalence != .different || fit.mayBeDrag || fit.mayBeAnimation
        else { return nil }
        fits.append(fit)
      }
      let decided = weighed(decided(fits))
      guard !decided.contains(where: { $0.equivalence == .different }) else { return nil }
      return decided.contains { $0.equivalence == .same } ? (engine, decided) : nil
    }
  }

  /// Returns true if some engine's own curve follows a phase.
  static func isOfSomeEngine(_ phase: IdentifiedPhase, limit: Double) -> Bool {
    !nearest([phase], limit: limit).isEmpty
  }

  /// The fits without those of too few samples where others of their kind have enough.
  private static func decided(_ fits: [EngineCurveFit]) -> [EngineCurveFit] {
    let decided = Set(fits.filter { $0.equivalence != .undecided }.map(\.kind))
    return fits.filter { $0.equivalence != .undecided || !decided.contains($0.kind) }
  }

  /// Nil where the engine has no row for the phase, or its curve does not reach the samples.
  init?(_ phase: IdentifiedPhase, like engine: ScrollEngine, limit: Double) {
    guard let fit = EngineFit(phase, like: engine) else { return nil }
    recording = phase.recording
    axis = phase.axis
    kind = phase.kind
    from = phase.from
    mayBeDrag = phase.mayBeDrag
    unit = phase.unit
    maximum = fit.maximum
    equivalence =
      fit.adequacy.verdict == .undecided
      ? .undecided : fit.follows(phase, within: limit) ? .same : .different
    mayBeAnimation =
      phase.isOfShownRelease && equivalence == .different
      && !(EngineFit.free(phase, like: engine)?.follows(phase, within: limit) ?? false)
  }
}

extension Estimate {
  /// True if the standard error is no larger than the value: constants are positive.
  fileprivate var isWithinItself: Bool { standardError.map { $0 <= value.magnitude } ?? false }
}

extension EngineFit {
  /// The first sample of a phase may still be the finger's: it counts where its studentized deleted residual is at most this.
  private static let maximumFirstResidual = 4.0

  /// An engine's model with free constants for a phase, or for all of it but a first sample that the other ones contradict; nil where it
  /// has no curve through them.
  fileprivate static func free(_ row: CatalogueEntry, of engine: ScrollEngine, in phase: IdentifiedPhase)
    -> EngineFit?
  {
    func fit(_ phase: IdentifiedPhase) -> EngineFit? {
      EngineFit(
        row.model, engines: [engine.name], position: 0, to: phase, constants: .free, starts: [row.values],
        known: EngineFit(phase, like: engine))
    }
    guard let whole = fit(phase) else { return nil }
    guard let rest = phase.withoutFirst.flatMap(fit) else { return whole }
    let degreesOfFreedom = Double(rest.residuals.count - rest.freeCount)
    let deleted = whole.sumOfSquares - rest.sumOfSquares
    let isContradicted =
      degreesOfFreedom > 0
      && deleted * degreesOfFreedom > maximumFirstResidual * maximumFirstResidual * rest.sumOfSquares
    return isContradicted ? rest : whole
  }

  /// Returns true if the residuals are noise, or none is larger than a limit.
  fileprivate func follows(_ phase: IdentifiedPhase, within limit: Double) -> Bool {
    // A rounded sample may be half a step of the grid off the curve.
    adequacy.verdict == .holds || maximum <= limit + phase.resolution / 2
  }

  private var sumOfSquares: Double { residuals.reduce(0) { $0 + $1 * $1 } }

  /// An engine's model with free constants for a phase; nil where it has none, or none through these samples.
  fileprivate static func free(_ phase: IdentifiedPhase, like engine: ScrollEngine) -> EngineFit? {
    engine.row(for: phase.kind).flatMap { free($0, of: engine, in: phase) }
  }

  /// An engine's own curve for a phase; nil where it has none, or none through these samples.
  fileprivate init?(_ phase: IdentifiedPhase, like engine: ScrollEngine) {
    guard let row = engine.row(for: phase.kind) else { return nil }
    self.init(
      row.model, engines: [engine.name], position: 0, to: phase, constants: .fixed, starts: [row.values])
  }

  /// Returns true if the curve fails on some samples of a phase by so much that it does on all: the least root mean square of
  /// some residuals is not above the largest of all of them, at the lowest minimum.
  fileprivate func isOff(_ phase: IdentifiedPhase, by limit: Double) -> Bool {
    adequacy.verdict == .fails && rms > limit + phase.resolution / 2
  }
}

/// A row of the catalogue on one of several phases.
private struct PhaseAndRow: Hashable {
  let phase: Int
  let row: RowIdentity
}

extension IdentifiedPhase {
  /// The phases of free motion of a recording, those with the most samples first: the whole range where the options name
  /// a model or a range.
  ///
  /// - Parameters:
  ///   - found: the phases of axes that have been segmented.
  ///   - limit: the largest difference that counts as the same, in units of length.
  static func all(
    of trace: Trace, found: [Axis: AxisSegmentation], options: FitOptions, limit: Double
  ) -> [IdentifiedPhase] {
    var identifier = Identifier()
    if options.model != nil || options.from != nil || options.to != nil {
      identifier.whole = options.model?.kind ?? .deceleration
      (identifier.from, identifier.to) = (options.from, options.to)
    }
    identifier.edges = options.edges
    identifier.ignoresTouch = options.ignoresTouch
    identifier.threads = options.threads
    let kinds: [PhaseKind] = [.deceleration, .bounce, .snap, .unknownReturn, .rubberBand]
    let axes = trace.recordedAxes.filter { options.axis == nil || options.axis == $0 }
    return axes.flatMap { axis in
      var notices: [Notice] = []
      let gathering = PhaseGathering(trace: trace, axis: axis, identifier: identifier, found: found[axis])
      let phases = ((try? gathering.phases(&notices)) ?? []).filter { kinds.contains($0.kind) }
      let shown = gathering.withShownReleases(phases)
      return gathering.joiningFlings(shown) { EngineCurveFit.isOfSomeEngine($0, limit: limit) }
    }.sorted { $0.samples.observations.count > $1.samples.observations.count }
  }
}

extension ModelSelection {
  /// The kind of phase that the model describes; nil for a selection of models and for those of no kind.
  fileprivate var kind: PhaseKind? {
    guard case .model(let model) = self else { return nil }
    return PhaseKind.allCases.first { Fitting.models(of: $0).contains(model) }
  }
}

/// The content of a row of the catalogue that its motions depend on: rows of several engines that have it in common move alike.
struct RowIdentity: Hashable {
  private let model: String
  private let formula: String
  private let constants: [Double]
  private let startsInward: Bool

  init(_ row: CatalogueEntry) {
    model = row.model.name
    formula = row.model.formula
    constants = row.values
    startsInward = row.returnStart == .inwardVelocity
  }
}

extension ScrollEngine {
  /// The engines of the catalogue in its order, those together that move alike in some kinds of phase.
  static func alike(for kinds: [PhaseKind]) -> [[ScrollEngine]] {
    var positions: [[RowIdentity?]: Int] = [:]
    var classes: [[ScrollEngine]] = []
    for engine in all {
      let rows = kinds.map { engine.row(for: $0).map(RowIdentity.init) }
      if let position = positions[rows] {
        classes[position].append(engine)
      } else {
        positions[rows] = classes.count
        classes.append([engine])
      }
    }
    return classes
  }
}
