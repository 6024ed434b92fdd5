import LeastSquares
import Numerals
import Recordings
import ScrollFitting
import ScrollModels
import ScrollSegmentation

/// The claims about the damping 10.9.
struct BounceClaims {
  private let table: BounceTable
  /// The frame interval the article's author took, and the display's.
  private let author: [BounceSeries]
  private let display: [BounceSeries]

  private static let article = "damping"
  private static let damping = Published(10.9, lastPlace: 0.1)
  private static let statement = "a bounce's damping is 10.9 /s"

  init(_ data: ArticleData) throws(ReproductionError) {
    table = try BounceTable(data)
    author = try BounceSeries.all(data, interval: 0.0167)
    display = try BounceSeries.all(data, interval: 1.0 / 60)
  }

  func claims() throws(ReproductionError) -> [Claim] {
    let line = try line()
    var claims = [farthest(line), durations()]
    for (name, series) in [("0.0167", author), ("60hz", display)] {
      for one in series { claims.append(Self.series(one, name: name)) }
    }
    let joint = (author: BounceSeries.joint(author), display: BounceSeries.joint(display))
    claims.append(Self.jointClaim("0.0167", joint.author))
    claims.append(Self.jointClaim("60hz", joint.display))
    if let equality = Self.equality(joint.author, author) { claims.append(equality) }
    for one in author { claims.append(Self.compass(one)) }
    claims.append(ratio(line))
    return claims
  }

  // MARK: The article's table

  /// farthest = v₀ · 1/(E δ), a line through the origin.
  private func line() throws(ReproductionError) -> Estimate {
    let fit: Fit
    do {
      fit = try Fitting.fit(
        ProjectionModel(), samples: Samples(abscissas: table.velocities, observations: table.farthest),
        abscissaUnit: "pt/s", fixed: ["stopVelocity": 0])
    } catch { throw .fitting(file: ArticleData.File.bounceTable.rawValue, error) }
    return try fit.judgeable(in: .bounceTable).estimate(of: .slope)
  }

  private func farthest(_ line: Estimate) -> Claim {
    Claim(
      "bounce-farthest-damping", article: Self.article, statement: Self.statement, published: Self.damping,
      estimate: Self.inverse(line, factor: 1 / BounceTable.euler), unit: "1/s",
      components: zip(table.velocities, table.farthest).enumerated().map {
        .init("row\($0 + 1)", $1.0 / (BounceTable.euler * $1.1))
      },
      detail: "from farthest = v₀/(E δ): a velocity read up to a frame before the edge explains the excess")
  }

  /// 1/(x) times a factor, with its error by the delta method.
  private static func inverse(_ estimate: Estimate, factor: Double) -> Estimate {
    let value = factor / estimate.value
    let error = estimate.standardError.map { abs(value / estimate.value) * $0 }
    // The interval keeps its width in standard errors.
    let half = estimate.interval.map { abs(value / estimate.value) * ($0.upperBound - estimate.value) }
    return Estimate(
      name: "damping", unit: "1/s", value: value, standardError: error,
      interval: half.map { (value - $0)...(value + $0) })
  }

  private func durations() -> Claim {
    let left = zip(table.velocities, table.durations).map { velocity, duration in
      Bounce(displacement: 0, initialVelocity: velocity, damping: Self.damping.value).value(at: duration)
    }
    return Claim(
      "bounce-duration-threshold", article: Self.article,
      statement: "where the content is when the bounce's duration ends", published: nil,
      estimate: .mean(of: left, name: "offset", unit: "pt"), unit: "pt",
      components: left.enumerated().map { .init("row\($0 + 1)", $1) },
      detail: "new: at damping 10.9 about half a point is left when the motion is stopped")
  }

  private func ratio(_ line: Estimate) -> Claim {
    let factor = BounceTable.euler * Self.damping.value
    return Claim(
      "bounce-velocity-ratio", article: Self.article, statement: "C equals the velocity at the edge",
      published: Published(1, lastPlace: 0), estimate: line.scaled(by: factor, unit: ""), unit: "",
      components: zip(table.velocities, table.farthest).enumerated().map {
        .init("row\($0 + 1)", factor * $1.1 / $1.0)
      },
      detail:
        "farthest · E · δ / v₀ at damping 10.9; a velocity read before the edge makes it fall short of 1")
  }

  // MARK: The recorded series

  private static func series(_ series: BounceSeries, name: String) -> Claim {
    let damping = series.fit.estimate(of: .damping)
    return Claim(
      "bounce-series-\(series.name)-\(name)", article: article, statement: statement, published: Self.damping,
      estimate: damping, unit: "1/s",
      components: [
        .init("c1", series.fit.estimate(of: .displacement).value),
        .init(
          "c2",
          series.fit.estimate(of: .initialVelocity).value + damping.value
            * series.fit.estimate(of: .displacement).value),
        .init("rms", series.fit.residuals.rms), .init("samples", Double(series.fit.samples)),
      ],
      detail:
        "least squares, frames every \(Numerals.significant(series.interval, 4)) s, rest at the baseline")
  }

  private static func jointClaim(_ name: String, _ joint: JointFit) -> Claim {
    Claim(
      "bounce-joint-\(name)", article: article, statement: statement, published: damping,
      estimate: joint.shared[0], unit: "1/s", components: [.init("sumOfSquares", joint.sumOfSquares)],
      detail: "one damping for the three series, displacement and velocity of each its own")
  }

