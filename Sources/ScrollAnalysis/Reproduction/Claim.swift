/// One number of the articles, recomputed from recorded data.
public struct Claim: Equatable, Sendable {
  public enum Verdict: String, Sendable {
    case confirmed, refined, refuted
  }

  public let id: String
  /// The article's short name: `damping`.
  public let article: String
  public let statement: String
  /// The value that the article states; nil where it states none.
  public let published: Double?
  public let value: Double
  public let standardError: Double?
  public let interval: ClosedRange<Double>?
  public let unit: String
  /// Further numbers of the same fit, in order.
  public let components: [Component]
  /// Nil where nothing was published.
  public let verdict: Verdict?
  /// The verdict in words.
  public let detail: String

  public struct Component: Equatable, Sendable {
    public let name: String
    public let value: Double

    public init(_ name: String, _ value: Double) {
      self.name = name
      self.value = value
    }
  }

  public init(
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
