internal import CKernels
import Elementary

/// One segment of a motion and the model that explains it.
struct Segment {
  var regime: Regime
  var range: Range<Int>
  var fit: SegmentFit?
}

/// A model fitted to a range of a motion.
struct SegmentFit {
  let model: SegmentModel
  let range: Range<Int>
  private let numbers: PlainNumbers
  /// χ² = Σ ((xᵢ − f(tᵢ))/σᵢ)².
  let chiSquared: Double
  /// True if the model itself determines where the range ends: then the end is no parameter of its own.
  var endsByItself: Bool
  /// The segment's cost without penalties, which is asked for several times.
  let cost: Double

  init(
    model: SegmentModel, range: Range<Int>, rates: SIMD2<Double>, coefficients: SIMD4<Double>,
    chiSquared: Double, endsByItself: Bool = false
  ) {
    self.model = model
    self.range = range
    numbers = PlainNumbers(rates: rates, coefficients: coefficients)
    self.chiSquared = chiSquared
    self.endsByItself = endsByItself
    cost = segmentCost(chiSquared: chiSquared, count: range.count, parameters: model.parameterCount)
  }

  /// α; time is counted from the range's first sample.
  var rates: SIMD2<Double> { numbers.rates }
  /// c; the offset is counted from the range's first sample's.
  var coefficients: SIMD4<Double> { numbers.coefficients }
  var parameterCount: Int { model.parameterCount }
  /// True if noise explains what the model leaves, so that no more general one is tried.
  var isExplained: Bool { chiSquared <= 1.5 * Double(range.count) }

  /// The cost with a penalty for every parameter and one for the range's end.
  func total(penalty: Double) -> Double {
    cost + Double(min(parameterCount, range.count) + (endsByItself ? 0 : 1)) * penalty
  }
}

extension SegmentFit {
  /// The same fit of the same samples where they are counted otherwise.
  func over(_ range: Range<Int>) -> SegmentFit {
    SegmentFit(
      model: model, range: range, rates: rates, coefficients: coefficients, chiSquared: chiSquared,
      endsByItself: endsByItself)
  }

  /// The common scale s² ≥ 1 of the samples' variances.
  var scale: Double {
    let degreesOfFreedom = Double(range.count - parameterCount)
    return degreesOfFreedom > 0 ? max(1, chiSquared / degreesOfFreedom) : 1
  }
}

/// −2 log likelihood of samples whose weighted residual sum of squares is χ², with their common scale s ≥ 1 estimated:
/// ν log s² + χ²/s², s² = max(1, χ²/ν), ν = count − parameters.
///
/// A model that passes through all of its samples has explained none: ν ≤ 0 costs nothing and shows nothing.
func segmentCost(chiSquared: Double, count: Int, parameters: Int) -> Double {
  let degreesOfFreedom = Double(count - parameters)
  guard degreesOfFreedom > 0 else { return 0 }
  let scale = chiSquared / degreesOfFreedom
  return scale <= 1 ? chiSquared : degreesOfFreedom * (logarithm(scale) + 1)
}

/// Replaces sums of squares by the same, all at once.
///
/// - Parameter degreesOfFreedom: ν of each; as many, a multiple of 8.
func replaceByCosts(
  _ squares: UnsafeMutableBufferPointer<Double>, degreesOfFreedom: UnsafeMutableBufferPointer<Double>
) {
  precondition(squares.count == degreesOfFreedom.count && squares.count.isMultiple(of: 8))
  scrollfit_segment_costs(
    scrollfit_fastest_path(), squares.baseAddress, degreesOfFreedom.baseAddress, squares.baseAddress,
    squares.count)
}

/// −2 log likelihood that one more parameter must be worth among so many samples, as in the Bayesian information criterion.
func parameterPenalty(count: Int) -> Double { logarithm(Double(max(16, count))) }

/// Fits models to ranges of one motion by Gauss–Newton on (c, α): each step takes the coefficients that are best at the new
/// rates, and is halved until it lowers χ².
///
/// - Complexity: O(samples) a step, and a handful of steps.
struct SegmentFitter {
  let motion: Motion

