/// A fit in a batch.
struct FitPlace: Hashable {
  let position: Int
  let part: Int
  let fit: Int
}

/// The constants of a law that the recordings of a group are to share.
struct JointShare {
  let constants: [BatchCollection.ConstantName]
  /// Nil for all recordings.
  let group: BatchCollection.Group?
  /// Those that have every one of the constants.
  let places: [FitPlace]
}

extension BatchCollection {
  private struct Law: Hashable {
    let phase: String
    let axis: String
    let model: String
  }

  /// The shares of every law and group with two fits or more.
  var shares: [JointShare] {
    var laws: [Law] = []
    var byLaw: [Law: [Constant]] = [:]
    for constant in constants where constant.name.isOfEngine {
      let law = Law(phase: constant.name.phase, axis: constant.name.axis, model: constant.name.model)
      if byLaw[law] == nil { laws.append(law) }
      byLaw[law, default: []].append(constant)
    }
    return laws.flatMap { law in
      let own = byLaw[law] ?? []
      let sets = own.map { Set($0.observations.map(fitPlace)) }
      guard let first = own.first else { return [JointShare]() }
      let groups =
        [(group: Group?.none, observations: first.observations)]
        + keys.flatMap { key in
          members(of: first, by: key).map { (group: Optional($0.group), observations: $0.observations) }
        }
      return groups.compactMap { group, observations in
        let places = observations.map(fitPlace).filter { place in sets.allSatisfy { $0.contains(place) } }
        return places.count > 1
          ? JointShare(constants: own.map(\.name), group: group, places: places) : nil
      }
    }
  }

  private func fitPlace(_ observation: Observation) -> FitPlace {
    let recording = recordings[observation.recording]
    return FitPlace(position: recording.position, part: recording.part, fit: observation.fit)
  }
}
