import CKernels
import Testing

@testable import ScrollSegmentation

/// The states of curves between samples.
extension GrowingFactorTests {
  @Test("The states of each curve are the sums that its factor gives", arguments: [false, true])
  func statesOfCurves(isBackward: Bool) {
    let (range, step, unknown) = (2..<34, 8e-4, 1e16)
    let near = 3 * range.count
    for path in Self.paths {
      for (curve, coefficients, derivatives) in Self.curves {
        var (triangle, other) = (scrollfit_triangle(), scrollfit_triangle())
        scrollfit_triangle_clear(&triangle)
        scrollfit_triangle_clear(&other)
        var states = [scrollfit_state](repeating: scrollfit_state(), count: range.count)
        Self.withSegment(range, Self.offsets, Self.precisions, rates: (6, -15)) {
          scrollfit_boundary_states(
            path, curve, coefficients, derivatives, $0, isBackward ? 1 : 0, step, unknown, &triangle, &states)
        }
        let samples = isBackward ? Array(range.reversed()) : Array(range)
        let middles = samples.map { (Self.times[$0] + Self.times[isBackward ? $0 - 1 : $0 + 1]) / 2 }
        let instants = middles.flatMap { [$0 - step, $0, $0 + step] }
        var columns = [Double](repeating: .nan, count: 6 * near)
        var numbers = [Double](repeating: .nan, count: 6 * 32)
        Self.withSegment(range, Self.offsets, Self.precisions, rates: (6, -15)) {
          scrollfit_curve_columns(path, curve, coefficients, derivatives, $0, &numbers, 32)
        }
        let (none, ones) = ([Double](repeating: 0, count: near), [Double](repeating: 1, count: near))
        instants.withUnsafeBufferPointer { times in
          none.withUnsafeBufferPointer { none in
            ones.withUnsafeBufferPointer { ones in
              var segment = scrollfit_segment(
                times: times.baseAddress, offsets: none.baseAddress, precisions: ones.baseAddress,
                count: near,
                readable: near, start: Self.times[range.lowerBound], level: 0, rates: (6, -15),
                slopes: (0, 9, -70))
              scrollfit_curve_columns(path, curve, coefficients, derivatives, &segment, &columns, near)
            }
          }
        }
        func row(_ columns: [Double], _ stride: Int, _ place: Int) -> [Double] {
          var row = [Double](repeating: 0, count: 8)
          for j in 0..<coefficients { row[j] = columns[j * stride + place] }
          for j in 0..<derivatives { row[3 + j] = columns[(coefficients + j) * stride + place] }
          row[7] = columns[(coefficients + derivatives) * stride + place]
          return row
        }
        for (taken, sample) in samples.enumerated() {
          scrollfit_triangle_add(path, &other, row(numbers, 32, sample - range.lowerBound), 1)
          let around = (0..<3).map { row(columns, near, 3 * taken + $0) }
          let (values, whitened) = Self.sums(path, other, around, step, unknown)
          let (state, name) = (states[taken], "\(curve), \(coefficients), \(derivatives), \(taken)")
          #expect([state.values.0, state.values.1, state.values.2] == Array(values[..<3]), "\(name)")
          #expect(state.squares == other.inverse.7, "\(name)")
          let (offset, velocity) = (state.offset, state.velocity)
          let offsets: [Double] = [offset.0, offset.1, offset.2, offset.3, offset.4]
          let velocities: [Double] = [velocity.0, velocity.1, velocity.2, velocity.3, velocity.4]
          #expect(offsets == Array(whitened[..<5]) && velocities == Array(whitened[8..<13]), "\(name)")
          expectSingle(path, curve, coefficients, derivatives, other, middles[taken], step, unknown, name)
        }
      }
    }
  }

  /// The sums of the coefficients with a value, a slope and a curvature, by the rows before, at and behind a time.
  private static func sums(
    _ path: scrollfit_path, _ factor: scrollfit_triangle, _ rows: [[Double]], _ step: Double,
    _ unknown: Double
  ) -> (values: [Double], whitened: [Double]) {
    let slopes = zip(rows[0], rows[2]).map { ($1 - $0) / (2 * step) }
    let curvatures = (0..<8).map { (rows[2][$0] - 2 * rows[1][$0] + rows[0][$0]) / (step * step) }
    var (triangle, values, whitened) = (
      factor, [Double](repeating: .nan, count: 4), [Double](repeating: .nan, count: 24)
    )
    scrollfit_triangle_combine(path, &triangle, unknown, rows[1] + slopes + curvatures, &values, &whitened)
    return (values, whitened)
  }