  /// A change of χ², in units of a sample's variance, that no decision depends on.
  static let tolerance = 1e-3

  init(_ motion: Motion) { self.motion = motion }

  func linearized(
    _ model: SegmentModel, _ range: Range<Int>, _ rates: SIMD2<Double>, slopes: SIMD4<Double>?
  ) -> Linearization {
    Linearization(model, rates: rates, slopes: slopes, range, motion)
  }

  /// The least-squares fit of a model to a range, from the best of several starts; nil where none gives a finite one. A model without
  /// rates needs none.
  func fit(_ model: SegmentModel, _ range: Range<Int>, from starts: [SIMD2<Double>] = [])
    -> SegmentFit?
  {
    var point = Linearization(model, rates: .zero, slopes: nil, origin: range.lowerBound)
    if model.rateCount > 0 {
      guard moveToBest(of: starts, &point, range) else { return nil }
      improve(&point, range, steps: 20)
    } else {
      point.linearize(at: .zero, slopes: nil, range, motion)
    }
    let minimum = point.minimum
    guard minimum.chiSquaredAtRates.isFinite else { return nil }
    return SegmentFit(
      model: model, range: range, rates: point.rates, coefficients: point.coefficients,
      chiSquared: max(0, minimum.chiSquaredAtRates - min(max(0, minimum.gain), Self.tolerance)))
  }

  /// Linearizes a model at the best of its starts and goes down from there; returns true if no step leads lower.
  func start(_ point: inout Linearization, _ range: Range<Int>) -> Bool {
    let starts = point.model.starts
    if !moveToBest(of: starts, and: integratedStart(point.model, range), &point, range) {
      point.linearize(at: starts[0], slopes: .zero, range, motion)
    }
    return !improve(&point, range, steps: 3)
  }

  /// Linearizes a model at the start of the least finite χ²; returns false where there is none.
  private func moveToBest(
    of starts: [SIMD2<Double>], and another: SIMD2<Double>? = nil, _ point: inout Linearization,
    _ range: Range<Int>
  ) -> Bool {
    if let curve = point.model.curve, starts.count < Int(SCROLLFIT_STARTS) {
      return point.linearize(curve, atBestOf: starts, and: another, range, motion)
    }
    var least = Double.infinity
    func tryStart(_ rates: SIMD2<Double>) {
      least = min(least, point.linearize(at: rates, slopes: nil, range, motion, below: least))
    }
    for rates in starts { tryStart(rates) }
    if let another { tryStart(another) }
    return least < .infinity
  }

  /// Takes at most so many Gauss–Newton steps; returns false if none leads lower from where it ends.
  @discardableResult
  func improve(_ point: inout Linearization, _ range: Range<Int>, steps: Int) -> Bool {
    for _ in 0..<steps {
      let minimum = point.minimum
      guard isAbove(minimum) else { break }
      guard lower(&point, minimum, range) else { return false }
    }
    return true
  }

  /// Returns true if a step leads lower by more than no decision depends on.
  private func isAbove(_ minimum: Linearization.Minimum) -> Bool {
    minimum.gain > Self.tolerance + 1e-9 * minimum.chiSquaredAtRates
  }

  /// Linearizes the model after the step, or after the first of its halves that is lower; returns false, with nothing changed, where none
  /// is.
  private func lower(
    _ point: inout Linearization, _ minimum: Linearization.Minimum, _ range: Range<Int>
  ) -> Bool {
    let step = minimum.solution.rates
    guard step.x.isFinite, step.y.isFinite else { return false }
    let (model, old) = (point.model, point.rates)
    let coefficients = point.coefficients
    var share = model.isEasing ? 1 : min(1, 0.5 * old.x / step.x.magnitude)
    for _ in 0..<6 {
      let rates = model.limited(model.moved(old, by: share * step), from: old)
      // Far from the last point its coefficients no longer give the derivatives.
      let slopes = share < 1 ? nil : coefficients
      let bound = minimum.chiSquaredAtRates
      if point.linearize(at: rates, slopes: slopes, range, motion, below: bound) < bound { return true }
      share /= 2
    }
    return false
  }
}

