import TestSupport
import Testing

@testable import ScrollAnalysis

/// The articles' numbers, recomputed: every claim, in order, with its verdict.
struct ClaimTests {
  /// Identifier, published value, ours as printed, verdict.
  private static let expected: [(id: String, published: Double?, value: String, verdict: Claim.Verdict?)] = [
    ("deceleration-through-origin", 0.5, "0.498070", .refined),
    ("deceleration-affine-slope", 0.5, "0.49965418", .confirmed),
    ("deceleration-stop-velocity", nil, "10.65", nil),
    ("deceleration-rate", 0.998, "0.99800062", .confirmed),
    ("projection-apple", 499, "499", .refuted),
    ("projection-log", 499.49983316645526, "499.49983317", .confirmed),
    ("projection-ios26-normal", 499.49983316645526, "499.534", .confirmed),
    ("projection-ios26-fast", 99.499162473422173, "99.524", .confirmed),
    ("bounce-farthest-damping", 10.9, "11.0192", .refined),
    ("bounce-duration-threshold", nil, "0.4754", nil),
    ("bounce-series-1-0.0167", 10.9, "10.9038", .confirmed),
    ("bounce-series-2-0.0167", 10.9, "10.9054", .confirmed),
    ("bounce-series-3-0.0167", 10.9, "10.8629", .confirmed),
    ("bounce-series-1-60hz", 10.9, "10.9256", .confirmed),
    ("bounce-series-2-60hz", 10.9, "10.9272", .confirmed),
    ("bounce-series-3-60hz", 10.9, "10.8847", .confirmed),
    ("bounce-joint-0.0167", 10.9, "10.8853", .confirmed),
    ("bounce-joint-60hz", 10.9, "10.9071", .confirmed),
    ("bounce-joint-f-test", nil, "16.8", nil),
    ("bounce-compass-1", 10.9, "10.83", .refined),
    ("bounce-compass-2", 10.9, "10.85", .confirmed),
    ("bounce-compass-3", 10.9, "10.54", .refuted),
    ("bounce-velocity-ratio", 1, "0.9892", .refined),
    ("rubber-quadratic", -0.000124, "-0.000124", .confirmed),
    ("rubber-quadratic-error", nil, "9.50", nil),
    ("rubber-coefficient", 0.55, "0.548819", .confirmed),
    ("rubber-dimension", 812, "813.39", .confirmed),
    ("rubber-ios26-coefficient", 0.55, "0.54991", .confirmed),
    ("rubber-ios26-dimension", nil, "681.5", nil),
    ("rubber-ios26-quadratic", nil, "-2.749e-4", nil),
  ]

  private let claims: [Claim]

  init() throws { claims = try Reproduction.claims(from: .embedded) }

