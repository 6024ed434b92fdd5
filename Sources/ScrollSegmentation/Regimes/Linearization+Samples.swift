internal import CKernels
import LinearAlgebra

extension Linearization {
  /// The linearization over samples that are there at once.
  init(
    _ model: SegmentModel, rates: SIMD2<Double>, slopes: SIMD4<Double>?, _ range: Range<Int>,
    _ motion: borrowing Motion
  ) {
    self.init(model, rates: rates, slopes: slopes, origin: range.lowerBound)
    linearize(at: rates, slopes: slopes, range, motion)
  }

  /// Linearizes at other rates, over samples from the origin on that are there at once; in place, as a factor is large.
  mutating func linearize(
    at rates: SIMD2<Double>, slopes: SIMD4<Double>?, _ range: Range<Int>, _ motion: borrowing Motion
  ) {
    self.rates = rates
    self.slopes = model.rateCount == 0 ? nil : slopes
    if model.curve == nil {
      motion.withColumns(of: model, at: rates, range, from: origin) { takeIn($0, range, motion) }
    } else if range.count >= Self.fewestAtOnce {
      addFirst(range, motion)
    } else {
      factor = RowUpdatedQR(columns: Self.maximumColumns)
      add(range, motion)
    }
  }

  /// Linearizes at other rates about given coefficients, or about the best ones there, where χ² is below a bound; returns the χ²,
  /// with nothing changed where it is not below.
  mutating func linearize(
    at rates: SIMD2<Double>, slopes known: SIMD4<Double>?, _ range: Range<Int>, _ motion: borrowing Motion,
    below bound: Double
  ) -> Double {
    guard let curve = model.curve else {
      var next = Linearization(model, rates: rates, slopes: known, origin: origin)
      motion.withColumns(of: model, at: rates, range, from: origin) { columns in
        next.takeIn(columns, range, motion)
        guard known == nil, next.chiSquared < bound else { return }
        next.slopes = next.coefficients
        next.takeIn(columns, range, motion)
      }
      if next.chiSquared < bound { self = next }
      return next.chiSquared
    }
    let (coefficients, derivatives) = (model.coefficientCount, model.rateCount)
    let stride = (range.count + 7) / 8 * 8
    let capacity = stride > Int(SCROLLFIT_SAMPLES_AT_ONCE) ? stride * Int(SCROLLFIT_NUMBERS_AT_BEST) : 0
    var found = Double.infinity
    withUnsafeTemporaryAllocation(of: Double.self, capacity: capacity) { space in
      motion.withSegment(range, from: origin, rates, known) { segment in
        found = scrollfit_linearize_below(
          Self.path, curve, coefficients, derivatives, segment, known == nil ? 1 : 0, bound,
          space.baseAddress, &factor.triangle, &least)
      }
    }
    if found < bound { (self.rates, slopes) = (rates, known ?? self.coefficients) }
    return found
  }

  /// Linearizes at the start of the least finite χ², about the best coefficients there; returns false, with nothing changed, where there
  /// is none.
  ///
  /// - Parameters:
  ///   - curve: the model's own.
  ///   - starts: fewer than `SCROLLFIT_STARTS`.
  ///   - another: one more start.
  mutating func linearize(
    _ curve: scrollfit_curve, atBestOf starts: [SIMD2<Double>], and another: SIMD2<Double>?,
    _ range: Range<Int>, _ motion: borrowing Motion
  ) -> Bool {
    var all = InlineArray<4, SIMD2<Double>>(repeating: another ?? .zero)
    for index in starts.indices { all[index] = starts[index] }
    let number = starts.count + (another == nil ? 0 : 1)
    let (coefficients, derivatives) = (model.coefficientCount, model.rateCount)
    let stride = (range.count + 7) / 8 * 8
    let capacity = stride > Int(SCROLLFIT_SAMPLES_AT_ONCE) ? stride * Int(SCROLLFIT_NUMBERS_AT_BEST) : 0
    var best = -1
    withUnsafeTemporaryAllocation(of: Double.self, capacity: capacity) { space in
      motion.withSegment(range, from: origin, .zero, nil) { segment in
        withUnsafeBytes(of: all) { rates in
          best = scrollfit_linearize_best(
            Self.path, curve, coefficients, derivatives, segment,
            rates.assumingMemoryBound(to: Double.self).baseAddress, number, space.baseAddress,
            &factor.triangle, &least)
        }
      }
    }
    guard best >= 0 else { return false }
    (rates, slopes) = (all[best], self.coefficients)
    return true
  }

  /// Takes in the first samples of a curve at once.
  private mutating func addFirst(_ range: Range<Int>, _ motion: borrowing Motion) {
    let stride = (range.count + 7) / 8 * 8
    if stride <= Int(SCROLLFIT_SAMPLES_AT_ONCE) { return linearize(range, motion, space: nil) }
    withUnsafeTemporaryAllocation(of: Double.self, capacity: stride * (Self.maximumColumns + 1)) { space in
      linearize(range, motion, space: space.baseAddress)
    }
  }

