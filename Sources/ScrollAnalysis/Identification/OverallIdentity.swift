import ScrollFitting
import ScrollModels

/// The engines that move like all phases of a recording.
///
/// An engine's variants count as one engine here: a page may fling by one and bounce by another. Engines without a row
/// for a kind of phase that was seen have no rank. Those whose model holds in every phase, if with other constants,
/// come first, then those whose own constants are off by the fewest points.
struct OverallIdentity {
  let classes: [EngineClass]
  let verdict: IdentityVerdict

  private struct Score {
    let engine: String
    let aicc: Double
    /// The index of its class in each phase.
    let positions: [Int]
    /// The largest residual with its own constants, over all phases.
    let maximum: Double
    let hasForm: Bool
  }

  init(_ outcomes: [PhaseIdentifier.Outcome]) {
    let forms = outcomes.map { Set($0.identification.formEngines) }
    let pixel = outcomes.compactMap(\.pixel).max() ?? 0
    var scores: [Score] = []
    var seen: Set<String> = []
    for name in Catalogue.engines {
      let family = Catalogue.family(of: name)
      guard seen.insert(family).inserted else { continue }
      let best = outcomes.map { $0.position(of: family) }
      let known = best.compactMap(\.self)
      guard !known.isEmpty, known.count == best.count else { continue }
      scores.append(
        Score(
          engine: family, aicc: known.reduce(0) { $0 + $1.aicc }, positions: known.map(\.position),
          maximum: known.map(\.maximum).max() ?? .infinity,
          hasForm: forms.allSatisfy { $0.contains(family) }))
    }
    let lowest = scores.map(\.aicc).min() ?? .infinity
    // What differs by less than a pixel is ranked by likelihood.
    scores = scores.enumerated()
      .sorted {
        let (one, other) = ($0.element, $1.element)
        if one.hasForm != other.hasForm { return one.hasForm }
        return (max(one.maximum, pixel), one.aicc, $0.offset)
          < (max(other.maximum, pixel), other.aicc, $1.offset)
      }.map(\.element)
    var classes: [EngineClass] = []
    while let leader = scores.first {
      let members = scores.filter { $0.positions == leader.positions }
      scores.removeAll { $0.positions == leader.positions }
      let difference = leader.aicc - lowest
      classes.append(
        EngineClass(
          engines: members.map(\.engine), deltaAICc: difference.isFinite ? difference : nil,
          maximum: leader.maximum.isFinite ? leader.maximum : nil, hasForm: leader.hasForm))
    }
    self.classes = classes
    verdict = Self.verdict(outcomes.filter { $0.identification.verdict != .undecided })
  }

  /// - Parameter decided: phases with enough samples.
  private static func verdict(_ decided: [PhaseIdentifier.Outcome]) -> IdentityVerdict {
    guard let first = decided.first?.identification.verdict else { return .undecided }
    let own = decided.map { $0.identification.ownEngines }
    let isNear = decided.contains {
      if case .engines(_, nearly: true) = $0.identification.verdict { return true }
      return false
    }
    let shared = common(own)
    if !shared.isEmpty { return .engines(shared, nearly: isNear) }
    if decided.count == 1 { return first }
    if let partly = partly(decided, own: own) { return partly }
    let isLawful = decided.allSatisfy { ![IdentityVerdict.none, .mixed].contains($0.identification.verdict) }
    let form = isLawful ? common(decided.map(\.identification.formEngines)) : []
    if !form.isEmpty { return model(decided, engines: form) }
    return decided.allSatisfy { $0.identification.verdict == .none } ? .none : .mixed
  }

  /// Those of the first list that all lists hold.
  private static func common(_ lists: [[String]]) -> [String] {
    guard let first = lists.first else { return [] }
    return first.filter { name in lists.allSatisfy { $0.contains(name) } }
  }

  /// The engines that at least half of the phases name, with the phases that do not.
  private static func partly(_ decided: [PhaseIdentifier.Outcome], own: [[String]]) -> IdentityVerdict? {
    var counts: [(engine: String, count: Int)] = []
    for engine in own.flatMap(\.self) where !counts.contains(where: { $0.engine == engine }) {
      counts.append((engine, own.count { $0.contains(engine) }))
    }
    guard let most = counts.map(\.count).max(), 2 * most >= decided.count else { return nil }
    let engines = counts.filter { $0.count == most }.map(\.engine)
    let exceptions = zip(decided, own).filter { !$1.contains(engines[0]) }.map { outcome, _ in
      let phase = outcome.identification
      return IdentityVerdict.PhaseException(
        kind: phase.kind, from: phase.from, unit: phase.unit,
        maximum: outcome.position(of: engines[0])?.maximum)
    }
    return .partly(engines, phases: most, of: decided.count, exceptions: exceptions)
  }

  /// One model with other constants in every phase.
  private static func model(_ decided: [PhaseIdentifier.Outcome], engines: [String]) -> IdentityVerdict {
    var models: [String] = []
    var constants: [Estimate] = []
    var isNear = false
    for case .model(let model, _, let found, let nearly) in decided.map(\.identification.verdict) {
      if !models.contains(model) { models.append(model) }
      constants += found.filter { estimate in !constants.contains { $0.name == estimate.name } }
      isNear = isNear || nearly
    }
    return .model(models.joined(separator: " and "), engines: engines, constants: constants, nearly: isNear)
  }
}

extension PhaseIdentification {
  /// The families of the engines that the verdict names with their own constants, each once.
  fileprivate var ownEngines: [String] {
    guard case .engines(let engines, _) = verdict else { return [] }
    return Self.families(engines)
  }

  /// The families of the engines whose model holds, with their own or with other constants.
  fileprivate var formEngines: [String] {
    Self.families(candidates.filter { [.holds, .near].contains($0.adequacy) }.flatMap(\.engines))
  }

  private static func families(_ engines: [String]) -> [String] {
    var families: [String] = []
    for family in engines.map(Catalogue.family(of:)) where !families.contains(family) {
      families.append(family)
    }
    return families
  }
}

extension IdentityVerdict {
  /// The model that was named in place of an engine.
  var modelName: String? {
    if case .model(let name, _, _, _) = self { return name }
    return nil
  }
}
