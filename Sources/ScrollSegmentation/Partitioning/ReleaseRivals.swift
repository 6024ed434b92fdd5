import Elementary

extension Refinement {
  /// The glides that springs behind a finger may be, and the springs that glides may be, by their first samples: each with the
  /// boundary between it and the finger that suits it.
  ///
  /// ``SegmentFitter/alternatives(_:after:penalty:)`` weighs them over the same samples, which favors the one that was chosen.
  func weighReleases(_ sequence: [Segment]) -> [Int: Alternative] {
    var alternatives: [Int: Alternative] = [:]
    for index in sequence.indices.dropFirst() where sequence[index - 1].regime == .finger {
      guard let other = sequence[index].regime.otherRelease,
        let rival = leastCostly(
          sequence, replacing: (index - 1)..<(index + 1), with: [.finger, other], below: Self.improbable)
      else { continue }
      let fit = rival.segments.last { $0.regime == other }?.fit
      alternatives[sequence[index].range.lowerBound] = Alternative(
        regime: other, model: fit?.model, probability: Self.probability(ofChange: rival.change))
    }
    return alternatives
  }

  /// The change of cost from which on another explanation is too improbable to be named.
  private static let improbable = 2 * logarithm(1 / SegmentFitter.minimumProbability - 1)
}

extension Regime {
  /// The other regime in which content moves on that a finger has let go.
  fileprivate var otherRelease: Regime? {
    switch self {
    case .momentum: .spring
    case .spring: .momentum
    case .rest, .hold, .finger, .steady, .eased: nil
    }
  }
}
