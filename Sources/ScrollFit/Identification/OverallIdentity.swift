import ScrollModels

/// The engines that move like all phases of a recording.
///
/// An engine's variants count as one engine here: a page may fling by one and bounce by another. AICc is summed over
/// the phases; engines without a row for a kind of phase that was seen are left out.
struct OverallIdentity {
  let classes: [EngineClass]
  let verdict: IdentityVerdict

  private struct Standing {
    let engine: String
    let aicc: Double
    /// The indices of its class in each phase.
    let places: [Int]
  }

  init(_ outcomes: [PhaseIdentifier.Outcome]) {
    var standings: [Standing] = []
    var seen: Set<String> = []
    for name in Catalogue.engines {
      let family = Catalogue.family(of: name)
      guard seen.insert(family).inserted else { continue }
      let variants = Catalogue.engines.filter { Catalogue.family(of: $0) == family }
      let best = outcomes.map { outcome in
        variants.compactMap { outcome.places[$0] }.min { ($0.aicc, $0.place) < ($1.aicc, $1.place) }
      }
      guard !best.isEmpty, best.allSatisfy({ $0 != nil }) else { continue }
      standings.append(
        Standing(
          engine: family, aicc: best.reduce(0) { $0 + ($1?.aicc ?? .infinity) },
          places: best.map { $0?.place ?? 0 }))
    }
    standings = standings.enumerated()
      .sorted { ($0.element.aicc, $0.offset) < ($1.element.aicc, $1.offset) }.map(\.element)
    let lowest = standings.first?.aicc ?? .infinity
    var classes: [EngineClass] = []
    while let leader = standings.first {
      let members = standings.filter { $0.places == leader.places }
      standings.removeAll { $0.places == leader.places }
      let difference = leader.aicc - lowest
      classes.append(
        EngineClass(engines: members.map(\.engine), deltaAICc: difference.isFinite ? difference : nil))
    }
    self.classes = classes
    verdict = Self.verdict(outcomes.map(\.identification.verdict), classes)
  }

  private static func verdict(_ phases: [IdentityVerdict], _ classes: [EngineClass]) -> IdentityVerdict {
    let decided = phases.filter { $0 != .undecided }
    guard let first = decided.first else { return .undecided }
    // Engines, or laws, that every phase names.
    var shared: [String]?
    var nearly = false
    for case .engines(let engines, let isNear) in decided {
      let families = engines.map(Catalogue.family(of:))
      shared = shared.map { $0.filter(families.contains) } ?? families
      nearly = nearly || isNear
    }
    let named = decided.count {
      if case .engines = $0 { return true }
      return false
    }
    if named == decided.count, let shared, !shared.isEmpty {
      var unique: [String] = []
      for engine in shared where !unique.contains(engine) { unique.append(engine) }
      return .engines(unique, nearly: nearly)
    }
    if decided.allSatisfy({ $0.lawName == first.lawName }), case .law = first { return first }
    return decided.contains(.none) && decided.allSatisfy { $0 == .none } ? .none : .mixed
  }
}

extension IdentityVerdict {
  /// The law that was named in place of an engine.
  var lawName: String? {
    if case .law(let name, _, _) = self { return name }
    return nil
  }
}
