import Foundation
import Testing

@testable import Kernels

/// Polynomials of every path against exact fractions (scripts/reference/polynomial.py) and NIST's certified values.
struct PolynomialTests {
  private static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Fixtures")

  private struct Reference: Decodable {
    let sets: [Set]

    struct Set: Decodable {
      let name: String
      let x: [Double]
      let y: [Double]
      /// The models of degree 1, 2 and 3.
      let fits: [Fit]

      var traces: TraceColumns {
        var traces = TraceColumns()
        traces.append(abscissas: x, observations: y)
        return traces
      }
    }

    struct Fit: Decodable {
      let coefficients: [Double]
      let standardErrors: [Double?]
      let sumOfSquares: Double
    }
  }

  private static func sets() throws -> [Reference.Set] {
    let url = fixtures.appending(path: "reference/polynomial.json")
    return try JSONDecoder().decode(Reference.self, from: Data(contentsOf: url)).sets
  }

  private static func relative(_ value: Double, _ expected: Double) -> Double {
    expected == 0 ? abs(value) : abs(value / expected - 1)
  }

  @Test(arguments: [KernelModel.line, .quadratic, .cubic], KernelPath.available)
  func agreesWithExactFractions(scrollModel: KernelModel, path: KernelPath) throws {
    for set in try Self.sets() {
      let expected = set.fits[scrollModel.parameters.count - 2]
      let fits = Kernel(scrollModel, path: path).fit(set.traces)
      let name: Comment = "\(set.name)"
      guard set.name != "one far point" || scrollModel != .cubic else {
        // Two abscissas and a hair's breadth: left.
        #expect(!fits.isFitted(0))
        continue
      }
      let largest = expected.coefficients.map(abs).max() ?? 0
      for (j, c) in expected.coefficients.enumerated() {
        let tolerance = abs(c) < 1e-8 * largest ? 1e-13 : 4e-16
        #expect(Self.relative(fits.parameter(j, of: 0), c) <= tolerance, name)
        let error = fits.standardError(j, of: 0)
        if let standardError = expected.standardErrors[j] {
          #expect(Self.relative(error, standardError) <= 2e-15, name)
        } else {
          #expect(error.isNaN, name)
        }
      }
      #expect(Self.relative(fits.sumOfSquares(of: 0), expected.sumOfSquares) <= 2e-15, name)
    }
  }

  @Test(arguments: [("Norris", KernelModel.line), ("Pontius", .quadratic)])
  func agreesWithCertifiedValues(name: String, scrollModel: KernelModel) throws {
    let url = Self.fixtures.appending(path: "nist/linear/\(name).dat")
    let rows = try String(contentsOf: url, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map { $0.split(separator: " ").map(String.init) }
    let certified = rows[30..<60].filter { $0.count == 3 && $0[0].first == "B" }
      .map { $0.compactMap { Double($0) } }
    let data = rows[60...].filter { $0.count == 2 }.map { $0.compactMap { Double($0) } }
    var traces = TraceColumns()
    traces.append(abscissas: data.map { $0[1] }, observations: data.map { $0[0] })
    let fits = Kernel(scrollModel).fit(traces)
    #expect(certified.count == scrollModel.parameters.count)
    for (j, values) in certified.enumerated() {
      #expect(Self.relative(fits.parameter(j, of: 0), values[0]) <= 1e-13)
      #expect(Self.relative(fits.standardError(j, of: 0), values[1]) <= 1e-12)
    }
  }

  /// A set is fitted alike whatever stands beside it, and what no polynomial fits harms none.
  @Test(arguments: KernelPath.available) func setsAreAlone(path: KernelPath) throws {
    let sets = try Self.sets()
    var together = TraceColumns()
    for set in sets {
      together.append(abscissas: set.x, observations: set.y)
      together.append(abscissas: [0, 1], observations: [0, 1])
      together.append(abscissas: [1, 1, 2, 2], observations: [0, 1, 2, 3])
      together.append(abscissas: [0, 1, 2, .nan], observations: [0, 1, 2, 3])
      together.append(abscissas: [0, 1, 2, 3], observations: [0, 1, .infinity, 3])
    }
    let fits = Kernel(.quadratic, path: path).fit(together)
    #expect(fits.left.count == 4 * sets.count)
    for (index, set) in sets.enumerated() {
      let single = Kernel(.quadratic, path: path).fit(set.traces)
      #expect(single.values(of: 0) == fits.values(of: 5 * index))
      #expect(single.sumOfSquares(of: 0) == fits.sumOfSquares(of: 5 * index))
    }
  }

  @Test("Equal observations make a constant without error") func likeObservations() {
    var traces = TraceColumns()
    traces.append(abscissas: [0, 1, 2, 3, 4], observations: [7, 7, 7, 7, 7])
    let fits = Kernel(.quadratic).fit(traces)
    #expect(fits.values(of: 0) == [7, 0, 0] && fits.standardErrors(of: 0) == [0, 0, 0])
    #expect(fits.sumOfSquares(of: 0) == 0)
  }
}
