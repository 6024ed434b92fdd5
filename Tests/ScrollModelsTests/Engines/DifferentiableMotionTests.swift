import CKernels
import Testing

@testable import ScrollModels

/// Derivatives in closed form against differences of curves.
struct DifferentiableMotionTests {
  static let context = EngineModelTests.context
  private static let paths = [SCROLLFIT_PORTABLE, SCROLLFIT_AVX2, SCROLLFIT_AVX512].filter {
    $0.rawValue <= scrollfit_fastest_path().rawValue
  }
  static let rows = EngineModelTests.glides + EngineModelTests.returns

  @Test(arguments: rows)
  func derivativesAreDifferences(_ index: Int) throws {
    let entry = Catalogue.entries[index]
    let state = entry.phase == .fling ? [113.7, -842.3] : [64.3, -21.7, -903.1]
    let parameters = Array(state.prefix(entry.model.state.count)) + entry.values
    let motion = try EngineModelTests.motion(index, state)
    let span = min(motion.duration, 1.7)
    let (start, abscissas) = (0.0217, [0.0437, 0.1571, 0.4153, 0.7391, 1.1].map { $0 * span })
    let steps = parameters.indices.map { j in
      let step = 1e-5 * max(parameters[j].magnitude, 1e-3)
      return ParameterStep(index: j, behind: parameters[j] - step, ahead: parameters[j] + step)
    }
    #expect(entry.model.isDifferentiable == motion is any DifferentiableMotion)
    guard entry.model.isDifferentiable else { return }
    var numbers = CurveNumbers(parameters + [start], of: entry.model)
    var curve = LinearizedCurve(count: abscissas.count)
    entry.model.linearize(&curve, with: &numbers, along: steps, at: abscissas, context: Self.context)
    func values(_ parameters: [Double], _ start: Double) -> [Double] {
      entry.model.values(parameters, at: abscissas, from: start, context: Self.context)
    }
    for (value, expected) in zip(curve.values, values(parameters, start)) {
      #expect(agree(value, expected, 1e-14))
    }
    for (j, step) in steps.enumerated() {
      var (ahead, behind) = (parameters, parameters)
      (ahead[j], behind[j]) = (step.ahead, step.behind)
      let width = step.ahead - step.behind
      let scale = 1 / max(parameters[j].magnitude, 1e-3)
      for (derivative, pair) in zip(curve.column(j), zip(values(ahead, start), values(behind, start))) {
        let difference = (pair.0 - pair.1) / width
        #expect(
          abs(derivative - difference) < 1e-6 * max(abs(difference), 100 * scale),
          "\(entry.model.name), \(entry.model.parameters[j].name): \(derivative), not \(difference)")
      }
    }
    for (slope, time) in zip(curve.column(steps.count), abscissas) {
      let difference = (motion.value(at: time + start + 1e-6) - motion.value(at: time + start - 1e-6)) / 2e-6
      #expect(abs(slope - difference) < 1e-4 * (abs(difference) + 1))
    }
  }

  @Test("A throw along an upright curve has no finite slope at its start")
  func upright() {
    let motion = EasedMotion(from: 3, to: 5, duration: 2, easing: .circularOut)
    let differential = motion.differential(at: 0)
    #expect(differential.velocity == .infinity && differential.derivatives[2] == 0)
    #expect(motion.differential(at: 2).derivatives == [0, 1, 0, 0, 0, 0, 0, 0])
  }

  @Test(
    "Many times at once give the digits of one at a time, at both ends and beyond them",
    arguments: [
      Easing.inOut, .out, .bezier(UnitBezier(0.23, 1, 0.32, 1)), .bezier(UnitBezier(0, 0, 1, 1)),
      .bezier(UnitBezier(1, 0, 0, 1)), .bezier(UnitBezier(0, 1, 0, 1)), .powerOut(1), .powerOut(5),
      .circularOut,
      .sineInOut, .pulse(scale: 4),
    ])
  func together(_ easing: Easing) {
    let motion = EasedMotion(from: 113.7, to: -42.3, duration: 0.731, easing: easing)
    let directions = [
      SIMD8<Double>(1, 1, 0, 0, 0, 0, 0, 0), SIMD8(0, 0.31, -0.0021, 0, 0, 0, 0, 0),
      SIMD8(0.1, -0.3, 0.7, 1.3, -0.9, 0.4, 0.6, 0),
    ]
    for count in [1, 7, 8, 61] {
      let abscissas = (0..<count).map { 0.9 * Double($0) / Double(count) - 0.05 }
      expectSame(motion, directions, at: abscissas, from: 0.0137)
      expectSame(motion, directions, at: [0, motion.duration] + abscissas, from: 0)
      let each = filled(directions, at: abscissas) { motion.fillEach($0, along: $1, at: $2, from: 0.0137) }
      for path in Self.paths {
        expectSame(
          filled(directions, at: abscissas) { motion.fill($0, along: $1, at: $2, from: 0.0137, by: path) },
          each)
      }
    }
    expectSame(
      EasedMotion(from: 3, to: 3, duration: 0, easing: easing), directions, at: [-0.1, 0, 0.1], from: 0)
  }

  @Test("There and back at once have the digits of one time after the other", arguments: [-742.1, 0, 3041.7])
  func thereAndBack(_ velocity: Double) {
    let motion = BezierReturnModel().curve(
      state: [64.3, -21.7, velocity], constants: [35, 0.1, 0.15, 0.3], context: Self.context)
    let directions = [
      SIMD16<Double>(1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0),
      SIMD16<Double>((0..<16).map { $0 % 8 == 7 ? 0 : 0.37 * Double($0) - 2.1 }),
    ]
    for count in [1, 9, 64] {
      let abscissas = (0..<count).map { 0.6 * Double($0) / Double(count) }
      expectSame(motion, directions, at: abscissas, from: 0.0137)
      expectSame(motion, directions, at: abscissas.map { $0 + motion.away.duration }, from: 0)
    }
  }

  /// The curve and derivatives that a loop fills.
  private func filled<Numbers: SIMD<Double>>(
    _ directions: [Numbers], at abscissas: [Double],
    _ fill: (CurveStorage, UnsafeBufferPointer<Numbers>, UnsafeBufferPointer<Double>) -> Void
  ) -> [Double] {
    var (values, slopes) = (abscissas, abscissas)
    var derivatives = [Double](repeating: 0, count: abscissas.count * directions.count)
    values.withUnsafeMutableBufferPointer { values in
      slopes.withUnsafeMutableBufferPointer { slopes in
        derivatives.withUnsafeMutableBufferPointer { derivatives in
          directions.withUnsafeBufferPointer { directions in
            abscissas.withUnsafeBufferPointer { abscissas in
              let storage = CurveStorage(values: values, slopes: slopes, derivatives: derivatives)
              fill(storage, directions, abscissas)
            }
          }
        }
      }
    }
    return values + slopes + derivatives
  }

  /// Expects of a motion's own loop the digits of the protocol's.
  private func expectSame<Motion: DifferentiableMotion>(
    _ motion: Motion, _ directions: [Motion.Numbers], at abscissas: [Double], from start: Double
  ) {
    let together = filled(directions, at: abscissas) { motion.fill($0, along: $1, at: $2, from: start) }
    let each = filled(directions, at: abscissas) { motion.fillEach($0, along: $1, at: $2, from: start) }
    expectSame(together, each)
  }

  private func expectSame(_ ours: [Double], _ expected: [Double]) {
    for (ours, expected) in zip(ours, expected) {
      #expect(ours == expected || ours.isNaN && expected.isNaN)
    }
  }

  @Test("Rows of one model and the same constants move alike, and no others")
  func movesAs() throws {
    let entries = Catalogue.entries.filter { $0.phase == .fling || $0.phase == .bounce }
    var pairs = 0
    for (position, entry) in entries.enumerated() {
      for other in entries[(position + 1)...] where entry.phase == other.phase && entry.movesAs(other) {
        pairs += 1
        let state = Array(
          (entry.phase == .fling ? [113.7, -842.3] : [64.3, -21.7, -903.1]).prefix(entry.model.state.count))
        for time in [0.0, 0.13, 0.71] {
          #expect(
            entry.model.value(state + entry.values, at: time, context: Self.context)
              == other.model.value(state + other.values, at: time, context: Self.context))
        }
      }
    }
    #expect(pairs > 0)
    let first = CatalogueEntry.firstAlike(entries)
    for (entry, place) in zip(entries, first) {
      #expect(entries.firstIndex { $0.movesAs(entry) } == place)
    }
    let square = EasedThrow(time: .constant, distance: .square(0.5), easing: .out)
    #expect(!square.isEqual(to: EasedThrow(time: .constant, distance: .seconds(0.5), easing: .out)))
    #expect(!square.isEqual(to: SplineFling()))
  }
}

extension LinearizedCurve {
  /// ∂y/∂p of a step, or the slopes after the last one.
  fileprivate func column(_ step: Int) -> [Double] {
    var column = [Double](repeating: .nan, count: values.count)
    column.withUnsafeMutableBufferPointer { copyColumn(step, to: $0) }
    return column
  }
}
