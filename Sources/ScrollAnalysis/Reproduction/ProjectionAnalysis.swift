import LeastSquares
import Recordings
import ScrollFitting
import ScrollModels

/// Everything a report of `project` prints.
package struct ProjectionAnalysis: Equatable, Sendable {
  package let table: [Row]
  /// One for each deceleration rate of the recorded flings; empty without a recording.
  package let regressions: [Regression]
  /// Nil where no picture was asked for.
  package let illustration: ProjectionIllustration?

  /// Both formulas at one rate and velocity.
  package struct Row: Equatable, Sendable {
    /// 1/ms.
    package let decelerationRate: Double
    /// pt/s.
    package let velocity: Double
    /// Travel to rest by Apple's formula, pt.
    package let apple: Double
    /// Travel to rest by the log formula, pt.
    package let log: Double
    /// log − apple, pt.
    package let difference: Double
    /// (apple − log) / log.
    package let relative: Double

    package init(
      decelerationRate: Double, velocity: Double, apple: Double, log: Double, difference: Double,
      relative: Double
    ) {
      self.decelerationRate = decelerationRate
      self.velocity = velocity
      self.apple = apple
      self.log = log
      self.difference = difference
      self.relative = relative
    }
  }

  /// distance = slope · (|velocity| − stopVelocity) over the flings of one rate.
  package struct Regression: Equatable, Sendable {
    /// 1/ms; nil where the recording does not name it.
    package let decelerationRate: Double?
    package let count: Int
    /// s.
    package let slope: Estimate
    /// pt/s.
    package let stopVelocity: Estimate
    /// s: distance = slope · |velocity|.
    package let slopeThroughOrigin: Estimate
    /// pt, in the order of the flings, of the fit with stop velocity.
    package let residuals: [Double]
    /// pt, of the fit through the origin.
    package let residualsThroughOrigin: [Double]
    package let verdicts: [Verdict]

    package init(
      decelerationRate: Double?, count: Int, slope: Estimate, stopVelocity: Estimate,
      slopeThroughOrigin: Estimate,
      residuals: [Double], residualsThroughOrigin: [Double], verdicts: [Verdict]
    ) {
      self.decelerationRate = decelerationRate
      self.count = count
      self.slope = slope
      self.stopVelocity = stopVelocity
      self.slopeThroughOrigin = slopeThroughOrigin
      self.residuals = residuals
      self.residualsThroughOrigin = residualsThroughOrigin
      self.verdicts = verdicts
    }
  }

  /// The verdict on a formula: its slope beside the interval of the regression's.
  package struct Verdict: Equatable, Sendable {
    /// `apple` or `log`.
    package let formula: String
    /// s.
    package let expected: Double
    /// (slope − expected) / standard error.
    package let z: Double
    package let holds: Bool

    package init(formula: String, expected: Double, z: Double, holds: Bool) {
      self.formula = formula
      self.expected = expected
      self.z = z
      self.holds = holds
    }
  }

  package init(table: [Row], regressions: [Regression], illustration: ProjectionIllustration? = nil) {
    self.table = table
    self.regressions = regressions
    self.illustration = illustration
  }
}

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

/// One recorded release: how fast, and how far the content then traveled.
package struct Fling: Equatable, Sendable {
  /// 1/ms; nil where the table does not name it.
  package let decelerationRate: Double?
  /// |velocity| at release, pt/s.
  package let speed: Double
  /// |target − release offset|, pt.
  package let distance: Double
}

/// A velocity's unit.
package enum VelocityUnit: String, CaseIterable, Sendable {
  case pointsPerSecond = "pt/s"
  case pointsPerMillisecond = "pt/ms"

  /// The factor to pt/s.
  var pointsPerSecond: Double { self == .pointsPerSecond ? 1 : 1000 }
}

/// The reason that a table holds no flings to judge.
package enum FlingError: Error, Equatable, Sendable {
  case missing(String, found: [String])
  case velocityUnit(column: String)
  case tooFew(decelerationRate: Double?, have: Int, need: Int)
  case sameSpeeds(decelerationRate: Double?)
  case fitting(FitError)

  /// True if an option is missing rather than data.
  package var isUsage: Bool {
    if case .velocityUnit = self { return true }
    return false
  }
}

extension FlingError: Explained {
  package var description: String { libraryText }

  package var sentence: Sentence {
    switch self {
    case .missing(let what, let found): "no \(what) column (found: \(found.joined(separator: ", ")))"
    case .velocityUnit(let column):
      "column '\(column)' does not name its unit: give \(setting: "velocityUnit pt/s") or \(setting: "velocityUnit pt/ms")"
    case .tooFew(let rate, let have, let need):
      "\(have) flings\(rate.map { " at rate \($0)" } ?? "") do not determine slope and stop velocity: "
        + "\(need) are needed"
    case .sameSpeeds(let rate):
      "all flings\(rate.map { " at rate \($0)" } ?? "") have the same speed: a line needs two"
    case .fitting(let error): error.sentence
    }
  }
}

extension Fling {
  /// The flings of a table: a velocity column and either a distance or a release and a target offset, and the
  /// deceleration rate where there is one.
  ///
  /// - Parameter velocityUnit: the velocity's unit, where the column's name has none.
  /// - Throws: ``FlingError``.
  package static func read(_ table: Table, velocityUnit: VelocityUnit?) throws(FlingError) -> [Fling] {
    let names = table.names.map(ColumnName.init)
    func column(_ bases: String...) -> (name: ColumnName, values: [Double])? {
      for base in bases {
        if let name = names.first(where: { $0.base == base }), let values = table[name.written],
          !values.isEmpty
        {
          return (name, values)
        }
      }
      return nil
    }
    guard let velocity = column("release_velocity", "velocity") else {
      throw .missing("release velocity", found: table.names)
    }
    let perSecond: Double
    if case .velocity(let factor) = velocity.name.unit {
      perSecond = factor
    } else if let velocityUnit {
      perSecond = velocityUnit.pointsPerSecond
    } else {
      throw .velocityUnit(column: velocity.name.written)
    }
    let distances: [Double]
    if let distance = column("distance") {
      distances = distance.values.map(abs)
    } else if let release = column("release_offset"),
      let target = column("target_content_offset", "target_offset", "target")
    {
      distances = zip(target.values, release.values).map { abs($0 - $1) }
    } else {
      throw .missing("distance, or release_offset and target_offset,", found: table.names)
    }
    let rates = column("deceleration_rate", "rate")?.values
    return velocity.values.indices.map { index in
      Fling(
        decelerationRate: rates?[index], speed: abs(velocity.values[index]) * perSecond,
        distance: distances[index])
    }
  }
}
