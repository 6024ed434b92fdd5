import LeastSquares
import Recordings
import ScrollFitting

/// Every number of the articles, recomputed from recorded data.
package enum Reproduction {
  /// The claims, in the order of the articles.
  ///
  /// - Throws: ``ReproductionError`` where a file is missing, cannot be read or has no fit.
  package static func claims(from data: ArticleData) throws(ReproductionError) -> [Claim] {
    try DecelerationClaims(data).claims() + BounceClaims(data).claims() + RubberBandClaims(data).claims()
  }
}

/// The reason that the articles' numbers could not be recomputed.
package enum ReproductionError: Error, Equatable, Sendable {
  case reading(ReadingError)
  case fitting(file: String, FitError)
  case flings(file: String, FlingError)
  case column(String, file: String)
  case series(count: Int, need: Int, file: String)
  case rows(count: Int, need: Int, file: String)
}

extension ReproductionError {
  /// The file at fault; nil where the reading error names it.
  package var file: String? {
    switch self {
    case .reading: nil
    case .fitting(let file, _), .flings(let file, _), .column(_, let file), .series(_, _, let file),
      .rows(_, _, let file):
      file
    }
  }
}

extension ReproductionError: Explained {
  package var description: String { libraryText }

  package var sentence: Sentence {
    switch self {
    case .reading(let error): error.sentence
    case .fitting(_, let error): error.sentence
    case .flings(_, let error): error.sentence
    case .column(let name, _): "no column '\(name)'"
    case .series(let count, let need, _): "\(count) series where \(need) are expected"
    case .rows(let count, let need, _): "\(count) rows, where an error to judge by needs \(need)"
    }
  }
}

extension Fit {
  /// The fit, where it has an error to judge a claim by.
  func judgeable(in file: ArticleData.File) throws(ReproductionError) -> Fit {
    let need = samples - residuals.degreesOfFreedom + 1
    guard samples >= need else { throw .rows(count: samples, need: need, file: file.rawValue) }
    return self
  }
}

/// The published value, and the decimal place to which it is printed.
struct Published {
  let value: Double
  /// Half of this is what a correctly rounded number may differ by: 0.1 for 10.9; 0 for a statement of equality.
  let lastPlace: Double

  init(_ value: Double, lastPlace: Double) {
    self.value = value
    self.lastPlace = lastPlace
  }

  /// confirmed: inside of the interval, or equal at the printed digits (half-way counts); refined: within 2 %;
  /// refuted: else.
  func verdict(value: Double, interval: ClosedRange<Double>?) -> Claim.Verdict {
    if interval?.contains(self.value) == true { return .confirmed }
    let difference = abs(value - self.value)
    // The half-way case must not be lost to the rounding of a decimal.
    if difference <= 0.5 * lastPlace * (1 + 1e-9) { return .confirmed }
    return difference <= 0.02 * abs(self.value) ? .refined : .refuted
  }
}

extension Claim {
  /// A claim about an estimate, judged by the common rule unless a verdict is given.
  init(
    _ id: String, article: String, statement: String, published: Published?, estimate: Estimate, unit: String,
    components: [Component] = [], verdict: Verdict?? = .none, detail: String
  ) {
    let judged = published.map { $0.verdict(value: estimate.value, interval: estimate.interval) }
    self.init(
      id: id, article: article, statement: statement, published: published?.value, value: estimate.value,
      standardError: estimate.standardError, interval: estimate.interval, unit: unit, components: components,
      verdict: verdict ?? judged, detail: detail)
  }
}

extension Estimate {
  /// The estimate in another unit: `factor` of it make one of its own.
  func scaled(by factor: Double, unit: String) -> Estimate {
    let ends = interval.map { [$0.lowerBound * factor, $0.upperBound * factor].sorted() }
    return Estimate(
      name: name, unit: unit, value: value * factor, standardError: standardError.map { abs(factor) * $0 },
      interval: ends.map { $0[0]...$0[1] }, fixed: fixed, shared: shared)
  }
}
