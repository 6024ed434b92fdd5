/// A model followed from one start over growing ranges.
///
/// The linearized factor takes in the new samples; it is computed anew only where the step that it asks for is too large for
/// its derivatives to hold.
struct GrowingFit {
  private(set) var linearization: Linearization
  private let start: Int
  private var end: Int
  private let minimum: Int
  /// The number of samples below which the search for better rates is not tried again.
  private var patience = 0

  init(_ model: SegmentModel, start: Int, minimum: Int) {
    linearization = Linearization(model, rates: model.starts[0], slopes: nil, origin: start)
    self.start = start
    end = start
    self.minimum = minimum
  }

  /// The fit to the range from the start to `newEnd`; nil while it has too few samples.
  mutating func fit(to newEnd: Int, _ fitter: SegmentFitter) -> SegmentFit? {
    guard newEnd - start >= minimum else { return nil }
    let model = linearization.model
    let range = start..<newEnd
    if end == start, model.rateCount > 0 {
      // The first range that is long enough chooses among the starts.
      linearization = fitter.start(model, range)
    } else {
      for i in end..<newEnd { linearization.add(i, fitter.motion) }
    }
    end = newEnd
    if range.count >= patience, isFar {
      let improved = fitter.improved(linearization, range, steps: 6)
      linearization = improved
      // What does not improve by its derivatives is looked at again when a quarter more is known.
      if isFar { patience = range.count + max(4, range.count / 4) }
    }
    return fit(range)
  }

  /// True if the step of the rates is too large for the derivatives: what they leave out grows with the square of its
  /// relative size.
  private var isFar: Bool {
    let gain = linearization.gain
    guard gain > SegmentFitter.tolerance else { return false }
    let step = linearization.step
    let rate = linearization.rates.x
    let relative = step.x.magnitude / rate + step.y.magnitude / (rate * rate)
    return !(gain * relative * relative < 0.3 && relative < 0.5)
  }

  private func fit(_ range: Range<Int>) -> SegmentFit? {
    guard linearization.chiSquared.isFinite else { return nil }
    let isTrusted = !isFar
    let columns = isTrusted ? linearization.factor.columns : linearization.model.coefficientCount
    let solution = linearization.factor.coefficients(first: columns)
    var linear = SIMD4<Double>()
    for j in 0..<linearization.model.coefficientCount { linear[j] = solution[j] }
    return SegmentFit(
      model: linearization.model, range: range,
      rates: isTrusted ? linearization.rates + linearization.step : linearization.rates, coefficients: linear,
      chiSquared: max(0, isTrusted ? linearization.factor.sumOfSquares : linearization.chiSquared))
  }
}