  /// The state at one time is the sums that the factor gives there, its instants counted from the segment's start.
  private func expectSingle(
    _ path: scrollfit_path, _ curve: scrollfit_curve, _ coefficients: Int, _ derivatives: Int,
    _ factor: scrollfit_triangle, _ time: Double, _ step: Double, _ unknown: Double, _ name: String
  ) {
    var (triangle, single) = (factor, scrollfit_state())
    let start = Self.times[2]
    let local = time - start
    let times = [local - step, local, local + step, 0, 0, 0, 0, 0]
    let (none, ones) = ([Double](repeating: 0, count: 8), [Double](repeating: 1, count: 8))
    var columns = [Double](repeating: .nan, count: 6 * 8)
    times.withUnsafeBufferPointer { times in
      none.withUnsafeBufferPointer { none in
        ones.withUnsafeBufferPointer { ones in
          var segment = scrollfit_segment(
            times: times.baseAddress, offsets: none.baseAddress, precisions: ones.baseAddress, count: 8,
            readable: 8, start: 0, level: 0, rates: (6, -15), slopes: (0, 9, -70))
          scrollfit_curve_columns(path, curve, coefficients, derivatives, &segment, &columns, 8)
          segment.start = start
          segment.count = 0
          scrollfit_boundary_state(
            path, curve, coefficients, derivatives, &segment, time, step, unknown, 2, &triangle, &single)
        }
      }
    }
    let rows = (0..<3).map { place in
      (0..<8).map { lane -> Double in
        if lane < 3 { return lane < coefficients ? columns[lane * 8 + place] : 0 }
        return lane - 3 < derivatives ? columns[(coefficients + lane - 3) * 8 + place] : 0
      }
    }
    let (values, whitened) = Self.sums(path, triangle, rows, step, unknown)
    #expect([single.values.0, single.values.1, single.values.2] == Array(values[..<3]), "\(name)")
    #expect(single.squares == triangle.inverse.7, "\(name)")
    #expect(single.offset.1 == 2 * whitened[1] && single.velocity.3 == 2 * whitened[11], "\(name)")
  }

  /// The variances of a line's value and slope: 1/n + (t − t̄)²/Sₓₓ and 1/Sₓₓ, samples of variance 1.
  @Test("States between samples have the line's value and variances", arguments: [false, true])
  func statesOfALine(isBackward: Bool) throws {
    let motion = Motion(times: Self.times, offsets: Self.offsets, grid: 1)
    let range = 4..<33
    let step = BoundaryState.step(motion)
    var line = Linearization(.constantVelocity, rates: .zero, slopes: nil, origin: range.lowerBound)
    var states = [scrollfit_state](repeating: scrollfit_state(), count: range.count)
    let isCurve = states.withUnsafeMutableBufferPointer {
      line.add(range, motion, isBackward: isBackward, step: step, unknown: 1e16, states: $0)
    }
    #expect(isCurve)
    for taken in [3, 4, 11, 29] {
      let own =
        isBackward ? range.upperBound - taken..<range.upperBound : range.lowerBound..<range.lowerBound + taken
      let next = isBackward ? own.lowerBound - 1 : own.upperBound
      let last = isBackward ? own.lowerBound : own.upperBound - 1
      let middle = (motion.times[next] + motion.times[last]) / 2
      let weights = motion.precisions[own].map { $0 * $0 }
      let sum = weights.reduce(0, +)
      func weighted(_ numbers: [Double]) -> Double {
        var total = 0.0
        for (i, weight) in zip(own, weights) { total += numbers[i] * weight }
        return total
      }
      let (mean, level) = (weighted(motion.times) / sum, weighted(motion.offsets) / sum)
      var (square, product) = (0.0, 0.0)
      for (i, weight) in zip(own, weights) {
        square += weight * (motion.times[i] - mean) * (motion.times[i] - mean)
        product += weight * (motion.times[i] - mean) * (motion.offsets[i] - level)
      }
      let state = states[taken - 1]
      func length(_ row: (Double, Double, Double, Double, Double, Double, Double, Double)) -> Double {
        row.0 * row.0 + row.1 * row.1 + row.2 * row.2
      }
      let (slope, distance) = (product / square, middle - mean)
      let value = level + slope * distance - motion.offsets[range.lowerBound]
      #expect(abs(state.values.0 - value) < 1e-8 * (1 + abs(value)))
      #expect(abs(state.values.1 - slope) < 1e-8 * abs(slope))
      let variance = 1 / sum + distance * distance / square
      #expect(abs(length(state.offset) - variance) < 1e-9 * variance)
      #expect(abs(length(state.velocity) - 1 / square) < 1e-6 / square)
    }
  }
}