extension SegmentModel {
  /// The rates after a step.
  ///
  /// A spring's valley is straight in the coefficients of y″ + p y′ + q y = 0, p = 2σ and q = σ² − D: a step that is linear in
  /// them moves D by (Δσ)² more.
  func moved(_ rates: SIMD2<Double>, by step: SIMD2<Double>) -> SIMD2<Double> {
    var moved = rates + step
    if self == .spring { moved[1] += step[0] * step[0] }
    return moved
  }

  /// Rates within the model's domain and not too far from where they were: a rate at most triples or falls to a third in one
  /// step.
  func limited(_ rates: SIMD2<Double>, from old: SIMD2<Double>) -> SIMD2<Double> {
    var limited = rates
    switch self {
    case .constant, .constantVelocity, .parabola: break
    case .exponential, .exponentialWithDrift, .criticalSpring:
      limited[0] = min(max(rates[0], old[0] / 3), old[0] * 3)
    case .spring:
      limited[0] = min(max(rates[0], old[0] / 2), old[0] * 2)
      // Between a spring that returns twenty times slower by one of its rates and one that swings with a ratio of 0.05.
      let square = limited[0] * limited[0]
      limited[1] = min(max(rates[1], -400 * square), 0.81 * square)
    case .easeCosine, .easeCubic, .easeCSS, .easeQuadratic, .strokeEven, .strokeEarly, .strokeLate,
      .strokeSmooth:
      limited[1] = min(max(rates[1], old[1] / 2), old[1] * 2)
      limited[0] = min(max(rates[0], old[0] - old[1] / 2), old[0] + old[1] / 2)
    case .fingerStop:
      limited = SIMD2(min(max(rates[0], old[0] / 2), old[0] * 2), old[1])
    }
    return limited
  }

  /// The rates at which a search starts without a better guess.
  var starts: [SIMD2<Double>] {
    switch self {
    case .constant, .constantVelocity, .parabola: Self.starts.none
    case .exponential, .exponentialWithDrift: Self.starts.decay
    case .criticalSpring: Self.starts.critical
    case .spring: Self.starts.spring
    case .easeCosine, .easeCubic, .easeCSS, .easeQuadratic: Self.starts.easing
    case .strokeEven, .strokeEarly, .strokeLate, .strokeSmooth: Self.starts.easing
    case .fingerStop: Self.starts.stop
    }
  }

  /// Made once: each segment that is tried asks for them.
  private static let starts:
    (
      none: [SIMD2<Double>], decay: [SIMD2<Double>], critical: [SIMD2<Double>], spring: [SIMD2<Double>],
      easing: [SIMD2<Double>], stop: [SIMD2<Double>]
    ) = (
      [.zero], [SIMD2(1, 0), SIMD2(3, 0), SIMD2(9, 0)], [SIMD2(5, 0), SIMD2(10, 0), SIMD2(20, 0)],
      [SIMD2(10, 0), SIMD2(5, -100), SIMD2(4, -15)], [SIMD2(0, 0.4)], [SIMD2(0.2, 1)]
    )
}

/// The velocity at the first of a phase's samples, unit/s.
package func initialVelocity(times: [Double], offsets: [Double], grid: Double?) -> Double {
  Motion(times: times, offsets: offsets, grid: grid).velocity(at: 0, in: 0..<times.count)
}

extension Motion {
  /// The slope of the parabola through the up to five samples of a range nearest to one of its ends, there.
  func velocity(at index: Int, in range: Range<Int>) -> Double {
    let span =
      index - range.lowerBound < range.upperBound - index
      ? range.lowerBound..<min(range.upperBound, range.lowerBound + 5)
      : max(range.lowerBound, range.upperBound - 5)..<range.upperBound
    guard span.count > 2, let fit = SegmentFitter(self).fit(.parabola, span) else {
      // Too few to bend: the step to or from the neighbor outside.
      let before = max(0, span.lowerBound - 1)
      let after = min(count - 1, span.upperBound - 1)
      return after > before ? (offsets[after] - offsets[before]) / (times[after] - times[before]) : 0
    }
    return fit.coefficients[1] + 2 * fit.coefficients[2] * (times[index] - times[span.lowerBound])
  }
}
