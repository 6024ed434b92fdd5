import Testing

@testable import LeastSquares

struct RandomEffectsTests {
  @Test(
    "Random effects are those of the reference", arguments: ["BCG", "alike", "one precise", "two precise"])
  func reference(name: String) throws {
    let reference = try #require(EstimationReference.read().randomEffects.first { $0.name == name })
    let effects = try #require(
      RandomEffects(values: reference.values, standardErrors: reference.standardErrors))
    #expect(effects.count == reference.values.count)
    #expect(digits(effects.mean, reference.mean) > 10)
    #expect(digits(effects.standardError, reference.standardError) > 10)
    #expect(digits(effects.betweenDeviation ?? .nan, reference.spread) > 10)
    #expect(digits(effects.heterogeneity ?? .nan, reference.heterogeneity) > 10)
    #expect(abs((effects.pValue ?? .nan) - reference.pValue) <= 1e-9 * reference.pValue + 1e-300)
    #expect(digits(effects.inconsistency ?? .nan, reference.inconsistency) > 10)
    let interval = try #require(effects.interval(confidence: 0.95))
    #expect(digits([interval.lowerBound, interval.upperBound], reference.interval) > 10)
  }

  /// W. Viechtbauer, *Conducting meta-analyses in R with the metafor package*, J. Stat. Softw. 36, 2010.
  @Test("The BCG trials have the estimates that metafor's article prints") func publishedTrials() throws {
    let reference = try #require(EstimationReference.read().randomEffects.first { $0.name == "BCG" })
    let effects = try #require(
      RandomEffects(values: reference.values, standardErrors: reference.standardErrors))
    let betweenDeviation = try #require(effects.betweenDeviation)
    #expect(abs(betweenDeviation * betweenDeviation - 0.3132) < 5e-5)
    #expect(abs(effects.mean + 0.7145) < 5e-5)
    #expect(abs((effects.heterogeneity ?? 0) - 152.2330) < 5e-5)
  }

  /// Exact values are a plain sample: mean, its standard deviation, s/√k.
  @Test func exactValuesAreAPlainSample() throws {
    let values = [10.5, 11.25, 10.75, 12]
    let effects = try #require(RandomEffects(values: values, standardErrors: [0, 0, 0, 0]))
    let deviation = (values.reduce(0) { $0 + ($1 - 11.125) * ($1 - 11.125) } / 3).squareRoot()
    #expect(digits(effects.mean, 11.125) > 14)
    #expect(digits(effects.betweenDeviation ?? .nan, deviation) > 12)
    #expect(digits(effects.standardError, deviation / 2) > 12)
    #expect(effects.heterogeneity == nil && effects.pValue == nil && effects.inconsistency == nil)
    let equal = try #require(RandomEffects(values: [3, 3, 3], standardErrors: [0, 0, 0]))
    #expect(equal.mean == 3 && equal.standardError == 0 && equal.betweenDeviation == 0)
  }

  /// One exact value among values it agrees with is the mean; two that differ are a spread.
  @Test func someExactValues() throws {
    let agreeing = try #require(RandomEffects(values: [2, 2.1, 1.9], standardErrors: [0, 0.5, 0.5]))
    #expect(agreeing.mean == 2 && agreeing.betweenDeviation == 0 && agreeing.standardError == 0)
    let differing = try #require(RandomEffects(values: [2, 3, 2.5], standardErrors: [0, 0, 0.5]))
    #expect((differing.betweenDeviation ?? 0) > 0.3 && abs(differing.mean - 2.5) < 1e-9)
    let close = try #require(RandomEffects(values: [2, 2 + 1e-12, 2.5], standardErrors: [0, 0, 1]))
    #expect(
      (close.betweenDeviation ?? 0) > 1e-13 && (close.betweenDeviation ?? 1) < 1e-11
        && close.standardError > 1e-13)
  }

  @Test func valuesThatAgreeAreNotCertain() throws {
    let effects = try #require(RandomEffects(values: [5, 5], standardErrors: [0.3, 0.4]))
    #expect(digits(effects.standardError, 0.24) > 14)
    #expect(effects.mean == 5 && effects.betweenDeviation == 0 && effects.heterogeneity == 0)
    #expect(effects.inconsistency == 0 && effects.pValue == 1)
  }

  @Test("A unit changes random effects by its factor alone") func units() throws {
    let reference = try #require(EstimationReference.read().randomEffects.first { $0.name == "BCG" })
    for unit in [0x1p-600, 0x1p600] {
      let effects = try #require(
        RandomEffects(
          values: reference.values.map { $0 * unit },
          standardErrors: reference.standardErrors.map { $0 * unit }))
      #expect(digits(effects.mean / unit, reference.mean) > 10)
      #expect(digits((effects.betweenDeviation ?? 0) / unit, reference.spread) > 10)
    }
  }

  @Test("Random effects of one value, and of exact ones") func edges() throws {
    let one = try #require(RandomEffects(values: [4], standardErrors: [0.5]))
    #expect(
      one.mean == 4 && one.standardError == 0.5 && one.betweenDeviation == nil && one.heterogeneity == nil)
    #expect(one.interval(confidence: 0.95) == nil)
    #expect(RandomEffects(values: [], standardErrors: []) == nil)
    #expect(RandomEffects(values: [1, 2], standardErrors: [1]) == nil)
    #expect(RandomEffects(values: [1, .nan], standardErrors: [1, 1]) == nil)
    #expect(RandomEffects(values: [1, 2], standardErrors: [1, -1]) == nil)
    #expect(RandomEffects(values: [1e308, -1e308], standardErrors: [1, 1]) == nil)
  }
}
