import Foundation
import Testing

@testable import LeastSquares

/// NIST's linear set Longley: seven nearly dependent columns, from 1 to 600,000 in size.
struct LongleyTests {
  @Test func certifiedStandardDeviations() throws {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Fixtures/nist/linear/Longley.dat")
    let lines = try String(contentsOf: url, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map { $0.split(separator: " ") }
    let certified = lines[30..<60].filter { $0.count == 3 && $0[0].first == "B" }.compactMap { Double($0[2]) }
    let rows = lines[60...].filter { !$0.isEmpty }.map { $0.compactMap { Double($0) } }
    try #require(rows.count == 16 && certified.count == 7)

    let jacobian = rows.map { _ in 1.0 } + (1...6).flatMap { j in rows.map { $0[j] } }
    // The certified residual sum of squares, over 16 − 7 degrees of freedom.
    let covariance = Covariance(jacobian: jacobian, rows: 16, columns: 7, variance: 836424.055505915 / 9)
    let errors = (0..<7).map { covariance.standardError(covariance.unit($0)) ?? .nan }
    #expect(digits(errors, certified) > 10)
  }
}
