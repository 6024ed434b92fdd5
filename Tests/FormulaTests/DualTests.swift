import Foundation
import Testing

@testable import Formula

/// Derivatives of every operation and function against closed forms, and where slopes are infinite or not defined.
struct DualTests {
  private static let x = Dual(0.37, lane: 0)
  private static let b = Dual(1.9, lane: 1)

  private static let functions: [(name: String, result: Dual, slope: Double)] = [
    ("exp", .exp(x), 1.4477346146633245), ("expm1", .expm1(x), 1.4477346146633245),
    ("log", .log(x), 2.7027027027027026), ("log1p", .log1p(x), 0.7299270072992701),
    ("log10", .log10(x), 1.1737688700087887), ("sqrt", .sqrt(x), 0.8219949365267865),
    ("sin", .sin(x), 0.9323273456060345), ("cos", .cos(x), -0.361615431964962),
    ("tan", .tan(x), 1.1504378321696713), ("asin", .asin(x), 1.076389472867711),
    ("acos", .acos(x), -1.076389472867711), ("atan", .atan(x), 0.8795848359574281),
    ("sinh", .sinh(x), 1.0692344726503396), ("cosh", .cosh(x), 0.3785001420129849),
    ("tanh", .tanh(x), 0.8746898674975684),
  ]

  @Test(arguments: functions.indices)
  func slopesAreTheClosedForms(_ index: Int) {
    let (name, result, slope) = Self.functions[index]
    #expect(relativeError(result.tangent[0], slope) <= 5e-16, "\(name)")
    #expect(result.tangent[7] == 0)
  }

  @Test func operationsFollowTheirRules() {
    let (x, b) = (Self.x, Self.b)
    func expect(_ result: Dual, _ byX: Double, _ byB: Double) {
      #expect(relativeError(result.tangent[0], byX) <= 5e-16)
      #expect(relativeError(result.tangent[1], byB) <= 5e-16)
    }
    expect(-x, -1, 0)
    expect(.abs(-x), 1, 0)
    expect(x + b + 1.0, 1, 1)
    expect(1.0 - (x - b), -1, 1)
    expect(x * b * 2.0, 3.8, 0.74)
    expect(x / b / 2.0, 0.2631578947368421, -0.05124653739612189)
    expect(3.0 / x, -21.91380569758948, 0)
    expect(.min(x, b), 1, 0)
    expect(.max(b, x), 0, 1)
    expect(.power(x, b), 0.7764887226278679, -0.15034184249920748)
    expect(.power(x, 1.9), 0.7764887226278679, 0)
  }

  @Test func valuesAreTheDoubles() {
    for x in [-2.5, -1, -0.3, 0, 1e-9, 0.4, 1, 3, 700, 1e5] {
      for function in Function.allCases where !function.takesMore {
        #expect(relativeError(function(Dual(x, lane: 3)).value, function(x)) == 0, "\(function)(\(x))")
      }
    }
  }

  @Test func powersOfNumbersBelowAndAtZero() {
    for exponent in [Dual(2), Dual(value: 2, tangent: SIMD8(0, 0, 0, 0, 0, 0, 0, 0))] {
      #expect(
        Dual.power(Dual(-3, lane: 2), exponent) == Dual(value: 9, tangent: SIMD8(0, 0, -6, 0, 0, 0, 0, 0)))
      #expect(Dual.power(Dual(0, lane: 2), exponent) == Dual(0))
    }
    #expect(Dual.power(Dual(0, lane: 0), 1).tangent[0] == 1)
    #expect(Dual.power(Dual(0, lane: 0), 0) == Dual(1))
    #expect(Dual.power(Dual(-2, lane: 0), -3).tangent[0] == -3.0 / 16)
    #expect(Dual.power(Dual(-2, lane: 0), 5).tangent[0] == 80)
    #expect(Dual.power(Dual(0, lane: 0), 0.5).tangent[0] == .infinity)
    #expect(Dual.power(Dual(0, lane: 0), 0.5).tangent[1] == 0)
    #expect(Dual.power(Dual(-2, lane: 0), 0.5).value.isNaN)
    // A base below 0 has a value for the exponent 2 but none beside it.
    let moving = Dual.power(Dual(-2), Dual(2, lane: 1))
    #expect(moving.value == 4 && moving.tangent[1].isNaN && moving.tangent[0] == 0)
    #expect(Dual.power(Dual(0), Dual(2, lane: 1)) == Dual(0))
    #expect(Dual.power(Dual(0), Dual(0, lane: 1)).tangent[1] == -.infinity)
  }

  @Test func infiniteSlopesLeaveConstantsAlone() {
    for result in [Dual.sqrt(Dual(0, lane: 0)), Dual.log(Dual(0, lane: 0)), Dual.asin(Dual(1, lane: 0))] {
      #expect(result.tangent[0] == .infinity)
      #expect(result.tangent[1] == 0)
    }
    #expect(Dual.sqrt(Dual(0)) == Dual(0))
    #expect(Dual.abs(Dual(0, lane: 0)).tangent[0] == 1)
    #expect(Dual.abs(Dual(-0.5, lane: 0)).tangent[0] == -1)
    #expect(Dual.min(Dual(1, lane: 0), Dual(1, lane: 1)).tangent == SIMD8(1, 0, 0, 0, 0, 0, 0, 0))
    #expect(Dual.min(Dual(.nan), Dual(1)).value.isNaN && Dual.max(Dual(1), Dual(.nan)).value.isNaN)
  }

  @Test func overflowOfAnExponentialHasNoSlope() {
    let growth = Dual.exp(Dual(800, lane: 0) * 3.0)
    #expect(1.0 / (1.0 + growth) == Dual(0))
    #expect(Dual.tanh(growth).tangent[0] == 0)
    #expect(2.0 / Dual.power(1.0 + growth, Dual(0.5, lane: 1)) == Dual(0))
  }

  @Test func twelveParametersTakeTwoPasses() throws {
    let names = (0..<12).map { "p\($0)" }
    let text = names.enumerated().map { "\($1)^2*\($0 + 1)" }.joined(separator: "+")
    let point = (0..<12).map { 0.3 * Double($0) - 1 }
    let (value, gradient) = try Expression(text).compiled(names: names).gradient(at: point)
    #expect(gradient == point.indices.map { 2 * point[$0] * Double($0 + 1) })
    #expect(
      relativeError(value, point.indices.reduce(0) { $0 + point[$1] * point[$1] * Double($1 + 1) }) < 1e-15)
  }
}
