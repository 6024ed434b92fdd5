import LeastSquares
import Numerals
import Recordings
import ScrollFitting
import ScrollModels

/// Asks of a recording which engine of the catalogue moves like it.
///
/// Each phase that follows a model is fitted with every row of the catalogue of its kind: with the engine's own constants
/// (is it exactly this engine?) and with the best ones (this model, other constants?); only where the motion starts is
/// always free. Rows whose curves differ by less than one step of the recording's grid are one class. The class with
/// the smallest AICc is named, with those within two steps of it and those that the samples do not exclude, unless it leaves
/// structure above the grid.
///
/// How an engine ends its motion (``StopRule``) and rounds it is no part of the comparison: a phase is what was
/// recorded while it moved.
package struct Identifier: Sendable {
  /// The range to take as one phase of a kind, in place of the phases that the segmentation finds.
  package var whole: PhaseKind?
  package var from: Double?
  package var to: Double?
  package var axis: Axis?
  /// The offsets of the content's edges; overrides what the recording names.
  package var edges: ClosedRange<Double>?
  package var ignoresTouch = false
  /// The engine to report on whatever its rank, as the catalogue spells it.
  package var asked: String?
  package var threads = 1

  package init() {}

  /// The phases' engines, and what of the recording could not be used.
  package func identify(_ trace: Trace) -> (RecordingIdentification?, [Failure]) {
    var notices = trace.notices
    var failures: [Failure] = []
    var outcomes: [PhaseIdentifier.Outcome] = []
    func failed(_ axis: Axis?, _ error: FitError) {
      failures.append(Failure(source: trace.source, series: trace.series, axis: axis, error: error))
    }
    let recorded = trace.recordedAxes.filter { (axis ?? $0) == $0 }
    let moving = recorded.filter { axis in
      guard let offsets = trace.offsets[axis] else { return false }
      return offsets.contains { $0 != offsets[0] }
    }
    if trace.offsets.isEmpty {
      failed(axis, .noOffsets)
    } else if let axis, recorded.isEmpty {
      failed(axis, .axisMissing(axis, found: trace.recordedAxes))
    } else if moving.isEmpty {
      failed(axis, .noMotion)
    } else {
      notices += recorded.filter { !moving.contains($0) }.map(\.isLeftOut)
    }
    for axis in moving {
      do throws(FitError) {
        let phases = try PhaseGathering(trace: trace, axis: axis, identifier: self).phases(&notices)
        for phase in phases {
          let outcome = PhaseIdentifier(phase: phase, threads: threads).outcome()
          // A drag is a program's animation only where one of these fits it.
          if phase.kind == .drag {
            guard case .engines = outcome.identification.verdict else { continue }
          }
          outcomes.append(outcome)
        }
      } catch {
        failed(axis, error)
      }
    }
    if outcomes.isEmpty, failures.isEmpty {
      notices.append(Notice(.noFreeMotion, "no phase of free motion: there is nothing to identify"))
    }
    guard failures.isEmpty || !outcomes.isEmpty else { return (nil, failures) }
    let summary = OverallIdentity(outcomes)
    return (
      RecordingIdentification(
        source: trace.source, series: trace.series, phases: outcomes.map(\.identification),
        overall: summary.classes, verdict: summary.verdict, notices: notices,
        asked: asked, releases: releases(of: trace)),
      failures
    )
  }

  /// The recordings' engines and, of files whose series are the gestures of one session, the releases of all of them together.
  package func identify(_ traces: [Trace]) -> (Identification, [Failure]) {
    var recordings: [RecordingIdentification] = []
    var failures: [Failure] = []
    for trace in traces {
      let (recording, failed) = identify(trace)
      if let recording { recordings.append(recording) }
      failures += failed
    }
    let sessions =
      examinesReleases
      ? ReleaseAnalyzer(threads: threads).sessions(of: traces, beside: recordings.flatMap(\.releases)) : []
    return (Identification(recordings: recordings, sessions: sessions), failures)
  }

  /// True where whole recordings are identified, and with the touches that they have.
  private var examinesReleases: Bool { !ignoresTouch && whole == nil && from == nil && to == nil }

  /// The releases by a recorded finger.
  private func releases(of trace: Trace) -> [ReleaseReport] {
    guard !trace.fingers.isEmpty, examinesReleases else { return [] }
    var options = FitOptions()
    options.axis = axis
    options.edges = edges
    options.threads = threads
    return ReleaseAnalyzer(threads: threads).reports(
      [trace], Analyzer(options: options).analyze([trace]).analysis)
  }
}

