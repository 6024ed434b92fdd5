import LeastSquares
import ScrollModels

/// The search of a model that changes at a time: smooth only while that time stays between two samples.
extension StartSearch {
  /// Follows a local minimum from piece to piece for as long as the cost falls, and the last one to its last digits.
  ///
  /// - Parameters:
  ///   - start: the free nonlinear parameters.
  ///   - time: the position of the time of change among them, and its index in (c, α).
  ///   - known: a local minimum; nil is returned for one that is not deeper.
  func descendPieces(
    from start: [Double], time: (position: Int, index: Int), limits: [Int: ClosedRange<Double>],
    deeperThan known: LocalMinimum?
  ) -> LocalMinimum? {
    let overall = minimize(from: start, domains: limits, by: roughSolver)
    guard overall.termination != .undefined else { return nil }
    // From the piece of the deepest known one, and as deep, the search leads to it again.
    if let known, known.domains[time.index]?.contains(overall.parameters[time.position]) ?? false,
      abs(overall.sumOfSquares - known.minimum.sumOfSquares) <= 1e-6 * overall.sumOfSquares
    {
      return nil
    }
    /// The bottom of a minimum's piece to its last digits, where they are wanted.
    func bottom(_ minimum: Minimum, _ domains: [Int: ClosedRange<Double>]) -> Minimum {
      isRough ? minimum : minimize(from: minimum.parameters, domains: domains, by: solver).after(minimum)
    }
    var best: (minimum: Minimum, domains: [Int: ClosedRange<Double>])?
    var isSharp = false
    var (direction, turns) = (0, 0)
    var last = overall
    var index = samples.abscissas.lastIndex { $0 <= overall.parameters[time.position] } ?? 0
    while let piece = piece(index, within: limits[time.index]) {
      var domains = limits
      domains[time.index] = piece
      var minimum = minimize(from: last.parameters, domains: domains, by: roughSolver).after(last)
      guard minimum.termination != .undefined else { break }
      if let reached = best, !isDeeper(minimum, than: reached.minimum) {
        // The cost rises on both sides of the sample between the two pieces: that is the bottom. Where both are as deep, the
        // last digits decide.
        guard isDeeper(reached.minimum, than: known?.minimum), !isDeeper(reached.minimum, than: minimum)
        else { break }
        let earlier = isSharp ? reached.minimum : bottom(reached.minimum, reached.domains)
        minimum = bottom(minimum, domains)
        isSharp = true
        best = (earlier, reached.domains)
        guard minimum.sumOfSquares < earlier.sumOfSquares else { break }
      } else {
        isSharp = false
      }
      best = (minimum, domains)
      last = minimum
      let end = minimum.parameters[time.position]
      guard end == piece.lowerBound || end == piece.upperBound else { break }
      let step = end == piece.lowerBound ? -1 : 1
      if step == -direction { turns += 1 }
      // To and fro across one sample the cost falls by its rounding alone.
      guard turns < 2 else { break }
      direction = step
      index += step
    }
    guard let best, isDeeper(best.minimum, than: known?.minimum) else { return nil }
    var found = isSharp ? best.minimum : bottom(best.minimum, best.domains)
    let end = found.parameters[time.position]
    // The last sample alone feels a time before it: where it might as well be none, it is none.
    if end >= samples.abscissas.dropLast().last ?? 0,
      let unchanged = unchanged(near: found, time: time, limits: limits),
      !isDeeper(found, than: unchanged.minimum)
    {
      return unchanged
    }
    // At a sample between two pieces the cost rises on both sides; at the end of all of them it is cut off.
    if found.termination == .bound, let piece = best.domains[time.index], let all = limits[time.index],
      end == piece.lowerBound || end == piece.upperBound, end != all.lowerBound, end != all.upperBound
    {
      found = found.stopped(.kink)
    }
    return LocalMinimum(start: start, minimum: found, domains: best.domains)
  }

  /// The motion whose time of change is the last sample's, so that none feels it.
  private func unchanged(
    near minimum: Minimum, time: (position: Int, index: Int), limits: [Int: ClosedRange<Double>]
  ) -> LocalMinimum? {
    guard let piece = piece(samples.abscissas.count - 1, within: limits[time.index]) else { return nil }
    var (start, domains) = (minimum.parameters, limits)
    start[time.position] = piece.lowerBound
    domains[time.index] = piece
    let unchanged = minimize(from: start, domains: domains, by: solver).after(minimum)
    guard unchanged.termination != .undefined else { return nil }
    return LocalMinimum(start: start, minimum: unchanged, domains: domains)
  }

  /// The times from sample `index` until just before the next, where a sample at the time itself counts as earlier; from
  /// the last sample on, where nothing depends on the time any more, that sample's alone.
  private func piece(_ index: Int, within allowed: ClosedRange<Double>?) -> ClosedRange<Double>? {
    let abscissas = samples.abscissas
    guard abscissas.indices.contains(index) else { return nil }
    let next = index + 1 < abscissas.count ? abscissas[index + 1].nextDown : abscissas[index]
    let low = max(abscissas[index], allowed?.lowerBound ?? -.infinity)
    let high = min(next, allowed?.upperBound ?? .infinity)
    return low <= high ? low...high : nil
  }

  /// The point that an estimator begins at to be led to a local minimum: the lowest of the scan on the piece that its time is in, from
  /// which that time can be felt; without a time, where it was met.
  ///
  /// - Parameter starts: as in ``deepest(starts:)``.
  func start(of localMinimum: LocalMinimum, starts: [Int: Double]) -> [Double] {
    let free = freeNonlinear
    guard let changing = scrollModel.timeOfChange, let position = free.firstIndex(of: changing) else {
      return localMinimum.start
    }
    let problem = samples.projected(scrollModel, fixed: fixed, domains: localMinimum.domains)
    let piece = problem.parameters[position].domain
    var values = values(starts: starts, limits: limits(of: free))
    values[position] = [(piece.lowerBound + piece.upperBound) / 2]
    return GridScan(values: values).minima(of: problem).first?.point ?? localMinimum.minimum.parameters
  }
}
