import LeastSquares
import Numerals
import Recordings
import ScrollFitting
import ScrollModels

/// Ranks the catalogue on one phase.
struct PhaseIdentifier {
  /// The AICc by which an engine is excluded: 2 ln 20, odds of twenty to one.
  private static let excluded = 6.0

  let phase: IdentifiedPhase
  /// The number of models that are fitted at once; the result is the same for every number.
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
        best.leader.model.name, engines: best.engines, constants: best.leader.reportedConstants(in: phase),
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
      parameters: fit.estimates(in: phase), deltaAICc: fit.criteria.aicc.map { $0 - lowest },
      rms: fit.rms, maximum: fit.maximum,
      maximumPixels: phase.pixel.map { fit.maximum / $0 }, adequacy: Adequacy.Verdict(fit.adequacy.verdict),
      fitted: fit.fitted)
  }

  /// `deceleration, decayConstant 2.002 1/s`.
  private func name(_ fit: EngineFit) -> String {
    guard fit.constants == .fixed else { return fit.model.name }
    let values = fit.problem.numbers.dropFirst(fit.model.state.count)
    let constants = zip(fit.model.constants, values).map { constant, value in
      let unit = phase.unit == "pt" ? constant.unit : constant.unit.replacing("pt", with: phase.unit)
      return "\(constant.name) \(Numerals.significant(value)) \(unit)"
    }
    return ([fit.model.name] + constants)
      .map { $0.last == " " ? String($0.dropLast()) : $0 }.joined(separator: ", ")
  }
}
