import Foundation
import Recordings
import TestSupport
import Testing

@testable import ScrollFitting

/// Polynomials through the whole of a fit against NIST's certified results, from data in doubles.
struct PolynomialTests {
  private struct CertifiedPolynomial {
    let estimates: [Double]
    let deviations: [Double]
    let sumOfSquares: Double
    let trace: Trace

    init(_ name: String) throws {
      let url = URL(filePath: fixtures).appending(path: "nist/linear/\(name).dat")
      let rows = try String(contentsOf: url, encoding: .utf8)
        .split(separator: "\n", omittingEmptySubsequences: false).map { $0.split(separator: " ") }
      let certified = rows[30..<60].filter { $0.count == 3 && $0[0].first == "B" }
      estimates = certified.compactMap { Double($0[1]) }
      deviations = certified.compactMap { Double($0[2]) }
      sumOfSquares =
        rows[30..<60].last { $0.first == "Residual" && $0.count >= 4 }.flatMap { Double($0[2]) } ?? .nan
      let data = rows[60...].filter { $0.count == 2 }.map { $0.compactMap { Double($0) } }.filter {
        $0.count == 2
      }
      trace = try Trace(
        source: name, format: "csv", times: data.indices.map(Double.init), offsets: [.y: data.map { $0[0] }],
        others: ["x": data.map { $0[1] }])
    }
  }

  /// NIST's log relative error, at most 15; the log absolute error where 0 is certified.
  private func digits(_ value: Double?, _ expected: Double) -> Double {
    guard let value else { return .nan }
    return min(15, -log10(abs(value - expected) / (expected == 0 ? 1 : abs(expected))))
  }

  @Test(arguments: [
    ("Norris", 1), ("Pontius", 2), ("NoInt1", 1), ("NoInt2", 1), ("Wampler1", 5), ("Wampler2", 5),
    ("Wampler3", 5), ("Wampler4", 5), ("Wampler5", 5), ("Filip", 10),
  ])
  func certifiedToThirteenDigits(name: String, degree: Int) throws {
    let set = try CertifiedPolynomial(name)
    let throughZero = name.hasPrefix("NoInt")
    let fit = try fit(set.trace, "polynomial:\(degree)") {
      $0.against = "x"
      if throughZero { $0.fixed = ["c0": 0] }
    }
    #expect(fit.estimator == "linear" && fit.termination == .linear)
    let free = throughZero ? fit.parameters.dropFirst() : fit.parameters[...]
    try #require(free.count == set.estimates.count)
    for (parameter, (estimate, deviation)) in zip(free, zip(set.estimates, set.deviations)) {
      #expect(digits(parameter.value, estimate) > 13, "\(parameter.name)")
      #expect(digits(parameter.standardError, deviation) > 13, "\(parameter.name)")
    }
    #expect(digits(fit.residuals.sumOfSquares, set.sumOfSquares) > 13)
  }

  /// With a bound the coefficients are searched for, and the bound is far off: both ways end at one minimum.
  @Test func searchedForTheyAreTheSame() throws {
    let set = try CertifiedPolynomial("Norris")
    let linear = try fit(set.trace, "polynomial:1") { $0.against = "x" }
    let searched = try fit(set.trace, "polynomial:1") {
      $0.against = "x"
      $0.bounds = ["c0": -1e6...1e6]
    }
    #expect(searched.estimator == "levenberg-marquardt")
    for name in ["c0", "c1"] {
      #expect(agree(searched.value(name), linear.value(name), 1e-8))
      #expect(agree(searched[name]?.standardError ?? .nan, linear[name]?.standardError ?? 0, 1e-10))
    }
  }
}
