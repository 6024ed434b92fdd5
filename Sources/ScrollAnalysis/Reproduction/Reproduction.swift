import EmbeddedTexts
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

/// One number of the articles, recomputed from recorded data.
package struct Claim: Equatable, Sendable {
  package enum Verdict: String, Sendable {
    case confirmed, refined, refuted
  }

  package let id: String
  /// The article's short name: `damping`.
  package let article: String
  package let statement: String
  /// The value that the article states; nil where it states none.
  package let published: Double?
  package let value: Double
  package let standardError: Double?
  package let interval: ClosedRange<Double>?
  package let unit: String
  /// Further numbers of the same fit, in order.
  package let components: [Component]
  /// Nil where nothing was published.
  package let verdict: Verdict?
  /// The verdict in words.
  package let detail: String

  package struct Component: Equatable, Sendable {
    package let name: String
    package let value: Double

    package init(_ name: String, _ value: Double) {
      self.name = name
      self.value = value
    }
  }

  package init(
    id: String, article: String, statement: String, published: Double?, value: Double, standardError: Double?,
    interval: ClosedRange<Double>?, unit: String, components: [Component], verdict: Verdict?, detail: String
  ) {
    self.id = id
    self.article = article
    self.statement = statement
    self.published = published
    self.value = value
    self.standardError = standardError
    self.interval = interval
    self.unit = unit
    self.components = components
    self.verdict = verdict
    self.detail = detail
  }
}

/// The source of the articles' numbers: the recordings in the binary, or a folder of files of the same
/// names.
package enum ArticleData: Equatable, Sendable {
  case embedded
  case folder(String)

  /// The recordings the claims rest on.
  enum File: String {
    case decelerations = "decel_damping_article.csv"
    case bounceTable = "bounce_damping_article.csv"
    case bounces = "ios_bounce_levisonnn.csv"
    case targetOffsets = "ios265_sim_target_offsets.csv"
    case rubberBandPoints = "rubberband_habr_article.csv"
    case rubberBandDrag = "ios265_sim_rubberband_drag.csv"

    var embedded: [UInt8] { Array(String(cString: text).utf8) }

    private var text: UnsafePointer<CChar> {
      switch self {
      case .decelerations: EmbeddedTexts.decel_damping_article_csv
      case .bounceTable: EmbeddedTexts.bounce_damping_article_csv
      case .bounces: EmbeddedTexts.ios_bounce_levisonnn_csv
      case .targetOffsets: EmbeddedTexts.ios265_sim_target_offsets_csv
      case .rubberBandPoints: EmbeddedTexts.rubberband_habr_article_csv
      case .rubberBandDrag: EmbeddedTexts.ios265_sim_rubberband_drag_csv
      }
    }
  }

  /// A file as a table of its numeric columns.
  func table(_ file: File) throws(ReadingError) -> Table {
    let reader = RecordingReader(options: ReadingOptions())
    switch self {
    case .embedded: return try reader.table(bytes: file.embedded, source: file.rawValue)
    case .folder(let path): return try reader.table(at: path + "/" + file.rawValue)
    }
  }

  /// A file's recordings; `interval` is the seconds between frames, where it counts frames.
  func traces(_ file: File, interval: Double? = nil) throws(ReadingError) -> [Trace] {
    var options = ReadingOptions()
    options.interval = interval
    // The articles' figures are of the times that they print.
    options.clock = .recorded
    let reader = RecordingReader(options: options)
    switch self {
    case .embedded: return try reader.traces(bytes: file.embedded, source: file.rawValue)
    case .folder(let path): return try reader.traces(at: path + "/" + file.rawValue)
    }
  }
}
