public import Recordings

/// How a law's parameters are found.
public enum Estimator: String, CaseIterable, Sendable {
  case auto
  case variableProjection = "variable-projection"
  case levenbergMarquardt = "levenberg-marquardt"
  case gradientDescent = "gradient-descent"
  case compassSearch = "compass-search"
  case compassSearchArticles = "compass-search-articles"
  case linear
}

/// What a user asks of a fit.
public struct FitOptions: Sendable {
  /// The law's name on the command line, `auto` to weigh several, nil to take what suits the recording.
  public var model: String?
  public var estimator = Estimator.auto
  /// `--fix`: parameter or derived name to value.
  public var fixed: [String: Double] = [:]
  /// `--bounds`: parameter or derived name to the values allowed.
  public var bounds: [String: ClosedRange<Double>] = [:]
  /// `--start`: parameter or derived name to where the search begins.
  public var starts: [String: Double] = [:]
  /// The level of intervals, in 0…1.
  public var confidence = 0.95
  /// `--edge`: the offsets of the content's edges; overrides what the recording names.
  public var edges: ClosedRange<Double>?
  /// `--from`, `--to`: seconds since the recording's first sample, inclusive.
  public var from: Double?
  public var to: Double?
  /// `--axis`: nil for both.
  public var axis: Axis?
  /// `--against`: the column a polynomial is fitted over.
  public var against: String?
  public var keepPath = false

  public init() {}
}
