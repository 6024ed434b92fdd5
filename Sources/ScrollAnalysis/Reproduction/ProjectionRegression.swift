import LeastSquares
import ScrollFitting
import ScrollModels

extension ProjectionAnalysis {
  /// Both formulas over rates, 1/ms, and velocities, pt/s.
  package static func table(decelerationRates: [Double], velocities: [Double]) -> [Row] {
    decelerationRates.flatMap { rate in
      velocities.map { velocity in
        let log = Projection.log(velocity, rate: rate)
        let difference = Projection.difference(velocity, rate: rate)
        return Row(
          decelerationRate: rate, velocity: velocity, apple: Projection.apple(velocity, rate: rate), log: log,
          difference: difference, relative: log == 0 ? 0 : -difference / log)
      }
    }
  }

  /// The regressions of recorded flings, one for each deceleration rate in the order of its first appearance.
  ///
  /// Where the table names no rate, the formulas are judged at `assumedRate`.
  /// - Throws: ``FlingError`` where a rate has fewer than three flings, or all of one speed.
  package static func regressions(
    of flings: [Fling], assumedRate: Double, confidence: Double
  ) throws(FlingError) -> [Regression] {
    var rates: [Double?] = []
    for fling in flings where !rates.contains(fling.decelerationRate) { rates.append(fling.decelerationRate) }
    var regressions: [Regression] = []
    for rate in rates {
      let own = flings.filter { $0.decelerationRate == rate }
      regressions.append(
        try regression(of: own, rate: rate, assumedRate: assumedRate, confidence: confidence))
    }
    return regressions
  }

  private static func regression(
    of flings: [Fling], rate: Double?, assumedRate: Double, confidence: Double
  ) throws(FlingError) -> Regression {
    guard flings.count >= 3 else { throw .tooFew(decelerationRate: rate, have: flings.count, need: 3) }
    let line: Fit
    let origin: Fit
    do {
      line = try projectionFit(flings, confidence: confidence)
      origin = try projectionFit(flings, throughOrigin: true, confidence: confidence)
    } catch .rankDeficient {
      throw .sameSpeeds(decelerationRate: rate)
    } catch {
      throw .fitting(error)
    }
    let slope = line.estimate(of: .slope)
    let judged = rate ?? assumedRate
    let formulas = [("apple", Projection.apple(1, rate: judged)), ("log", Projection.log(1, rate: judged))]
    return Regression(
      decelerationRate: rate, count: flings.count, slope: slope,
      stopVelocity: line.estimate(of: .stopVelocity),
      slopeThroughOrigin: origin.estimate(of: .slope), residuals: line.curve.residuals,
      residualsThroughOrigin: origin.curve.residuals,
      verdicts: formulas.map { formula, expected in
        Verdict(
          formula: formula, expected: expected, z: (slope.value - expected) / (slope.standardError ?? .nan),
          holds: slope.interval?.contains(expected) ?? false)
      })
  }
}

/// distance = slope · (speed − stopVelocity) fitted to flings; with a stop velocity of 0 through the origin.
func projectionFit(_ flings: [Fling], throughOrigin: Bool = false, confidence: Double = 0.95) throws(FitError)
  -> Fit
{
  try Fitting.fit(
    ProjectionModel(),
    samples: Samples(abscissas: flings.map(\.speed), observations: flings.map(\.distance)),
    abscissaUnit: "pt/s", fixed: throughOrigin ? ["stopVelocity": 0] : [:], confidence: confidence)
}