  /// Takes in the first samples of a model by its columns.
  private mutating func takeIn(
    _ columns: UnsafeBufferPointer<ModelColumns>, _ range: Range<Int>, _ motion: borrowing Motion
  ) {
    let (offsets, precisions, first) = (motion.offsets, motion.precisions, range.lowerBound)
    let level = offsets[origin]
    if range.count < Self.fewestAtOnce {
      factor = RowUpdatedQR(columns: Self.maximumColumns)
      for position in 0..<range.count {
        let row = row(of: columns[position], offset: offsets[first + position] - level)
        factor.add(row * precisions[first + position])
      }
    } else {
      let stride = (range.count + 7) / 8 * 8
      let (coefficients, derivatives) = (model.coefficientCount, derivatives)
      let lanes = SegmentModel.maximumCoefficients..<SegmentModel.maximumCoefficients + derivatives
      withUnsafeTemporaryAllocation(of: Double.self, capacity: stride * (Self.maximumColumns + 1)) { space in
        for column in 0...(coefficients + derivatives) {
          for position in range.count..<stride { space[column * stride + position] = 0 }
        }
        for position in 0..<range.count {
          let offset = offsets[first + position] - level
          let row = row(of: columns[position], offset: offset) * precisions[first + position]
          for j in 0..<coefficients { space[j * stride + position] = row[j] }
          for j in 0..<derivatives {
            space[(coefficients + j) * stride + position] = row[SegmentModel.maximumCoefficients + j]
          }
          space[(coefficients + derivatives) * stride + position] = row[RowUpdatedQR.last]
        }
        factor.addFirst(lanes: 0..<coefficients, lanes, factoring: space, stride: stride)
      }
    }
    findMinimum()
  }

  /// The fewest samples whose rows are not taken in one by one.
  private static let fewestAtOnce = Int(SCROLLFIT_FEWEST_AT_ONCE)

  /// The number of derivatives by the rates that the rows have.
  private var derivatives: Int { slopes == nil ? 0 : model.rateCount }

  /// Takes in the samples of a curve, at once.
  private mutating func linearize(
    _ range: Range<Int>, _ motion: borrowing Motion, space: UnsafeMutablePointer<Double>?
  ) {
    guard let curve = model.curve else { return }
    let (coefficients, derivatives) = (model.coefficientCount, derivatives)
    motion.withSegment(range, from: origin, rates, slopes) { segment in
      scrollfit_linearize(
        Self.path, curve, coefficients, derivatives, segment, space, &factor.triangle, &least)
    }
  }

  /// Takes in samples one by one.
  ///
  /// - Parameters:
  ///   - isBackward: whether the last is taken in first.
  ///   - remainders: where the least sum of squares after each goes.
  mutating func add(
    _ range: Range<Int>, _ motion: borrowing Motion, isBackward: Bool = false,
    remainders: UnsafeMutableBufferPointer<Double>? = nil
  ) {
    if let curve = model.curve {
      let (coefficients, derivatives) = (model.coefficientCount, derivatives)
      return motion.withSegment(range, from: origin, rates, slopes) { segment in
        scrollfit_grow(
          Self.path, curve, coefficients, derivatives, segment, isBackward ? 1 : 0, &factor.triangle,
          remainders?.baseAddress, &least)
      }
    }
    for position in 0..<range.count {
      let i = isBackward ? range.upperBound - 1 - position : range.lowerBound + position
      let row = row(
        at: motion.times[i] - motion.times[origin], offset: motion.offsets[i] - motion.offsets[origin])
      factor.add(row * motion.precisions[i])
      remainders?[position] = factor.sumOfSquares
    }
    findMinimum()
  }

  /// Takes in samples one by one, and finds the state in the middle between each and the next one.
  ///
  /// - Parameters:
  ///   - step: half of the time over which slopes are taken, s.
  ///   - unknown: the variance of what the samples do not determine; 0 takes it as known.
  ///   - states: where the states go, their offsets counted from the origin's; the samples' least sums of squares with them.
  /// - Returns: false for a model that is not a kernel's curve; then nothing has changed.
  mutating func add(
    _ range: Range<Int>, _ motion: borrowing Motion, isBackward: Bool, step: Double, unknown: Double,
    states: UnsafeMutableBufferPointer<scrollfit_state>
  ) -> Bool {
    guard let curve = model.curve else { return false }
    let (coefficients, derivatives) = (model.coefficientCount, derivatives)
    motion.withSegment(range, from: origin, rates, slopes) { segment in
      scrollfit_boundary_states(
        Self.path, curve, coefficients, derivatives, segment, isBackward ? 1 : 0, step, unknown,
        &factor.triangle, states.baseAddress)
    }
    return true
  }

  /// The state at a time; nil for a model that is not a kernel's curve. In place, as a factor is large.
  ///
  /// - Parameters:
  ///   - step: half of the time over which slopes are taken, s.
  ///   - unknown: the variance of what the samples do not determine; 0 takes it as known.
  ///   - deviation: by how much the samples' standard deviations are larger than their precisions say.
  mutating func state(
    at time: Double, _ motion: borrowing Motion, step: Double, unknown: Double, deviation: Double
  ) -> scrollfit_state? {
    guard let curve = model.curve else { return nil }
    let (coefficients, derivatives) = (model.coefficientCount, derivatives)
    var state = scrollfit_state()
    motion.withSegment(origin..<origin, from: origin, rates, slopes) { segment in
      scrollfit_boundary_state(
        Self.path, curve, coefficients, derivatives, segment, time, step, unknown, deviation,
        &factor.triangle, &state)
    }
    return state
  }

  /// The instruction set that samples are taken in with.
  private static var path: scrollfit_path { scrollfit_fastest_path() }
}

extension SegmentModel {
  /// The curve whose columns are computed for all samples at once; nil where there is none.
  var curve: scrollfit_curve? {
    switch self {
    case .constant, .constantVelocity, .parabola: SCROLLFIT_POLYNOMIAL
    case .exponential, .exponentialWithDrift: SCROLLFIT_DECAY
    case .criticalSpring: SCROLLFIT_CRITICAL_SPRING
    case .spring: SCROLLFIT_SPRING
    case .fingerStop: SCROLLFIT_FINGER_STOP
    case .easeCosine, .easeCubic, .easeCSS, .easeQuadratic: nil
    case .strokeEven, .strokeEarly, .strokeLate, .strokeSmooth: nil
    }
  }
}
