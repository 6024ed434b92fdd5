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
