import Testing

@testable import ScrollModels

struct UnitBezierTests {
  @Test(
    "CSS's `ease` at a half is 0.8024; `ease-in-out` is odd about its middle; x₁ = y₁, x₂ = y₂ is the line")
  func knownCurves() {
    let ease = UnitBezier(0.25, 0.1, 0.25, 1)
    #expect(abs(ease.value(at: 0.5) - 0.8024) < 5e-5)
    let symmetric = UnitBezier(0.42, 0, 0.58, 1)
    for x in [0.07, 0.31, 0.5] {
      #expect(agree(symmetric.value(at: x) + symmetric.value(at: 1 - x), 1, 1e-15))
      #expect(agree(UnitBezier(0.3, 0.3, 0.6, 0.6).value(at: x), x, 1e-15))
      #expect(agree(slope(of: ease.value, at: x, step: 1e-3), ease.slope(at: x), 1e-8))
    }
    #expect(
      ease.value(at: 0) == 0 && ease.value(at: 1) == 1 && ease.value(at: 1.7) == 1 && ease.value(at: -1) == 0)
    #expect(agree(ease.slope(at: 0), 0.4, 1e-15))
    #expect(symmetric.slope(at: 1) == 0)
    #expect(agree(UnitBezier(0, 0, 0.58, 1).slope(at: 0), 1 / 0.58, 1e-15))
    #expect(agree(UnitBezier(0.42, 0, 1, 1).slope(at: 1), 1 / 0.58, 1e-15))
  }

  /// Points of the curve by their parameter, which no root has to be found for; (1, 0) and (0, 1) are upright or flat somewhere.
  @Test(
    "A curve goes through its own points",
    arguments: [(0.42, 0.58), (0, 0.58), (0.25, 0.99), (0.4, 0), (0, 0), (1, 1), (1, 0), (0, 1), (0.1, 0.1)])
  func itsOwnPoints(x1: Double, x2: Double) {
    let curve = UnitBezier(x1, 0.3, x2, 0.9)
    for s in (1..<400).map({ Double($0) / 400 }) + [1e-9, 1e-5, 1 - 1e-9] {
      let r = 1 - s
      let x = s * (3 * r * (r * x1 + s * x2) + s * s)
      let y = s * (3 * r * (r * 0.3 + s * 0.9) + s * s)
      // The rounding of x moves s by it over the curve's slope; about a point of inflection by its third root.
      let slope = 3 * (r * r * x1 + 2 * r * s * (x2 - x1) + s * s * (1 - x2))
      let moved = min(1e-5, 4e-16 / max(slope, 1e-300))
      #expect(abs(curve.value(at: x) - y) <= 4e-16 + 3 * moved, "\(s)")
    }
    let values = (0...10_000).map { curve.value(at: Double($0) / 10_000) }
    #expect(zip(values.dropFirst(), values).allSatisfy { $0 >= $1 })
  }

  @Test(
    "The first point goes down or to the left, whichever keeps it in the unit square",
    arguments: [(0.2, 2.3, 0.2, 0.46), (0.2, 6.1, 1 / 6.1, 1)])
  func turned(x1: Double, slope: Double, expectedX: Double, expectedY: Double) {
    let curve = UnitBezier(x1, 1, startingWith: slope, 0.55, 1)
    #expect(agree(curve.x1, expectedX, 1e-15) && agree(curve.y1, expectedY, 1e-15))
    #expect(agree(curve.slope(at: 0), slope, 1e-14))
  }
}
