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
    if end == start && model.rateCount > 0 || isAstray && range.count >= patience {
      // The first range that is long enough chooses among the starts, and so does a longer one where too short a range led
      // away from what scrolling has: the beginning of a spring that is let go is a parabola, which no rate describes.
      linearization = fitter.start(model, range)
    } else {
      for i in end..<newEnd { linearization.add(i, fitter.motion) }
    }
    end = newEnd
    var minimum = linearization.minimum
    if range.count >= patience {
      let isFar = isFar(minimum)
      if isFar {
        linearization = fitter.improved(linearization, range, steps: 3)
        minimum = linearization.minimum
      }
      // What does not improve by its derivatives is looked at again when a quarter more is known.
      if isAstray || isFar && self.isFar(minimum) { patience = range.count + max(4, range.count / 2) }
    }
    return fit(range, minimum)
  }

  /// True if the rate is none of scrolling's.
  private var isAstray: Bool {
    switch linearization.model {
    case .exponential, .exponentialWithDrift: !RateRange.momentum.contains(linearization.rates.x)
    case .criticalSpring, .spring: !RateRange.spring.contains(linearization.rates.x)
    default: false
    }
  }

  /// True if the step of the rates is too large for the derivatives: what they leave out grows with the square of its
  /// relative size.
  private func isFar(_ minimum: Linearization.Minimum) -> Bool {
    let gain = minimum.gain
    guard gain > SegmentFitter.tolerance else { return false }
    let step = minimum.solution.rates
    let rate = linearization.rates.x
    let relative = step.x.magnitude / rate + step.y.magnitude / (rate * rate)
    return !(gain * relative * relative < 0.3 && relative < 0.5)
  }

  /// The fit after the step of the rates, where that may be taken.
  private func fit(_ range: Range<Int>, _ minimum: Linearization.Minimum) -> SegmentFit? {
    guard minimum.chiSquaredAtRates.isFinite else { return nil }
    guard linearization.slopes != nil, !isFar(minimum) else {
      return SegmentFit(
        model: linearization.model, range: range, rates: linearization.rates,
        coefficients: linearization.coefficients, chiSquared: minimum.chiSquaredAtRates)
    }
    var coefficients = minimum.solution.lowHalf
    coefficients[SegmentModel.maximumCoefficients] = 0
    return SegmentFit(
      model: linearization.model, range: range, rates: linearization.rates + minimum.solution.rates,
      coefficients: coefficients, chiSquared: minimum.chiSquared)
  }
}
