import TestSupport
import Testing

@testable import ScrollAnalysis
@testable import ScrollFitting

/// The damping article's own table of bounces.
struct ArticleTableFigures {
  private let reference: JSONNode
  private let claims: [Claim]

  init() throws {
    reference = try JSONNode("reference/article-tables.json")
    claims = try BounceClaims(.embedded).claims()
  }

  private func claim(_ id: String) throws -> Claim { try #require(claims.first { $0.id == id }) }

  private func expect(_ claim: Claim, _ node: JSONNode) {
    TestSupport.expect(
      Estimate(
        name: claim.id, unit: claim.unit, value: claim.value, standardError: claim.standardError,
        interval: claim.interval), node, claim.id)
  }

  @Test("The damping by the farthest point is the reference's") func farthest() throws {
    let claim = try claim("bounce-farthest-damping")
    expect(claim, reference["farthest", "damping"])
    #expect(
      zip(claim.components, reference["farthest", "perRow"].numbers).allSatisfy { agree($0.value, $1, 1e-12) }
    )
    #expect(claim.components.count == 4)
  }

  @Test("The ratio of velocities is the reference's") func velocityRatio() throws {
    expect(try claim("bounce-velocity-ratio"), reference["velocityRatio"])
  }

  @Test func leftWhenTheDurationEnds() throws {
    let claim = try claim("bounce-duration-threshold")
    expect(claim, reference["leftAtDurations", "mean"])
    #expect(
      zip(claim.components, reference["leftAtDurations", "values"].numbers).allSatisfy {
        agree($0.value, $1, 1e-12)
      })
    #expect(claim.components.count == 4)
  }
}
