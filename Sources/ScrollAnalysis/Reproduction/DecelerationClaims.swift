import Numerals
import Recordings
import ScrollFitting
import ScrollModels

/// The claims about the distance of a fling.
struct DecelerationClaims {
  private let articleFlings: [Fling]
  private let article: (line: Fit, origin: Fit)
  private let simulator: [(rate: Double, line: Fit)]

  init(_ data: ArticleData) throws(ReproductionError) {
    articleFlings = try Self.flings(data, .decelerations)
    article = (
      try Self.fit(articleFlings, .decelerations),
      try Self.fit(articleFlings, .decelerations, throughOrigin: true)
    )
    let recorded = try Self.flings(data, .targetOffsets)
    var simulator: [(Double, Fit)] = []
    for rate in [DecelerationRate.normal, DecelerationRate.fast] {
      simulator.append((rate, try Self.fit(recorded.filter { $0.decelerationRate == rate }, .targetOffsets)))
    }
    self.simulator = simulator
  }

  static func flings(_ data: ArticleData, _ file: ArticleData.File) throws(ReproductionError)
    -> [Fling]
  {
    let table: Table
    do { table = try data.table(file) } catch { throw .reading(error) }
    do { return try Fling.read(table, velocityUnit: nil) } catch { throw .flings(file: file.rawValue, error) }
  }

  private static func fit(
    _ flings: [Fling], _ file: ArticleData.File, throughOrigin: Bool = false
  ) throws(ReproductionError) -> Fit {
    let fit: Fit
    do { fit = try projectionFit(flings, throughOrigin: throughOrigin) } catch {
      throw .fitting(file: file.rawValue, error)
    }
    return try fit.judgeable(in: file)
  }

  func claims() -> [Claim] {
    [throughOrigin, affineSlope, stopVelocity, rate, formula("apple"), formula("log")]
      + [ios("normal", simulator[0]), ios("fast", simulator[1])]
  }

  private static let article = "damping"
  private static let distanceStatement = "a fling travels 500 ms times its release velocity"

  private var throughOrigin: Claim {
    let slope = article.origin.estimate(of: .slope)
    return Claim(
      "deceleration-through-origin", article: Self.article, statement: Self.distanceStatement,
      published: Published(0.5, lastPlace: 0.001), estimate: slope, unit: "s",
      components: [.init("rms", article.origin.residuals.rms)],
      detail:
        "a line through the origin leaves \(Numerals.significant(article.origin.residuals.rms, 3)) pt rms, "
        + "far above the pixel grid: distance is not proportional to velocity")
  }

  private var affineSlope: Claim {
    let residuals = article.line.curve.residuals
    return Claim(
      "deceleration-affine-slope", article: Self.article, statement: Self.distanceStatement,
      published: Published(0.5, lastPlace: 0.001), estimate: article.line.estimate(of: .slope), unit: "s",
      components: residuals.enumerated().map { .init("residual\($0 + 1)", $1) },
      detail: "with a stop velocity the line leaves at most "
        + "\(Numerals.significant(article.line.residuals.maximum, 3)) pt, below the grid")
  }

  private var stopVelocity: Claim {
    Claim(
      "deceleration-stop-velocity", article: Self.article, statement: "the speed at which the motion ends",
      published: nil, estimate: article.line.estimate(of: .stopVelocity), unit: "pt/s",
      detail: "new: the articles let the motion run out; the recorded one ends while it still moves")
  }

  private var rate: Claim {
    Claim(
      "deceleration-rate", article: "viblo-decel",
      statement: "UIScrollView's normal deceleration rate is 0.998 per ms",
      published: Published(DecelerationRate.normal, lastPlace: 0.001), estimate: article.line.derived[0],
      unit: "1/ms",
      components: [.init("decayConstant", 1 / article.line.estimate(of: .slope).value)],
      detail: "from the slope of the line with stop velocity, e^(−1/(1000 s))")
  }

  /// A projection formula at the normal rate, which has no error of its own, against the slope of the recorded flings,
  /// whose interval it is given, ms.
  private func formula(_ name: String) -> Claim {
    let slope = article.line.estimate(of: .slope).scaled(by: 1000, unit: "ms")
    let isApple = name == "apple"
    let value =
      isApple
      ? Projection.apple(1000, rate: DecelerationRate.normal)
      : Projection.log(1000, rate: DecelerationRate.normal)
    let holds = slope.interval?.contains(value) ?? false
    let errors = (slope.value - value) / (slope.standardError ?? .nan)
    return Claim(
      id: "projection-\(name)", article: isApple ? "WWDC 2018" : "habr",
      statement: isApple
        ? "a fling travels d/(1 − d) ms times its velocity" : "a fling travels −1/ln d ms times its velocity",
      published: value, value: value, standardError: nil, interval: slope.interval,
      unit: "ms",
      components: [
        .init("slope", slope.value), .init("slopeError", slope.standardError ?? .nan), .init("z", errors),
      ], verdict: holds ? .confirmed : .refuted,
      detail: "the recorded slope is \(Numerals.fixed(slope.value, 3)) ms, "
        + "\(Numerals.fixed(abs(errors), 1)) standard errors away: \(holds ? "inside" : "outside") of its interval"
    )
  }

  /// The slope of the flings recorded on iOS 26.5 against the log formula, ms.
  private func ios(_ name: String, _ recorded: (rate: Double, line: Fit)) -> Claim {
    let slope = recorded.line.estimate(of: .slope).scaled(by: 1000, unit: "ms")
    let log = Projection.log(1000, rate: recorded.rate)
    let apple = Projection.apple(1000, rate: recorded.rate)
    let error = slope.standardError ?? .nan
    let holds = slope.interval?.contains(log) ?? false
    return Claim(
      "projection-ios26-\(name)", article: "habr", statement: "a fling travels −1/ln d ms times its velocity",
      published: Published(log, lastPlace: 0), estimate: slope, unit: "ms",
      components: [
        .init("stopVelocity", recorded.line.estimate(of: .stopVelocity).value), .init("log", log),
        .init("zLog", (slope.value - log) / error), .init("apple", apple),
        .init("zApple", (slope.value - apple) / error),
      ],
      verdict: holds ? .confirmed : .refuted,
      detail: "iOS 26.5 at \(recorded.rate): the log formula is "
        + "\(Numerals.fixed(abs(slope.value - log) / error, 1)) standard errors away, "
        + "Apple's \(Numerals.fixed(abs(slope.value - apple) / error, 1))")
  }
}