  private func claim(_ id: String) throws -> Claim { try #require(claims.first { $0.id == id }) }

  private func component(_ id: String, _ name: String) throws -> Double {
    try #require(claim(id).components.first { $0.name == name }?.value)
  }

  @Test func everyClaimInOrder() {
    #expect(claims.map(\.id) == Self.expected.map(\.id))
    for (claim, expected) in zip(claims, Self.expected) {
      #expect(rounds(claim.value, to: expected.value), "\(claim.id): \(claim.value), not \(expected.value)")
      #expect(claim.verdict == expected.verdict, "\(claim.id): \(claim.verdict.map(\.rawValue) ?? "none")")
      #expect((claim.published == nil) == (expected.published == nil), "\(claim.id)")
      if let published = claim.published {
        #expect(agree(published, expected.published ?? .nan, 1e-14), "\(claim.id): \(published)")
      }
      #expect(!claim.detail.isEmpty && !claim.statement.isEmpty && !claim.article.isEmpty)
      if claim.published == nil { #expect(claim.detail.hasPrefix("new: "), "\(claim.id)") }
    }
  }

  @Test("Every claim has its unit") func units() {
    let units = [
      "s", "s", "pt/s", "1/ms", "ms", "ms", "ms", "ms", "1/s", "pt", "1/s", "1/s", "1/s", "1/s", "1/s", "1/s",
      "1/s",
      "1/s", "", "1/s", "1/s", "1/s", "", "1/pt", "pt", "", "pt", "", "pt", "1/pt",
    ]
    #expect(claims.map(\.unit) == units)
  }

  @Test(
    "Standard errors of claims round to the printed ones",
    arguments: [
      ("deceleration-affine-slope", "0.0000414"), ("deceleration-stop-velocity", "0.24"),
      ("projection-ios26-normal", "0.025"), ("projection-ios26-fast", "0.015"),
      ("bounce-farthest-damping", "0.0328"),
      ("bounce-series-1-0.0167", "0.0057"), ("bounce-series-2-0.0167", "0.0086"),
      ("bounce-series-3-0.0167", "0.0056"),
      ("bounce-joint-0.0167", "0.0039"), ("bounce-joint-60hz", "0.0039"), ("bounce-velocity-ratio", "0.0029"),
      ("rubber-coefficient", "0.00135"), ("rubber-dimension", "2.57"),
      ("rubber-ios26-coefficient", "0.00012"),
      ("rubber-ios26-dimension", "2.0"), ("rubber-quadratic", "0.0000178885"),
    ])
  func standardErrors(id: String, text: String) throws {
    let error = try claim(id).standardError
    #expect(rounds(error, to: text), "\(error ?? .nan), not \(text)")
  }

  @Test(
    "Components of claims round to the printed ones",
    arguments: [
      ("deceleration-through-origin", "rms", "2.72"), ("deceleration-affine-slope", "residual1", "0.0143"),
      ("deceleration-affine-slope", "residual2", "-0.1162"),
      ("deceleration-affine-slope", "residual3", "0.1251"),
      ("deceleration-affine-slope", "residual4", "-0.0232"),
      ("deceleration-rate", "decayConstant", "2.001384"),
      ("projection-ios26-normal", "stopVelocity", "9.98"), ("projection-ios26-fast", "stopVelocity", "10.03"),
      ("projection-ios26-normal", "zApple", "22"), ("projection-ios26-fast", "zApple", "36"),
      ("bounce-farthest-damping", "row1", "11.1665"), ("bounce-farthest-damping", "row4", "11.0951"),
      ("bounce-duration-threshold", "row1", "0.459"), ("bounce-duration-threshold", "row2", "0.503"),
      ("bounce-duration-threshold", "row3", "0.443"), ("bounce-duration-threshold", "row4", "0.497"),
      ("bounce-series-1-0.0167", "c1", "35.9598"), ("bounce-series-1-0.0167", "c2", "3880.668"),
      ("bounce-series-2-0.0167", "c1", "9.5495"), ("bounce-series-2-0.0167", "c2", "2124.945"),
      ("bounce-series-3-0.0167", "c1", "393.7297"), ("bounce-series-3-0.0167", "c2", "4019.156"),
      ("bounce-series-1-0.0167", "rms", "0.16232"), ("bounce-series-2-0.0167", "rms", "0.13290"),
      ("bounce-series-3-0.0167", "rms", "0.16548"), ("bounce-joint-f-test", "numerator", "2"),
      ("bounce-joint-f-test", "denominator", "135"), ("bounce-joint-f-test", "p", "3e-7"),
      ("bounce-compass-1", "amplitude", "4250"), ("bounce-compass-1", "phase", "0.010"),
      ("bounce-compass-1", "moves", "5789"), ("bounce-compass-1", "sumOfSquares", "9.4755"),
      ("bounce-compass-2", "amplitude", "2215"), ("bounce-compass-2", "phase", "0.005"),
      ("bounce-compass-2", "moves", "3649"), ("bounce-compass-2", "sumOfSquares", "2.2772"),
      ("bounce-compass-3", "amplitude", "11536"), ("bounce-compass-3", "phase", "0.109"),
      ("bounce-compass-3", "moves", "13219"), ("bounce-compass-3", "sumOfSquares", "99.847"),
      ("rubber-quadratic", "c0", "2"), ("rubber-quadratic", "c1", "0.456"),
      ("rubber-quadratic", "c0Error", "8.71780"),
      ("rubber-quadratic", "c1Error", "0.0280000"), ("rubber-ios26-coefficient", "rms", "0.106"),
      ("rubber-ios26-coefficient", "maximum", "0.17"), ("rubber-ios26-dimension", "coefficient", "0.54995"),
      ("rubber-ios26-quadratic", "c0", "1.003"), ("rubber-ios26-quadratic", "c1", "0.52297"),
      ("rubber-ios26-quadratic", "rms", "0.335"), ("rubber-ios26-quadratic", "maximum", "0.79"),
    ])
  func components(id: String, name: String, text: String) throws {
    let value = try component(id, name)
    #expect(rounds(value, to: text), "\(id) \(name): \(value), not \(text)")
  }

  /// The interval excludes "500 v₀", though the slope rounds to it.
  @Test("The intervals of claims are the printed ones, and decide what they exclude") func intervals() throws
  {
    let slope = try #require(claim("deceleration-affine-slope").interval)
    #expect(rounds(slope.lowerBound, to: "0.49947605") && rounds(slope.upperBound, to: "0.49983231"))
    #expect(!slope.contains(0.5))
    let joint = try #require(claim("bounce-velocity-ratio").interval)
    #expect(!joint.contains(1))
  }
}

/// confirmed, refined, refuted.
struct VerdictTests {
  @Test(arguments: [
    (10.9, 0.1, 10.95, Claim.Verdict.confirmed), (10.9, 0.1, 10.85, .confirmed),
    (10.9, 0.1, 10.9501, .refined),
    (10.9, 0.1, 11.118, .refined), (10.9, 0.1, 11.1181, .refuted), (1, 0, 1, .confirmed),
    (1, 0, 1.0001, .refined),
    (1, 0, 0.9799, .refuted), (-0.000124, 1e-6, -0.0001235, .confirmed),
    (-0.000124, 1e-6, 0.000124, .refuted),
  ])
  func withoutAnInterval(published: Double, lastPlace: Double, value: Double, verdict: Claim.Verdict) {
    #expect(Published(published, lastPlace: lastPlace).verdict(value: value, interval: nil) == verdict)
  }

  @Test func insideOfTheInterval() {
    #expect(Published(10.9, lastPlace: 0.1).verdict(value: 15, interval: 10...20) == .confirmed)
    #expect(Published(10.9, lastPlace: 0.1).verdict(value: 15, interval: 14...16) == .refuted)
  }
}
