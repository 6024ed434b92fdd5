/// The numbers of TOML: integers in four bases, floats, underscores between digits.
enum TOMLNumber {
  struct Failure: Error { let problem: TOMLError.Problem }

  /// The number as JSON writes it.
  static func json(_ text: String) -> Result<JSONValue, Failure> {
    let sign = text.hasPrefix("-") ? "-" : ""
    let unsigned = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text[...]
    if unsigned == "inf" || unsigned == "nan" { return .failure(Failure(problem: .notFinite(text))) }
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where text.hasPrefix(prefix) {
      return integer(unsigned.dropFirst(2), radix: radix, of: text)
    }
    guard let first = unsigned.utf8.first, isDigit(first) else {
      return .failure(Failure(problem: .missing("a value")))
    }
    if isDate(unsigned) { return .failure(Failure(problem: .date)) }
    let mantissa = unsigned.prefix { $0 != "e" && $0 != "E" }
    let parts = mantissa.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ isGrouped($0, radix: 10) }),
      parts[0] == "0" || !parts[0].hasPrefix("0")
    else { return .failure(Failure(problem: .missing("a value"))) }
    let digits = sign + unsigned.filter { $0 != "_" }
    guard parts.count == 2 || mantissa.count < unsigned.count else {
      let isSmall = Int64(digits) != nil || UInt64(digits) != nil
      return isSmall ? .success(.decimal(digits)) : .failure(Failure(problem: .integerTooLarge(text)))
    }
    if mantissa.count < unsigned.count {
      let exponent = unsigned.dropFirst(mantissa.count + 1)
      let isSigned = exponent.hasPrefix("+") || exponent.hasPrefix("-")
      guard isGrouped(exponent.dropFirst(isSigned ? 1 : 0), radix: 10) else {
        return .failure(Failure(problem: .missing("a value")))
      }
    }
    guard let value = Double(digits), value.isFinite else {
      return .failure(Failure(problem: .notFinite(text)))
    }
    return .success(.decimal(digits))
  }

  private static func integer(
    _ digits: Substring, radix: Int, of text: String
  ) -> Result<JSONValue, Failure> {
    guard isGrouped(digits, radix: radix) else { return .failure(Failure(problem: .missing("a value"))) }
    guard let value = UInt64(digits.filter { $0 != "_" }, radix: radix) else {
      return .failure(Failure(problem: .integerTooLarge(text)))
    }
    return .success(.decimal("\(value)"))
  }

  /// Returns true if a text is digits, with single underscores between them.
  private static func isGrouped(_ text: Substring, radix: Int) -> Bool {
    text.split(separator: "_", omittingEmptySubsequences: false).allSatisfy { group in
      !group.isEmpty && group.allSatisfy { $0.isASCII && ($0.hexDigitValue ?? 99) < radix }
    }
  }

  /// Returns true if a text begins as a date, `1979-05-27`, or a time, `07:32`, does.
  private static func isDate(_ text: Substring) -> Bool {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let rest = text.dropFirst(digits.count)
    return digits.count == 4 && rest.hasPrefix("-") || digits.count == 2 && rest.hasPrefix(":")
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
