import Testing

@testable import ScrollSegmentation

/// The columns of the segment models against differences, limits and the equations they solve.
struct SegmentModelTests {
  private static let cases: [(SegmentModel, SIMD2<Double>)] = [
    (.exponential, SIMD2(2, 0)), (.exponential, SIMD2(1e-6, 0)), (.exponentialWithDrift, SIMD2(3.7, 0)),
    (.criticalSpring, SIMD2(10.9, 0)), (.spring, SIMD2(10.9, 0)), (.spring, SIMD2(10, 40)),
    (.spring, SIMD2(4, -150)), (.spring, SIMD2(10, 1e-9)), (.easeCosine, SIMD2(0.05, 0.4)),
    (.easeCubic, SIMD2(0.05, 0.4)), (.easeCSS, SIMD2(0.05, 0.4)), (.easeQuadratic, SIMD2(0.05, 0.4)),
    (.strokeEven, SIMD2(0.05, 0.4)), (.strokeEarly, SIMD2(0.05, 0.4)), (.strokeLate, SIMD2(0.05, 0.4)),
    (.strokeSmooth, SIMD2(0.05, 0.4)),
    (.fingerStop, SIMD2(0.35, 1.5)), (.fingerStop, SIMD2(0.7, 2)),
  ]

  @Test("Derivatives by the rates agree with central differences", arguments: 0..<18)
  func derivatives(index: Int) {
    let (model, rates) = Self.cases[index]
    for step in 1...30 {
      let t = 0.02 * Double(step) + 0.003
      let columns = model.columns(at: t, rates)
      let slopes = [columns.byFirstRate, columns.bySecondRate]
      for rate in 0..<model.rateCount {
        let size = max(1e-5 * abs(rates[rate]), rate == 1 ? 1e-4 : 1e-6)
        var (low, high) = (rates, rates)
        low[rate] -= size
        high[rate] += size
        let difference =
          (model.columns(at: t, high).basis - model.columns(at: t, low).basis) / (2 * size)
        for j in 0..<3 {
          let scale = max(1e-6, abs(difference[j]))
          #expect(abs(slopes[rate][j] - difference[j]) < 2e-4 * scale + 1e-8, "\(model) \(t) \(rate) \(j)")
        }
      }
    }
  }

  @Test("Samples at once give the factor that they give one by one", arguments: 0..<17)
  func samplesAtOnce(index: Int) {
    let (model, rates) = Self.cases[index]
    let times = (0..<67).map { 0.008 * Double($0) + 0.001 * Double($0 % 3) }
    let offsets = times.map { (900 * $0 * (1 - 0.7 * $0)).rounded() }
    let motion = Motion(times: times, offsets: offsets, grid: 1)
    for slopes: SIMD4<Double>? in [nil, SIMD4(3, 70, -500, 0)] {
      // Behind an easing's end its columns are one.
      for range in [0..<67, 3..<40, 20..<32] where !model.isEasing || range.upperBound == 67 {
        let atOnce = Linearization(model, rates: rates, slopes: slopes, range, motion)
        var oneByOne = Linearization(model, rates: rates, slopes: slopes, origin: range.lowerBound)
        for i in range { oneByOne.add(i..<i + 1, motion) }
        let (own, other) = (atOnce.minimum, oneByOne.minimum)
        let size = oneByOne.factor.sumOfSquares(first: 0)
        #expect(abs(own.chiSquaredAtRates - other.chiSquaredAtRates) < 1e-11 * size)
        #expect(abs(own.chiSquared - other.chiSquared) < 1e-11 * size)
      }
    }
  }

  @Test("A spring is continuous through critical damping")
  func criticalLimit() {
    for t in [0.0, 0.01, 0.1, 0.7] {
      let critical = SegmentModel.criticalSpring.columns(at: t, SIMD2(9, 0)).basis
      for d in [-1e-7, 0, 1e-7] {
        let spring = SegmentModel.spring.columns(at: t, SIMD2(9, d)).basis
        #expect(abs(spring[1] - critical[1]) < 1e-8 && abs(spring[2] - critical[2]) < 1e-8)
      }
    }
  }

  @Test("A spring solves its equation of motion", arguments: [-150.0, -1, 0, 20, 60])
  func equationOfMotion(d: Double) {
    let (sigma, h) = (8.0, 1e-4)
    for t in [0.05, 0.2, 0.5] {
      func basis(_ t: Double) -> SIMD4<Double> { SegmentModel.spring.columns(at: t, SIMD2(sigma, d)).basis }
      let acceleration = (basis(t + h) - 2 * basis(t) + basis(t - h)) / (h * h)
      let velocity = (basis(t + h) - basis(t - h)) / (2 * h)
      for j in 1...2 {
        let left = acceleration[j] + 2 * sigma * velocity[j] + (sigma * sigma - d) * basis(t)[j]
        #expect(abs(left) < 1e-4 * max(1, abs(acceleration[j])))
      }
    }
  }

  @Test("A spring far from critical is found from the critical one", arguments: [1.18, 1.6, 0.4])
  func dampingRatio(ratio: Double) throws {
    let damping = 11.8
    let frequency = damping / ratio
    let rates = SIMD2(damping, damping * damping - frequency * frequency)
    let times = (0..<111).map { Double($0) / 120 }
    let offsets = times.map { time in
      let basis = SegmentModel.spring.columns(at: time, rates).basis
      return (3712 - 47 * basis[1] + 670 * basis[2]).rounded()
    }
    let fitter = SegmentFitter(Motion(times: times, offsets: offsets, grid: 1))
    let critical = try #require(
      fitter.fit(.criticalSpring, 0..<111, from: SegmentModel.criticalSpring.starts))
    let found = try #require(fitter.fit(.spring, 0..<111, from: [SIMD2(critical.rates.x, 0)]))
    #expect(found.chiSquared < 140 && abs(found.dampingRatio - ratio) < 0.1 * ratio)
  }

  @Test("An animation stays where it was found when its range begins earlier", arguments: [0, 5, 15])
  func earlierRange(samples: Int) throws {
    let times = (0..<120).map { Double($0) / 120 }
    let offsets = times.map { time in
      let share = min(max((time - 0.25) / 0.43, 0), 1)
      let ease = share < 0.5 ? 4 * share * share * share : 1 - 4 * (1 - share) * (1 - share) * (1 - share)
      return (2838 * ease).rounded()
    }
    let fitter = SegmentFitter(Motion(times: times, offsets: offsets, grid: 1))
    let first = try #require(fitter.fit(.eased, 30..<82, from: nil, penalty: 5))
    let later = try #require(fitter.fit(.eased, (30 - samples)..<82, from: first, penalty: 5))
    #expect(abs(later.rates[0] - Double(samples) / 120) < 0.002 && abs(later.rates[1] - 0.43) < 0.005)
  }

  @Test("The models that are followed come first")
  func followed() {
    #expect(SegmentModel.followed.map(\.rawValue) == Array(0..<SegmentModel.followed.count))
    let start = PartitioningStart(node: 0, sample: 0, PartitioningSteps(candidates: 1), penalty: 1)
    #expect(start.models.count == SegmentModel.followed.count)
  }
}
