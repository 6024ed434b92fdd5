/// The secret of an address: who has it may send recordings.
package struct AccessToken: Equatable, Sendable {
  package let text: String

  /// 128 bits of the system's randomness.
  package init() {
    var generator = SystemRandomNumberGenerator()
    text = (0..<2).map { _ in Self.hexadecimal(generator.next()) }.joined()
  }

  /// Returns true for the same text. All of it is compared, so that the time does not depend on where they differ.
  func matches(_ other: String?) -> Bool {
    guard let other, other.utf8.count == text.utf8.count else { return false }
    return zip(text.utf8, other.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private static func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
