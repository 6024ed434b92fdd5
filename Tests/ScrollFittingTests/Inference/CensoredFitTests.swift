import Formula
import Foundation
import LeastSquares
import Recordings
import ScrollModels
import TestSupport
import Testing

@testable import ScrollAnalysis
@testable import ScrollFitting

/// Intervals, ties and shared parameters of the models of scrolling.
struct CensoredFitTests {
  private func noisy(_ seed: UInt64, decay: Double = 2, duration: Double = 1.5) throws -> Trace {
    var random = SplitMix64(seed: seed)
    let times = (0..<Int(duration * 60)).map { Double($0) / 60 }
    var offsets: [Double] = []
    for time in times {
      let moved = 1000 / decay * (1 - exp(-decay * time))
      offsets.append(300 + moved + 0.5 * random.normal())
    }
    return try trace(times, offsets)
  }

  @Test func profilesOfALinearParameterAreItsTInterval() throws {
    let plain = try fit(noisy(1), "deceleration") { $0.fixed = ["decayConstant": 2] }
    let profile = try fit(noisy(1), "deceleration") {
      ($0.fixed, $0.intervals) = (["decayConstant": 2], .profile)
    }
    for name in ["initialOffset", "initialVelocity"] {
      let (a, b) = (try #require(plain[name]?.interval), try #require(profile[name]?.interval))
      #expect(agree(a.lowerBound, b.lowerBound, 1e-8) && agree(a.upperBound, b.upperBound, 1e-8))
    }
    #expect(profile.intervals.kind == .profile)
  }

  /// In a hundredth of the time constant nothing says how slow the motion becomes.
  @Test func aFlatSideIsOpen() throws {
    let fit = try fit(noisy(2, decay: 1, duration: 0.1), "bounce") {
      ($0.intervals, $0.fixed) = (.profile, ["rest": 0])
    }
    let open = fit.parameters.filter {
      $0.interval.map { !$0.lowerBound.isFinite || !$0.upperBound.isFinite } ?? false
    }
    #expect(!open.isEmpty)
    for estimate in open { #expect(fit.hasWarning("the samples do not bound \(estimate.name)")) }
  }

  @Test(
    "Bootstrap intervals depend on the seed and not on the threads",
    arguments: [IntervalKind.bootstrap, .bootstrapCases]) func bootstraps(kind: IntervalKind) throws
  {
    func fits(seed: UInt64, threads: Int) throws -> Fit {
      try fit(noisy(3), "deceleration") {
        ($0.intervals, $0.replicates, $0.seed, $0.threads) = (kind, 300, seed, threads)
      }
    }
    let one = try fits(seed: 5, threads: 1)
    #expect(try fits(seed: 5, threads: 2) == one)
    #expect(try fits(seed: 6, threads: 2)["decayConstant"] != one["decayConstant"])
    let wald = try fit(noisy(3), "deceleration")
    for name in ["decayConstant", "destination"] {
      let (error, expected) = (one[name]?.standardError ?? 0, wald[name]?.standardError ?? 1)
      #expect(abs(error / expected - 1) < 0.25, "\(name)")
      #expect(try #require(one[name]?.interval).contains(wald.value(name)))
    }
    #expect(one.intervals.bootstrap?.replicates == 300 && one.intervals.bootstrap?.failed == 0)
  }

  @Test("The bands of a straight line have their closed form") func bands() throws {
    let fit = try fit(noisy(4), "polynomial:1") { $0.keepCurve = true }
    // Of a straight line: s √(1/n + (x − x̄)²/Sxx).
    let x = fit.curve.abscissas
    let mean = x.reduce(0, +) / Double(x.count)
    let spread = x.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let variance = fit.residuals.sumOfSquares / Double(x.count - 2)
    let t = StudentT(degreesOfFreedom: Double(x.count - 2)).criticalValue(confidence: 0.95)
    for i in [0, 17, x.count - 1] {
      let own = variance * (1 / Double(x.count) + (x[i] - mean) * (x[i] - mean) / spread)
      #expect(agree(fit.curve.confidence[i], t * own.squareRoot(), 1e-9))
      #expect(agree(fit.curve.prediction[i], t * (own + variance).squareRoot(), 1e-9))
    }
    #expect(try noisy(4).times.count == x.count)
  }

  @Test("v₀ = 97 displacement is the formula's curve with one parameter less")
  func ties() throws {
    let trace = try bounces(interval: 0.0167)[1]
    let tied = try fit(trace, "bounce") {
      $0.ties = ["initialVelocity": try! Expression("200*displacement")]
    }
    #expect(agree(tied.value("initialVelocity"), 200 * tied.value("displacement"), 1e-12))
    #expect(
      agree(
        tied["initialVelocity"]?.standardError ?? 0, 200 * (tied["displacement"]?.standardError ?? 1), 1e-6))
    #expect(
      tied.residuals.degreesOfFreedom == trace.times.count - 2 && tied.estimator == "levenberg-marquardt")
    let reading = try recordings("data/ios_bounce_levisonnn.csv") {
      ($0.interval, $0.selected, $0.formulaNames) = (0.0167, ["2"], ["minus_content_offset_y_pt"])
    }
    var options = FitOptions()
    options.formula = try Formula("minus_content_offset_y_pt - 64 = (a + (200*a + d*a)*t)*exp(-d*t)")
    let formula = try FormulaFitting(trace: reading[0], formula: #require(options.formula), options: options)
      .fit()
    #expect(agree(formula.value("d"), tied.value("damping"), 1e-7))
    #expect(agree(formula["d"]?.standardError ?? 0, tied["damping"]?.standardError ?? 1, 1e-5))
  }

  @Test("Intervals, ties and shared parameters that contradict each other are refused") func contradictions()
    throws
  {
    let trace = try bounces(interval: 0.0167)[0]
    func error(_ change: (inout FitOptions) -> Void) -> FitError? {
      do {
        _ = try fit(trace, "bounce", change)
        return nil
      } catch { return error }
    }
    let damping = try Expression("displacement/3"), displacement = try Expression("3*damping")
    #expect(
      error { $0.ties = ["damping": damping, "displacement": displacement] }
        == .contradictoryTies(["damping", "displacement"]))
    #expect(
      error { ($0.ties, $0.fixed) = (["damping": damping], ["damping": 11]) }
        == .contradictoryTies(["damping", "damping"]))
    #expect(error { ($0.ties, $0.starts) = (["damping": damping], ["damping": 11]) }?.isUsage == true)
    #expect(error { $0.ties = ["mass": damping] }?.description.contains("no parameter 'mass'") == true)
    #expect(
      error { $0.ties = ["damping": try! Expression("2*mass")] }?.description.contains("column 3") == true)
  }

  private func joint(_ names: [String], _ change: (inout FitOptions) -> Void = { _ in }) throws -> Analysis {
    let options = options("bounce") {
      $0.joint = names
      change(&$0)
    }
    let (analysis, failures) = Analyzer(options: options).analyze(try bounces(interval: 0.0167))
    if let failure = failures.first { throw failure.error }
    return analysis
  }

  @Test("Against an independent joint fit of the three series")
  func jointDamping() throws {
    let reference = try JSONNode("reference/bounce.json")["0.0167", "joint"]
    let analysis = try joint(["damping"])
    let damping = try #require(analysis.joint.first)
    #expect(agree(damping.estimate.value, reference["damping", "value"].number, 1e-9))
    #expect(agree(damping.estimate.standardError ?? 0, reference["damping", "standardError"].number, 1e-6))
    #expect(agree(damping.fStatistic, reference["equalDamping", "f"].number, 1e-7))
    #expect(damping.equalities == 2 && damping.degreesOfFreedom == 135)
    #expect(
      analysis.fits.allSatisfy {
        $0["damping"]?.shared == true && agree($0.value("damping"), damping.estimate.value, 1e-12)
      })
    // Own parameters know less where a shared one is not known better.
    #expect(analysis.across.isEmpty)
    let response = try #require(try joint(["response"]).joint.first)
    #expect(agree(response.estimate.value, 2 * Double.pi / damping.estimate.value, 1e-7))
  }

  /// The errors of own parameters are those of the dense problem of all recordings.
  @Test func ownErrorsOfAJointFit() throws {
    let series = try BounceSeries.all(.embedded, interval: 0.0167)
    let analysis = try joint(["damping"])
    let scrollModel = JointModel(BounceModel(), counts: series.map(\.samples.observations.count))
    let fixed = Dictionary(uniqueKeysWithValues: series.indices.map { (3 * $0, series[$0].rest) })
    let map = DirectParametrization(scrollModel.linear + scrollModel.nonlinear, fixed: fixed)
    let full = FullProblem(
      scrollModel, map: map, abscissas: series.flatMap(\.samples.abscissas),
      observations: series.flatMap(\.samples.observations))
    let point =
      analysis.fits.flatMap { [$0.value("displacement"), $0.value("initialVelocity")] }
      + [analysis.fits[0].value("damping")]
    let (residuals, jacobian) = full.linearized(at: point)
    let variance = residuals.reduce(0) { $0 + $1 * $1 } / Double(144 - 7)
    let covariance = Covariance(jacobian: jacobian, rows: 144, columns: 7, variance: variance)
    for (index, fit) in analysis.fits.enumerated() {
      let error = covariance.standardError(covariance.unit(2 * index)) ?? 0
      #expect(agree(fit["displacement"]?.standardError ?? 1, error, 1e-5))
    }
  }

  /// Recordings of different noise count by it: one shared parameter is the mean of the separate ones, weighted by their
  /// variances, as far as the motion is linear in it.
  @Test func recordingsOfDifferentNoise() throws {
    let separate = try bounces(interval: 0.0167).map { try fit($0, "bounce") { $0.noise = .estimated } }
    let weights = separate.map {
      1 / (($0["damping"]?.standardError ?? 1) * ($0["damping"]?.standardError ?? 1))
    }
    let total = weights.reduce(0, +)
    let mean = zip(separate, weights).reduce(0) { $0 + $1.0.value("damping") * $1.1 } / total
    let analysis = try joint(["damping"]) { $0.noise = .estimated }
    let damping = try #require(analysis.joint.first)
    let error = (1 / total).squareRoot()
    #expect(abs(damping.estimate.value - mean) < 0.05 * error)
    #expect(agree(damping.estimate.standardError ?? 0, error, 0.02))
    let chance = zip(separate, weights).reduce(0) {
      $0 + ($1.0.value("damping") - mean) * ($1.0.value("damping") - mean) * $1.1
    }
    #expect(agree(2 * damping.fStatistic, chance, 0.1))
  }

  @Test("Several parameters are shared at once") func severalShared() throws {
    let analysis = try joint(["damping", "rest"])
    #expect(analysis.joint.map(\.estimate.name) == ["damping", "rest"])
    #expect(analysis.joint.allSatisfy { $0.fStatistic > 1 && $0.equalities == 2 })
    #expect(throws: FitError.nothingToShare(.y)) {
      let one = try bounces(interval: 0.0167)[0]
      let (_, failures) = Analyzer(options: options("bounce") { $0.joint = ["damping"] }).analyze([one])
      if let failure = failures.first { throw failure.error }
    }
  }

  @Test("A constant over several recordings has a random-effects mean") func acrossRecordings() throws {
    let (analysis, _) = Analyzer(options: options("deceleration")).analyze([
      try noisy(11), try noisy(12), try noisy(13),
    ])
    let decay = try #require(analysis.across.first { $0.mean.name == "decayConstant" })
    #expect(decay.recordings == 3 && abs(decay.mean.value - 2) < 4 * (decay.mean.standardError ?? 0))
    #expect(Analyzer(options: options("deceleration")).analyze([try noisy(11)]).analysis.across.isEmpty)
  }
}
