/// The fits and change points of a refinement, each computed once.
extension Refinement {
  func boundary(_ left: Segment, _ right: Segment) -> ChangePoint? {
    guard let leftFit = left.fit, let rightFit = right.fit else { return nil }
    let key = SegmentPair(
      left: SegmentIdentity(left.regime, left.range, leftFit),
      right: SegmentIdentity(right.regime, right.range, rightFit))
    if let known = memo.changePoints[key] { return known }
    let strongest = TransitionTable.transition(from: left.regime, to: right.regime)?.strongest ?? .none
    let search = ChangePointSearch(
      left: leftFit, right: rightFit, minimum: (left.regime.minimumSamples, right.regime.minimumSamples),
      strongest: strongest, penalty: penalty, probability: probability)
    let isExact = isExact(left, leftFit) || isExact(right, rightFit)
    // A closure that named the refinement would copy it.
    let (memo, penalty) = (memo, penalty)
    let found = search.changePoint(isExact ? fine : coarse) { side in
      isExact
        ? memo.fineSides.value(for: side) { GrowingSide(side, penalty: penalty) }
        : memo.coarseSides.value(for: side) { GrowingSide(side, penalty: penalty) }
    }
    memo.changePoints.keep(found, for: key)
    return found
  }

  /// Returns true if a model holds to the last digit of the samples, so that they may be trusted as far as they are written.
  private func isExact(_ segment: Segment, _ fit: SegmentFit) -> Bool {
    guard isFiner, segment.regime == .momentum || segment.regime == .spring else { return false }
    return memo.exactness.value(for: SegmentIdentity(segment.regime, segment.range, fit)) {
      guard let closer = fine.fit(fit.model, segment.range, from: [fit.rates]) else { return false }
      return closer.chiSquared <= 2 * Double(segment.range.count)
    }
  }

  /// The change of cost where two segments meet.
  func continuityCost(
    _ left: SegmentFit, _ right: SegmentFit, from before: Regime, to after: Regime
  ) -> Double {
    let key = SegmentPair(
      left: SegmentIdentity(before, left.range, left), right: SegmentIdentity(after, right.range, right))
    if let known = memo.continuityCosts[key] { return known }
    let cost = coarse.continuityCost(left, right, from: before, to: after, penalty: penalty)
    memo.continuityCosts.keep(cost, for: key)
    return cost
  }

  func refit(_ segment: inout Segment) {
    // What other regimes' models were found at decides nothing.
    let last = segment.regime.hasRates ? segment.fit : nil
    let key = FitRequest(regime: segment.regime, range: segment.range, last: last.map(StartingPoint.init))
    if let known = memo.fits[key] {
      segment.fit = known
    } else {
      segment.fit = coarse.fit(segment.regime, segment.range, from: last, penalty: penalty)
      memo.fits.keep(segment.fit, for: key)
    }
  }
}