/// Ranks the catalogue on one phase.
struct PhaseIdentifier {
  /// The AICc by which an engine is excluded: 2 ln 20, odds of twenty to one.
  private static let excluded = 6.0

  let phase: IdentifiedPhase
  /// The number of models are fitted at once; the result is the same for every number.
  var threads = 1

  /// Engines whose curves are one on this recording, the best of them first.
  struct Class {
    let leader: EngineFit
    let engines: [String]
  }

  struct Outcome {
    let identification: PhaseIdentification
    /// With the engines' own constants: every engine once.
    let positions: [String: Rank]
    /// Units of offset that the screen shows.
    let pixel: Double

    /// An engine with its own constants on the phase.
    struct Rank {
      /// The index of its class.
      let position: Int
      let aicc: Double
      /// The largest residual.
      let maximum: Double
    }

    /// The best variant of an engine.
    func position(of family: String) -> Rank? {
      (Catalogue.variants[family] ?? []).compactMap { positions[$0] }
        .min { ($0.aicc, $0.position) < ($1.aicc, $1.position) }
    }
  }

  func outcome() -> Outcome {
    let fits = fits()
    let classes = classes(fits)
    let verdict = verdict(classes)
    let lowest = classes.map(\.leader.aicc).min() ?? .infinity
    let own = EngineFit.bestOwn(fits)
    var positions: [String: Outcome.Rank] = [:]
    for (position, each) in classes.enumerated() where each.leader.constants == .fixed {
      for engine in each.engines where positions[engine] == nil {
        let fit = own[engine].map { fits[$0] }
        positions[engine] = Outcome.Rank(
          position: position, aicc: fit?.aicc ?? .infinity, maximum: fit?.maximum ?? .infinity)
      }
    }
    return Outcome(
      identification: PhaseIdentification(
        axis: phase.axis, kind: phase.kind, from: phase.from, to: phase.to, unit: phase.unit,
        candidates: classes.map { candidate($0, lowest: lowest) }, verdict: verdict,
        abscissas: phase.samples.abscissas, observed: phase.samples.observations),
      positions: positions, pixel: pixel)
  }

  /// Every row of the catalogue with its own constants, then every model with the best.
  private func fits() -> [EngineFit] {
    let entries = Catalogue.entries.filter { phase.enginePhases.contains($0.phase) }
    var models: [(model: any EngineModel, engines: [String], starts: [[Double]])] = []
    var positions: [String: Int] = [:]
    for entry in entries where !entry.model.isUnspecific {
      let name = entry.model.name
      if let position = positions[name] {
        models[position].engines.append(entry.engine)
        models[position].starts.append(entry.values)
      } else {
        positions[name] = models.count
        models.append((entry.model, [entry.engine], [entry.values]))
      }
    }
    // Engines that move alike share a fit.
    let first = CatalogueEntry.firstAlike(entries)
    let (known, free) = (entries.indices.filter { first[$0] == $0 }, models)
    let fits = Parallel.map(known.count + free.count, threads: threads) { index -> EngineFit? in
      if index < known.count {
        let entry = entries[known[index]]
        return EngineFit(
          entry.model, engines: [entry.engine], position: known[index], to: phase, constants: .fixed,
          starts: [entry.values])
      }
      let place = index - known.count
      let each = free[place]
      return EngineFit(
        each.model, engines: each.engines, position: entries.count + place, to: phase, constants: .free,
        starts: each.starts)
    }
    let own = entries.indices.map { position in
      known.firstIndex { $0 == first[position] }.flatMap { fits[$0] }?
        .shared(by: entries[position].engine, position: position)
    }
    return (own + fits[known.count...]).compactMap(\.self)
  }

  /// Fits whose curves differ from a better one's by less than a step of the grid join its class.
  private func classes(_ fits: [EngineFit]) -> [Class] {
    let ranked = EngineFit.ranked(fits)
    var remaining = Array(ranked.indices)
    var classes: [Class] = []
    while let first = remaining.first {
      let (constants, fitted) = (ranked[first].constants, ranked[first].fitted)
      let isMember = remaining.map { ranked[$0].constants == constants && isSame(ranked[$0].fitted, fitted) }
      let members = zip(remaining, isMember).filter(\.1).map { ranked[$0.0] }
      remaining = zip(remaining, isMember).filter { !$0.1 }.map(\.0)
      let leader = representative(of: members)
      var engines = leader.engines
      // An engine's own constants stay possible with any number of free starts; of models, a larger one holds whatever a smaller one does.
      let named = members.filter { $0.constants == .fixed || $0.freeCount == leader.freeCount }
      for engine in named.flatMap(\.engines) where !engines.contains(engine) { engines.append(engine) }
      classes.append(Class(leader: leader, engines: engines))
    }
    return classes
  }

