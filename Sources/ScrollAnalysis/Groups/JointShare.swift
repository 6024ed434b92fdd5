/// A fit in a batch.
struct FitReference: Hashable {
  let position: Int
  let part: Int
  let fit: Int
}

/// The constants of a model that the recordings of a group are to share.
struct JointShare {
  let constants: [BatchCollection.ConstantName]
  /// Nil for all recordings.
  let group: BatchCollection.Group?
  /// Those that have every one of the constants.
  let references: [FitReference]
}

extension BatchCollection {
  private struct ModelKey: Hashable {
    let phase: String
    let axis: String
    let model: String
  }

  /// The shares of every model and group with two fits or more.
  var shares: [JointShare] {
    var modelKeys: [ModelKey] = []
    var byModelKey: [ModelKey: [Constant]] = [:]
    for constant in constants where constant.name.isOfEngine {
      let modelKey = ModelKey(
        phase: constant.name.phase, axis: constant.name.axis, model: constant.name.model)
      if byModelKey[modelKey] == nil { modelKeys.append(modelKey) }
      byModelKey[modelKey, default: []].append(constant)
    }
    return modelKeys.flatMap { modelKey in
      let own = byModelKey[modelKey] ?? []
      let sets = own.map { Set($0.observations.map(fitReference)) }
      guard let first = own.first else { return [JointShare]() }
      let groups =
        [(group: Group?.none, observations: first.observations)]
        + keys.flatMap { key in
          members(of: first, by: key).map { (group: Optional($0.group), observations: $0.observations) }
        }
      return groups.compactMap { group, observations in
        let references = observations.map(fitReference).filter { reference in
          sets.allSatisfy { $0.contains(reference) }
        }
        return references.count > 1
          ? JointShare(constants: own.map(\.name), group: group, references: references) : nil
      }
    }
  }

  private func fitReference(_ observation: Observation) -> FitReference {
    let recording = recordings[observation.recording]
    return FitReference(position: recording.position, part: recording.part, fit: observation.fit)
  }
}
