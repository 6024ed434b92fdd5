import Foundation
import Testing

@testable import LeastSquares

struct IdentifiabilityTests {
  private let times = (0..<12).map { 0.1 + 0.13 * Double($0) }

  private func jacobian(_ point: [Double], _ model: ([Dual], Double) -> Dual) -> [Double] {
    let rows = times.map { model(Dual.variables(point), $0).gradient }
    return point.indices.flatMap { j in rows.map { $0[j] } }
  }

  private func examine(
    _ point: [Double], names: [String], quantities: [Identifiability.Quantity] = [],
    _ model: ([Dual], Double) -> Dual
  ) throws -> Identifiability {
    try #require(
      Identifiability(
        jacobian: jacobian(point, model), rows: times.count, names: names, sizes: point.map { abs($0) },
        quantities: quantities))
  }

  @Test func amplitudeAndPhaseOfADecay() throws {
    let point = [3.0, 2.5, 0.7]
    let product = Dual.variables(point)
    let quantities = [
      Identifiability.Quantity(
        "A·e^(−δφ)", gradient: (product[0] * exp(-(product[1] * product[2]))).gradient),
      Identifiability.Quantity("A·φ", gradient: (product[0] * product[2]).gradient),
      Identifiability.Quantity("δ", gradient: [0, 1, 0]),
    ]
    let found = try examine(point, names: ["A", "δ", "φ"], quantities: quantities) { p, t in
      p[0] * exp(-(p[1] * (p[2] + t)))
    }
    #expect(found.rank == 2 && found.condition == .infinity && found.directions.count == 1)
    let direction = found.directions[0]
    #expect(!direction.isWeak && direction.components.map(\.name) == ["A", "φ"])
    // dA/A = δ dφ: with sizes A and φ, 1 to 1/(δφ) = 1/1.75.
    #expect(digits(direction.components[0].change, 1) > 10)
    #expect(digits(direction.components[1].change, 1 / 1.75) > 10)
    #expect(direction.description == "A and φ trade off: only A·e^(−δφ) is determined")
    #expect(found.determines(quantities[0].gradient) && found.determines([0, 1, 0]))
    #expect(!found.determines([1, 0, 0]) && !found.determines([1, 0, 1]))
  }

  @Test func withoutACandidateItIsACombination() throws {
    let found = try examine([3, 2.5, 0.7], names: ["A", "δ", "φ"]) { p, t in p[0] * exp(-(p[1] * (p[2] + t)))
    }
    #expect(
      found.directions.map(\.description) == ["A and φ trade off: only a combination of them is determined"])
  }

  /// Two exponentials of one rate: the amplitudes trade off, and so do the rates; a base is distinguished from
  /// both.
  @Test func sumOfEqualExponentials() throws {
    let names = ["a", "j", "b", "k", "base"]
    let sum = Identifiability.Quantity("a + b", gradient: [1, 0, 1, 0, 0])
    let found = try examine([3, 1.5, 2, 1.5, 7], names: names, quantities: [sum]) { p, t in
      p[0] * exp(-(p[1] * t)) + p[2] * exp(-(p[3] * t)) + p[4]
    }
    #expect(found.rank == 3)
    #expect(
      found.directions.map(\.description) == [
        "a and b trade off: only a + b is determined",
        "j and k trade off: only a combination of them is determined",
      ])
    #expect(found.determines([0, 0, 0, 0, 1]) && found.determines([0, 3, 0, 2, 0]))
    #expect(!found.determines([0, 1, 0, 0, 0]))
  }

  @Test func nearlyEqualRatesAreWeak() throws {
    let found = try examine([3, 1.5, 2, 1.5 + 1e-8, 7], names: ["a", "j", "b", "k", "base"]) { p, t in
      p[0] * exp(-(p[1] * t)) + p[2] * exp(-(p[3] * t)) + p[4]
    }
    #expect(found.rank >= 4 && !found.directions.isEmpty)
    #expect(found.directions.contains { $0.isWeak && $0.description.contains("nearly trade off") })
    #expect(found.condition > 1e7)
  }

  @Test func polynomialOverOneAbscissa() throws {
    let found = try #require(
      Identifiability(
        jacobian: [1, 1, 1, 2, 2, 2, 4, 4, 4], rows: 3, names: ["c0", "c1", "c2"], sizes: [1, 1, 1],
        quantities: [.init("the value at 2", gradient: [1, 2, 4])]))
    #expect(found.rank == 1)
    #expect(
      found.directions.map(\.description) == [
        "c0 and c1 trade off: only the value at 2 is determined",
        "c0 and c2 trade off: only the value at 2 is determined",
      ])
    #expect(found.directions[0].components.map(\.change).allSatisfy { abs($0) <= 1 })
  }

  @Test func aColumnOfZeros() throws {
    let found = try #require(
      Identifiability(
        jacobian: [1, 2, 3, 0, 0, 0, 5, 1, 2], rows: 3, names: ["a", "b", "c"], sizes: [1, 1, 1]))
    #expect(found.rank == 2)
    #expect(found.directions.map(\.description) == ["the samples do not feel b"])
    #expect(found.directions[0].components == [.init(name: "b", change: 1)])
  }

  @Test("Samples that determine every parameter leave no singular direction") func fullyDetermined() throws {
    let found = try examine([3, 1.5, 2], names: ["a", "k", "base"]) { p, t in p[0] * exp(-(p[1] * t)) + p[2] }
    #expect(found.directions.isEmpty && found.rank == 3 && found.condition < 1e3)
    #expect(found.determines([1, 0, 0]))
  }

  @Test("Units and natural sizes decide nothing but how a direction is written")
  func units() throws {
    let plain = try #require(
      Identifiability(jacobian: [1, 2, 3, 2, 4, 6.5], rows: 3, names: ["a", "b"], sizes: [1, 1]))
    let scaled = try #require(
      Identifiability(
        jacobian: [1, 2, 3].map { $0 * 0x1p-300 } + [2, 4, 6.5].map { $0 * 0x1p300 }, rows: 3,
        names: ["a", "b"], sizes: [1, 1]))
    #expect(plain.rank == 2 && scaled.rank == 2 && plain.condition == scaled.condition)
  }

  @Test("Problems without numbers have no directions") func edges() throws {
    #expect(Identifiability(jacobian: [1, .nan], rows: 2, names: ["a"], sizes: [1]) == nil)
    let none = try #require(Identifiability(jacobian: [], rows: 2, names: [], sizes: []))
    #expect(none.rank == 0 && none.directions.isEmpty)
    // Fewer samples than parameters.
    let short = try #require(
      Identifiability(jacobian: [1, 2, 4], rows: 1, names: ["a", "b", "c"], sizes: [1, 1, 1]))
    #expect(short.rank == 1 && short.directions.count == 2)
    let empty = try #require(Identifiability(jacobian: [], rows: 0, names: ["a"], sizes: [1]))
    #expect(empty.directions.map(\.description) == ["the samples do not feel a"])
  }
}