  /// The best of engines; of models with the same curve the one with the fewest free numbers, the plainest of which come first in
  /// the catalogue.
  private func representative(of members: [EngineFit]) -> EngineFit {
    guard members[0].constants == .free else { return members[0] }
    return members.min { ($0.freeCount, $0.position) < ($1.freeCount, $1.position) } ?? members[0]
  }

  private func isSame(_ fitted: [Double], _ other: [Double]) -> Bool {
    let step = phase.step
    return zip(fitted, other).allSatisfy { !(($0 - $1).magnitude >= step) }
  }

  private func verdict(_ classes: [Class]) -> IdentityVerdict {
    guard let best = classes.first else { return .none }
    let nearly = best.leader.adequacy.verdict == .near
    switch best.leader.adequacy.verdict {
    case .undecided: return .undecided
    case .fails: return .none
    case .holds, .near: break
    }
    guard let own = ownConstants(classes, best: best) else {
      return .model(
        best.leader.model.name, engines: best.engines, constants: best.leader.reportedConstants,
        nearly: nearly)
    }
    // What differs by less than two steps of the grid is named too: a recording with other pixels might decide otherwise.
    let named = classes.filter { other in
      guard other.leader.constants == .fixed else { return false }
      return other.leader.distance(to: own.leader) < 2 * phase.step
        || isPossible(other.leader, beside: own.leader)
    }
    return .engines(named.flatMap(\.engines), nearly: own.leader.adequacy.verdict != .holds)
  }

  /// The class with an engine's own constants that is the best, or not to be told from the best: a little structure is
  /// what a model with more free numbers follows of the noise.
  private func ownConstants(_ classes: [Class], best: Class) -> Class? {
    lazy var noise = NoiseTest(of: best.leader, on: phase)
    return classes.first {
      $0.leader.constants == .fixed && [.holds, .near].contains($0.leader.adequacy.verdict)
        && (best.leader.constants == .fixed || isAlike($0.leader, best.leader)
          || noise?.explains($0.leader) ?? false)
    }
  }

  /// Returns true if other constants make no difference that counts: none that the screen shows, or no more than half of the
  /// variance that the best curve itself leaves above the grid. Recorded times are noisy, and of the same noise a model with
  /// more free numbers always follows more.
  private func isAlike(_ own: EngineFit, _ best: EngineFit) -> Bool {
    let gained = own.rms * own.rms - best.rms * best.rms
    return own.distance(to: best) < pixel || 2 * gained <= best.adequacy.lackOfFit * best.adequacy.lackOfFit
  }

  /// Returns true if the samples do not exclude an engine: a wrong one is e^(−Δ/2) times as likely as the true one, for Δ the
  /// difference of their AICc, and the true one seldom less likely than a wrong one by that much.
  private func isPossible(_ other: EngineFit, beside own: EngineFit) -> Bool {
    other.aicc - own.aicc < Self.excluded && [.holds, .near].contains(other.adequacy.verdict)
  }

  /// The difference of two curves that the screen can show.
  private var pixel: Double { max(phase.resolution, phase.pixel ?? 1) }

  private func candidate(_ each: Class, lowest: Double) -> EngineCandidate {
    let fit = each.leader
    return EngineCandidate(
      name: name(fit), engines: each.engines, model: fit.model.name, constants: fit.constants,
      parameters: fit.estimates, deltaAICc: fit.criteria.aicc.map { $0 - lowest },
      rms: fit.rms, maximum: fit.maximum,
      maximumPixels: phase.pixel.map { fit.maximum / $0 }, adequacy: Adequacy.Verdict(fit.adequacy.verdict),
      fitted: fit.fitted)
  }

  /// `deceleration, decayConstant 2.002 1/s`.
  private func name(_ fit: EngineFit) -> String {
    guard fit.constants == .fixed else { return fit.model.name }
    let constants = fit.estimates.filter { estimate in
      fit.model.constants.contains { $0.name == estimate.name }
    }
    return ([fit.model.name] + constants.map { "\($0.name) \(Numerals.significant($0.value)) \($0.unit)" })
      .map { $0.last == " " ? String($0.dropLast()) : $0 }.joined(separator: ", ")
  }
}
