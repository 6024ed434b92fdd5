import Numerals
import Recordings
import ScrollFitting
import ScrollModels

/// The claims about a pull beyond the edge.
struct RubberBandClaims {
  private let points: Trace
  private let drag: Trace

  /// The viewport's height on which the drag was recorded, pt (Cranpose's measurement on iOS 26.5).
  private static let viewportHeight = 681.6667
  /// The height of an iPhone X, pt, and the coefficient habr gives.
  private static let habr = RubberBand(coefficient: 0.55, dimension: 812)

  init(_ data: ArticleData) throws(ReproductionError) {
    points = try Self.trace(data, .rubberBandPoints)
    drag = try Self.trace(data, .rubberBandDrag)
  }

  private static func trace(_ data: ArticleData, _ file: ArticleData.File) throws(ReproductionError) -> Trace
  {
    let traces: [Trace]
    do { traces = try data.traces(file) } catch { throw .reading(error) }
    guard traces.count == 1 else { throw .series(count: traces.count, need: 1, file: file.rawValue) }
    return traces[0]
  }

  func claims() throws(ReproductionError) -> [Claim] {
    let quadratic = try fit(points, .rubberBandPoints, model: .polynomial(degree: 2))
    let rubberBand = try fit(points, .rubberBandPoints, model: .rubberBand)
    let recordedKnown = try fit(
      drag, .rubberBandDrag, model: .rubberBand, fixed: ["dimension": Self.viewportHeight])
    let recorded = try fit(drag, .rubberBandDrag, model: .rubberBand)
    let recordedQuadratic = try fit(drag, .rubberBandDrag, model: .polynomial(degree: 2))
    return [
      Claim(
        "rubber-quadratic", article: "habr", statement: "the points follow 2 + 0.456 x − 0.000124 x²",
        published: Published(-0.000124, lastPlace: 0.000001),
        estimate: quadratic.estimate(of: .coefficient(ofPower: 2)), unit: "1/pt",
        components: quadratic.parameters.map { .init($0.name, $0.value) }
          + quadratic.parameters.map { .init($0.name + "Error", $0.standardError ?? .nan) },
        detail: "least squares leaves \(Numerals.significant(quadratic.residuals.maximum, 3)) pt; "
          + "beyond \(Numerals.fixed(-quadratic.estimate(of: .coefficient(ofPower: 1)).value / (2 * quadratic.estimate(of: .coefficient(ofPower: 2)).value), 1)) pt "
          + "the quadratic falls, which no rubber band does"),
      quadraticError(quadratic),
      Claim(
        "rubber-coefficient", article: "habr", statement: "the rubber band's coefficient is 0.55",
        published: Published(0.55, lastPlace: 0.01), estimate: rubberBand.estimate(of: .coefficient),
        unit: "",
        components: [.init("dimension", rubberBand.estimate(of: .dimension).value)],
        detail: "coefficient and dimension both free on the article's points"),
      Claim(
        "rubber-dimension", article: "habr", statement: "the dimension is the screen's height, 812 pt",
        published: Published(812, lastPlace: 1), estimate: rubberBand.estimate(of: .dimension), unit: "pt",
        components: [.init("coefficient", rubberBand.estimate(of: .coefficient).value)],
        detail: "coefficient and dimension both free on the article's points"),
      Claim(
        "rubber-ios26-coefficient", article: "habr", statement: "the rubber band's coefficient is 0.55",
        published: Published(0.55, lastPlace: 0.01), estimate: recordedKnown.estimate(of: .coefficient),
        unit: "",
        components: [
          .init("rms", recordedKnown.residuals.rms), .init("maximum", recordedKnown.residuals.maximum),
        ],
        detail: "iOS 26.5, the viewport's height \(Self.viewportHeight) pt given"),
      Claim(
        "rubber-ios26-dimension", article: "habr", statement: "the dimension is the view's length",
        published: nil,
        estimate: recorded.estimate(of: .dimension), unit: "pt",
        components: [.init("coefficient", recorded.estimate(of: .coefficient).value)],
        detail: "new: the viewport's height, \(Self.viewportHeight) pt, found from the drag alone"),
      Claim(
        "rubber-ios26-quadratic", article: "habr", statement: "a quadratic approximates the rubber band",
        published: nil, estimate: recordedQuadratic.estimate(of: .coefficient(ofPower: 2)), unit: "1/pt",
        components: recordedQuadratic.parameters.map { .init($0.name, $0.value) }
          + [
            .init("rms", recordedQuadratic.residuals.rms),
            .init("maximum", recordedQuadratic.residuals.maximum),
          ],
        detail: "new: on iOS 26.5 the least-squares quadratic leaves up to "
          + "\(Numerals.significant(recordedQuadratic.residuals.maximum, 2)) pt, "
          + "the model \(Numerals.significant(recordedKnown.residuals.maximum, 2)) pt"),
    ]
  }

  /// The article's points with the formula at its constants, the least-squares quadratic through them, and the parabola that
  /// touches the formula at the edge.
  func illustration() throws(ReproductionError) -> ReproductionIllustration.RubberBand {
    let fit = try fit(points, .rubberBandPoints, model: .polynomial(degree: 2))
    let coefficients = fit.parameters.map(\.value)
    func quadratic(_ x: Double) -> Double { coefficients[0] + x * (coefficients[1] + x * coefficients[2]) }
    let recorded = PlaneCurve(x: fit.curve.abscissas, y: fit.curve.observed)
    let end = recorded.x.max() ?? 0
    let travels = (0...80).map { end * Double($0) / 80 }
    return ReproductionIllustration.RubberBand(
      travels: travels, formula: travels.map(Self.habr.value), quadratic: travels.map(quadratic),
      taylor: travels.map(Self.habr.taylorQuadratic), points: recorded,
      quadraticBeyond: travels.map { quadratic($0) - Self.habr.value(at: $0) },
      pointsBeyond: PlaneCurve(
        x: recorded.x, y: zip(recorded.x, recorded.y).map { $1 - Self.habr.value(at: $0) }))
  }

  /// The largest difference of the fitted quadratic to the model at habr's constants, on the points' range.
  private func quadraticError(_ quadratic: Fit) -> Claim {
    let end = quadratic.curve.abscissas.max() ?? 0
    let coefficients = quadratic.parameters.map(\.value)
    var largest = (at: 0.0, difference: 0.0)
    for step in 0...15_000 {
      let x = end * Double(step) / 15_000
      let parabola = coefficients[0] + x * (coefficients[1] + x * coefficients[2])
      let difference = abs(parabola - Self.habr.value(at: x))
      if difference > largest.difference { largest = (x, difference) }
    }
    return Claim(
      id: "rubber-quadratic-error", article: "habr", statement: "how far the quadratic is from the formula",
      published: nil, value: largest.difference, standardError: nil, interval: nil, unit: "pt",
      components: [.init("at", largest.at)], verdict: nil,
      detail: "new: the largest difference on 0…\(Numerals.significant(end)) pt is at "
        + "\(Numerals.significant(largest.at)) pt of finger travel")
  }

  private func fit(
    _ trace: Trace, _ file: ArticleData.File, model: MotionModel, fixed: [String: Double] = [:]
  ) throws(ReproductionError) -> Fit {
    var options = FitOptions()
    options.noise = .none
    options.model = .model(model)
    options.fixed = fixed
    let fit: Fit
    do { fit = try Fitting(trace: trace, axis: .y, options: options).fit() } catch {
      throw .fitting(file: file.rawValue, error)
    }
    return try fit.judgeable(in: file)
  }
}
