import LeastSquares
import Recordings
import ScrollModels
import ScrollSegmentation
import TestSupport
import Testing

@testable import ScrollFitting

/// A search that begins at a kernel's start ends where the search over the whole range does.
struct KernelStartTests {
  /// All shipped ranges, with the noise that is reported with them.
  @Test func shippedRangesGetTheSameAnswers() throws {
    var ofKernel = 0
    for one in try ShippedPhase.all() where one.scrollModel != "spring" {
      let (scrollModel, phase) = try one.prepared()
      var options = one.options
      options.noise = .estimated
      guard let searched = try? Candidate(scrollModel, phase: phase, fixed: one.fixed, options: options),
        searched.estimation.minimum.termination.converged
      else { continue }
      options.usesKernels = true
      let begun = try Candidate(scrollModel, phase: phase, fixed: one.fixed, options: options)
      guard begun.estimation.start == .kernel else { continue }
      ofKernel += 1
      #expect(searched.estimation.start == .scan)
      let (first, second) = (try searched.solution(options), try begun.solution(options))
      for (a, b) in [(searched.estimation, begun.estimation), (first.estimation, second.estimation)] {
        let errors = a.point.indices.map { first.covariance?.standardError(first.covariance!.unit($0)) ?? 0 }
        for (j, (x, y)) in zip(a.point, b.point).enumerated() {
          #expect(abs(x - y) <= 1e-9 * max(abs(x), errors[j]), "\(one): \(a.point), \(b.point)")
        }
      }
    }
    #expect(ofKernel >= 20)
  }

  /// A bounce whose rest is known, at an edge that is not 0.
  @Test func edgeMayBeAnywhere() throws {
    let times = (0..<60).map { Double($0) / 120 }
    let bounce = Bounce(rest: 811.3, displacement: 31.7, initialVelocity: 640, damping: 11.4)
    let samples = Samples(
      abscissas: times, observations: times.map { (3 * bounce.value(at: $0)).rounded() / 3 })
    var options = FitOptions()
    let searched = try Estimation(BounceModel(), samples: samples, fixed: ["rest": 811.3], options: options)
    options.usesKernels = true
    let begun = try Estimation(BounceModel(), samples: samples, fixed: ["rest": 811.3], options: options)
    #expect(begun.start == .kernel && searched.start == .scan)
    for (x, y) in zip(searched.point, begun.point) { #expect(abs(x - y) <= 1e-9 * abs(x)) }
  }

  /// Bounds, starts, weights and fixed parameters that a kernel does not know are the search's.
  @Test func othersAreSearched() throws {
    let times = (0..<60).map { Double($0) / 60 }
    let glide = Deceleration(initialOffset: 12.4, initialVelocity: 2900, decayConstant: 2.3)
    var samples = Samples(abscissas: times, observations: times.map { glide.value(at: $0).rounded() })
    func isFromKernel(_ change: (inout FitOptions) -> Void, fixed: [String: Double] = [:]) throws -> Bool {
      var options = FitOptions()
      options.usesKernels = true
      change(&options)
      return try Estimation(DecelerationModel(), samples: samples, fixed: fixed, options: options).start
        == .kernel
    }
    #expect(try isFromKernel { _ in })
    #expect(try !isFromKernel { $0.bounds = ["decayConstant": 1...2] })
    #expect(try !isFromKernel { $0.starts = ["decayConstant": 2] })
    #expect(try !isFromKernel({ _ in }, fixed: ["initialVelocity": 2900]))
    samples.weights = .known(standardDeviations: times.map { 1 + $0 })
    #expect(try !isFromKernel { _ in })
  }

  /// The search comes down the straight valley of an overdamped spring in tens of steps, where the model's own is bent.
  @Test func springIsFoundInFewSteps() throws {
    let times = (0..<219).map { Double($0) / 120 }
    let glide = Deceleration(initialOffset: 2283.2, initialVelocity: -5090, decayConstant: 3.7)
    let samples = Samples(
      abscissas: times, observations: times.map { (3 * glide.value(at: $0)).rounded() / 3 })
    let spring = try Estimation(SpringModel(), samples: samples, fixed: [:], options: FitOptions())
    #expect(spring.minimum.termination.converged)
    #expect(spring.minimum.evaluations < 150, "\(spring.minimum.evaluations)")
    let plain = try Estimation(DecelerationModel(), samples: samples, fixed: [:], options: FitOptions())
    #expect(spring.sumOfSquares <= plain.sumOfSquares)
  }
}
