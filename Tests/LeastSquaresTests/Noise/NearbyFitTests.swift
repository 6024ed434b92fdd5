import Foundation
import Testing

@testable import LeastSquares

/// c₁ + c₂ (1 − e^(−kt)).
private let glide = SeparableClosure(linear: 2, nonlinear: 1) { alpha, t in
  [exp(0 * alpha[0]), 1 - exp(-alpha[0] * t)]
}

/// The steps that curve and noise take together end where a search for each in turn ends.
struct NearbyFitTests {
  private struct Trace {
    let times: [Double]
    let offsets: [Double]
    let resolution: Double
    var count: Int { times.count }

    /// A glide rounded to thirds whose recorded times are off by up to three times `jitter`.
    init(seed: UInt64, jitter: Double) {
      var random = SplitMix64(seed: seed)
      func uniform(_ low: Double, _ high: Double) -> Double { low + (high - low) * random.uniform() }
      let (start, way, rate) = (uniform(-900, 900), uniform(300, 3000), uniform(0.8, 6))
      let count = Int(uniform(30, 200))
      times = (0..<count).map { Double($0) / 60 }
      offsets = times.map { t in
        let late = jitter * (uniform(-1, 1) + uniform(-1, 1) + uniform(-1, 1))
        return (3 * (start + way * (1 - exp(-rate * (t + late))))).rounded() / 3
      }
      resolution = 1.0 / 3 / 12.0.squareRoot()
    }

    var problem: FullProblem<SeparableClosure, DirectParametrization> {
      FullProblem(
        glide, map: DirectParametrization(glide.linear + glide.nonlinear), abscissas: times,
        observations: offsets)
    }

    func nearby(_ values: [Double]) -> NearbyFit {
      NearbyFit(
        glide, free: [0, 1, 2], values: values, domains: [.everything, .everything, 0.01...100],
        abscissas: times, observations: offsets)
    }

    /// α of the minimum with all samples alike.
    var rate: Double {
      let problem = ProjectedProblem(glide, abscissas: times, observations: offsets)
      return LevenbergMarquardt().minimize(problem, from: [2]).parameters[0]
    }
  }

  @Test("Equal weights: the minimum of a damped search", arguments: 0..<40)
  func equalWeights(seed: UInt64) throws {
    let trace = Trace(seed: seed, jitter: seed.isMultiple(of: 2) ? 0 : 1e-3)
    var fit = trace.nearby([0, 0, trace.rate * (1 + 1e-5)])
    let found = fit.minimizeFromBestLinear()
    let near = try #require(found)
    let searched = try #require(
      GaussNewton().minimize(trace.problem, near: near.minimum.parameters.map { $0 * (1 + 1e-4) }))
    let (residuals, jacobian) = (searched.residuals, searched.jacobian)
    let variance = searched.minimum.sumOfSquares / Double(trace.count - 3)
    let covariance = Covariance(jacobian: jacobian, rows: trace.count, columns: 3, variance: variance)
    for j in 0..<3 {
      let error = try #require(covariance.standardError(covariance.unit(j)))
      #expect(abs(near.minimum.parameters[j] - searched.minimum.parameters[j]) < 1e-10 * error)
    }
    for i in 0..<trace.count {
      #expect(abs(near.residuals[i] - residuals[i]) < 1e-9)
      #expect(abs(near.jacobian[2 * trace.count + i] - jacobian[2 * trace.count + i]) < 1e-6)
    }
    #expect(near.minimum.termination.converged && near.minimum.evaluations <= 7)
  }

  @Test("Jitter: the noise and curve that a search for each in turn finds", arguments: 0..<40)
  func noise(seed: UInt64) throws {
    let trace = Trace(seed: 100 + seed, jitter: seed.isMultiple(of: 4) ? 0 : 4e-4)
    var fit = trace.nearby([0, 0, trace.rate])
    let found = fit.minimizeFromBestLinear()
    let near = try #require(found)
    let together = fit.iterate(
      resolution: trace.resolution, residuals: near.residuals, jacobian: near.jacobian)
    let (noise, curve) = try #require(together)
    var last = near.minimum.parameters
    let settled = try RecordingNoise.iterate(resolution: trace.resolution) { weights in
      let problem = try WeightedProblem(trace.problem, weights: weights)
      last = try #require(GaussNewton().minimize(problem, near: last)).minimum.parameters
      let (residuals, jacobian) = trace.problem.linearized(at: last)
      return RecordingNoise.Curve(
        parameters: last, residuals: residuals,
        slopes: RecordingNoise.slopes(
          residuals: residuals, observations: trace.offsets, abscissas: trace.times), jacobian: jacobian)
    }
    #expect(settled.isSettled)
    #expect(abs(noise.timing - settled.noise.timing) <= 1e-8 * settled.noise.timing)
    #expect(abs(noise.scale - settled.noise.scale) <= 1e-8 * settled.noise.scale)
    #expect(abs(noise.logLikelihood - settled.noise.logLikelihood) < 1e-7)
    #expect((curve == nil) == (settled.noise.timing == 0))
    guard let curve else { return }
    let weighted = try WeightedProblem(
      trace.problem, weights: .known(standardDeviations: settled.noise.standardDeviations)
    ).linearized(at: settled.curve.parameters).jacobian
    let covariance = Covariance(jacobian: weighted, rows: trace.count, columns: 3, variance: 1)
    for j in 0..<3 {
      let error = try #require(covariance.standardError(covariance.unit(j)))
      #expect(abs(curve.minimum.parameters[j] - settled.curve.parameters[j]) < 1e-9 * error)
    }
    let (ours, theirs) = (try #require(noise.timingError), try #require(settled.noise.timingError))
    #expect(abs(ours - theirs) <= 1e-6 * theirs)
  }

  @Test("What does not converge at once, and residuals of rounding, are for the general solvers")
  func leavesTheRest() {
    let trace = Trace(seed: 7, jitter: 0)
    var far = trace.nearby([0, 0, 90])
    let fromFar = far.minimizeFromBestLinear()
    #expect(fromFar == nil)
    let values = [5.0, 100, 2]
    let offsets = trace.times.map { values[0] + values[1] * (1 - exp(-values[2] * $0)) }
    var exact = NearbyFit(
      glide, free: [0, 1, 2], values: values, domains: [.everything, .everything, 0.01...100],
      abscissas: trace.times, observations: offsets)
    let known = FullProblem(
      glide, map: DirectParametrization(glide.linear + glide.nonlinear), abscissas: trace.times,
      observations: offsets
    ).linearized(at: values)
    let ofExact = exact.minimize()
    let noise = exact.iterate(resolution: 0.1, residuals: known.residuals, jacobian: known.jacobian)
    #expect(ofExact == nil && noise == nil)
    var few = NearbyFit(
      glide, free: [0, 1, 2], values: [0, 0, 2], domains: [.everything, .everything, 0.01...100],
      abscissas: [0, 1, 2], observations: [0, 1, 1.5])
    let ofFew = few.minimizeFromBestLinear()
    #expect(ofFew == nil)
  }
}
