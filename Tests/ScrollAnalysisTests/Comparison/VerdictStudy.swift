import LeastSquares
import Recordings
import ScrollModels
import TestSupport

@testable import ScrollAnalysis
@testable import ScrollFitting
@testable import ScrollSimulation

/// The frequency of each verdict over comparisons of drawn motions.
struct VerdictStudy {
  private(set) var verdicts: [EquivalenceVerdict: Int] = [:]
  /// The number of comparisons whose bounds hold the true largest difference.
  private(set) var highHeld = 0
  private(set) var lowHeld = 0

  /// Flings whose decay constants differ between motions by `betweenDeviation` and are known by `error`.
  struct Flings {
    var count: Int
    var constant: Double
    var error: Double
    var betweenDeviation = 0.0

    func drawn(_ random: inout SplitMix64) -> MotionSet {
      let values = (0..<count).map { _ -> (Double, Double) in
        let own = error * random.uniform(0.7, 1.4)
        return (
          constant + (own * own + betweenDeviation * betweenDeviation).squareRoot() * random.normal(), own
        )
      }
      return Sets.set(
        values.map {
          Sets.motion(.deceleration, Sets.fit("deceleration", [$0.0], errors: [$0.1], degreesOfFreedom: 120))
        })
    }

    func end(_ velocity: Double) -> Double { velocity / constant }
  }

  init(_ a: Flings, _ b: Flings, times: Int, seed: UInt64) throws {
    let truth = abs(a.end(4000) - b.end(4000))
    for index in 0..<times {
      var random = SplitMix64(seed: seed, stream: index)
      let comparison = try FeelComparison(a.drawn(&random), b.drawn(&random))
      verdicts[comparison.equivalence, default: 0] += 1
      guard let fastest = comparison.phases[0].gestures.last else { continue }
      if fastest.high >= truth { highHeld += 1 }
      if fastest.low <= truth { lowHeld += 1 }
    }
  }

  /// Pulls whose coefficient and dimension are known by errors that move together.
  init(pulls count: Int, coefficients: (Double, Double), times: Int, seed: UInt64) throws {
    let correlation = -0.9, errors = [0.002, 20.0]
    for index in 0..<times {
      var random = SplitMix64(seed: seed, stream: index)
      func side(_ coefficient: Double) -> MotionSet {
        Sets.set(
          (0..<count).map { _ in
            let (first, second) = (random.normal(), random.normal())
            let other = correlation * first + (1 - correlation * correlation).squareRoot() * second
            return Sets.motion(
              .rubberBand,
              Sets.fit(
                "rubber-band", [coefficient + errors[0] * first, 812 + errors[1] * other], errors: errors,
                correlations: [correlation]))
          })
      }
      let truth = abs(
        RubberBand(coefficient: coefficients.0, dimension: 812).value(at: 50)
          - RubberBand(coefficient: coefficients.1, dimension: 812).value(at: 50))
      let comparison = try FeelComparison(side(coefficients.0), side(coefficients.1))
      verdicts[comparison.equivalence, default: 0] += 1
      if comparison.phases[0].gestures[0].high >= truth { highHeld += 1 }
      if comparison.phases[0].gestures[0].low <= truth { lowHeld += 1 }
    }
  }

  /// Sessions recorded of simulated views, from their samples to the verdict.
  init(recordings count: Int, rates: (Double, Double), times: Int, seed: UInt64, threads: Int) throws {
    let all = Parallel.map(times, threads: threads) { index -> EquivalenceVerdict? in
      var random = SplitMix64(seed: seed, stream: index)
      func side(_ rate: Double) throws -> MotionSet {
        let traces = try (0..<count).map { _ in try Self.session(rate: rate, &random) }
        return MotionSet.analyzed(traces, name: "", options: FitOptions()).set
      }
      return try? FeelComparison(side(rates.0), side(rates.1)).equivalence
    }
    for equivalence in all.compactMap(\.self) { verdicts[equivalence, default: 0] += 1 }
  }

  /// Three flings that end inside the content, as a phone records them: a bounce on one side alone is a difference.
  private static func session(rate: Double, _ random: inout SplitMix64) throws -> Trace {
    var scenario = Scenario()
    scenario.content = Scenario.Vector(x: 375, y: 9000)
    scenario.start = Scenario.Vector(y: 3000)
    scenario.constants.decelerationRate = rate
    scenario.recording.jitter = 0.0005
    scenario.recording.clockNoise = 0.0002
    scenario.recording.seed = random.next()
    for (at, velocity) in [(0.4, 1500.0), (4.5, -1200), (8.5, 3000)] {
      var gesture = Scenario.Gesture()
      (gesture.at, gesture.duration) = (at, random.uniform(0.12, 0.2))
      gesture.velocity = Scenario.Vector(y: velocity * random.uniform(0.7, 1.3))
      scenario.gestures.append(gesture)
    }
    return try Simulator(scenario).run(source: "simulated")[0].trace
  }

  func count(_ equivalence: EquivalenceVerdict) -> Int { verdicts[equivalence] ?? 0 }
}