  /// The F test of one damping against three.
  private static func equality(_ joint: JointFit, _ series: [BounceSeries]) -> Claim? {
    let separate = NestedModelTest.Model(
      sumOfSquares: series.reduce(0) { $0 + $1.fit.residuals.sumOfSquares },
      freeParameters: series.reduce(0) { $0 + $1.fit.samples - $1.fit.residuals.degreesOfFreedom })
    let test = NestedModelTest(
      restricted: .init(sumOfSquares: joint.sumOfSquares, freeParameters: joint.freeParameters),
      full: separate,
      count: series.reduce(0) { $0 + $1.fit.samples })
    guard let test else { return nil }
    return Claim(
      id: "bounce-joint-f-test", article: article, statement: "the series share one damping", published: nil,
      value: test.statistic, standardError: nil, interval: nil, unit: "",
      components: [
        .init("numerator", Double(test.numerator)), .init("denominator", Double(test.denominator)),
        .init("p", test.pValue),
      ], verdict: nil,
      detail: "new: F(\(test.numerator), \(test.denominator)) = \(Numerals.significant(test.statistic, 3)), "
        + "p = \(Numerals.significant(test.pValue, 1)): "
        + (test.pValue < 0.05
          ? "an equal damping is rejected; the series depart alike from critical damping in the first frames, "
            + "the cause is unknown"
          : "an equal damping is not rejected"))
  }

  /// The article's own search on a series.
  private static func compass(_ series: BounceSeries) -> Claim {
    let problem = ArticleBounceProblem(samples: series.samples, rest: series.rest)
    let minimum = problem.articleMinimum(keepPath: false)
    let stopped = minimum.parameters[1]
    let stalls = minimum.sumOfSquares >= 10
    let estimate = Estimate(name: "damping", unit: "1/s", value: stopped, standardError: nil, interval: nil)
    return Claim(
      "bounce-compass-\(series.name)", article: article,
      statement: "the search always ends close to 10.9, its sum of squares in single digits",
      published: damping,
      estimate: estimate, unit: "1/s",
      components: [
        .init("amplitude", minimum.parameters[0]), .init("phase", minimum.parameters[2]),
        .init("moves", Double(minimum.iterations)), .init("sumOfSquares", minimum.sumOfSquares),
      ],
      verdict: stalls ? .some(.refuted) : .none,
      detail: "six moves of 1, 0.01 and 0.001 from (0, 0, 0): stops at amplitude "
        + "\(Numerals.significant(minimum.parameters[0])), phase \(Numerals.significant(minimum.parameters[2])) "
        + "after \(minimum.iterations) moves with SSE \(Numerals.significant(minimum.sumOfSquares, 5)); least "
        + "squares reaches \(Numerals.significant(series.fit.residuals.sumOfSquares, 5))")
  }
}

/// The damping article's table of bounces.
struct BounceTable {
  static let euler = 2.718281828459045
  /// At the edge, pt/s.
  let velocities: [Double]
  /// Beyond the edge, pt.
  let farthest: [Double]
  /// s.
  let durations: [Double]

  init(_ data: ArticleData) throws(ReproductionError) {
    let table: Table
    do { table = try data.table(.bounceTable) } catch { throw .reading(error) }
    func column(_ name: String) throws(ReproductionError) -> [Double] {
      guard let values = table[name] else {
        throw .column(name, file: ArticleData.File.bounceTable.rawValue)
      }
      return values.map(abs)
    }
    velocities = try column("edge_velocity_pt_per_s")
    farthest = try column("farthest_pt")
    durations = try column("duration_s")
  }
}

/// One recorded bounce, fitted about its baseline.
struct BounceSeries {
  let name: String
  /// Seconds between frames.
  let interval: Double
  let samples: Samples
  let rest: Double
  let fit: Fit

  /// The three series of the recording at a frame interval.
  static func all(_ data: ArticleData, interval: Double) throws(ReproductionError) -> [BounceSeries] {
    let file = ArticleData.File.bounces.rawValue
    let traces: [Trace]
    do { traces = try data.traces(.bounces, interval: interval) } catch { throw .reading(error) }
    guard traces.count == 3 else { throw .series(count: traces.count, need: 3, file: file) }
    var series: [BounceSeries] = []
    for trace in traces {
      guard let rest = trace.rests[.y] else { throw .column("rest_baseline", file: file) }
      var options = FitOptions()
      options.noise = .none
      options.model = .model(.bounce)
      let fit: Fit
      do { fit = try Fitting(trace: trace, axis: .y, options: options).fit() } catch {
        throw .fitting(file: file, error)
      }
      _ = try fit.judgeable(in: .bounces)
      series.append(
        BounceSeries(
          name: trace.series ?? "\(series.count + 1)", interval: interval,
          samples: Samples(abscissas: fit.curve.abscissas, observations: fit.curve.observed), rest: rest,
          fit: fit))
    }
    return series
  }

  /// One damping for all.
  static func joint(_ series: [BounceSeries]) -> JointFit {
    JointFit(
      BounceModel(), samples: series.map(\.samples), fixed: series.map { [0: $0.rest] },
      start: [series[0].fit.estimate(of: .damping).value])
  }
}

extension Estimate {
  /// The mean of a few numbers with its standard error and t interval at 95 %.
  static func mean(of values: [Double], name: String, unit: String) -> Estimate {
    let count = Double(values.count)
    let mean = values.reduce(0, +) / count
    guard values.count > 1 else {
      return Estimate(name: name, unit: unit, value: mean, standardError: nil, interval: nil)
    }
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let error = (squares / (count - 1) / count).squareRoot()
    let reach = StudentT(degreesOfFreedom: count - 1).criticalValue(confidence: 0.95) * error
    return Estimate(
      name: name, unit: unit, value: mean, standardError: error, interval: (mean - reach)...(mean + reach))
  }
}
