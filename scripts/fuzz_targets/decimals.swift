import Glibc

@testable import LinearAlgebra
@testable import Numerals
@testable import Recordings

private typealias Decimal = Recordings.Decimal

/// Compares numbers with the C library: the text of decimals and its double, and the digits that doubles are written with.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDecimals(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  for mark in [Ascii.point, Ascii.comma] { checkReading(bytes, mark: mark) }
  // The same bytes as doubles: a value, and one that is taken for its error.
  let patterns = bytes.withUnsafeBytes { raw in
    (0..<min(raw.count / 8, 4)).map { raw.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self) }
  }
  let values = patterns.map(Double.init(bitPattern:))
  for (index, value) in values.enumerated() {
    checkWriting(value, digits: Int(bytes[0]) % 17 + 1)
    checkError(value, error: values[(index + 1) % values.count])
  }
  for digits in [2, 6] {
    precondition(Numerals.column(values, significantDigits: digits).count == values.count)
  }
  return 0
}

/// The number that a text begins with, by each way of reading it.
private func checkReading(_ bytes: [UInt8], mark: UInt8) {
  // A point is what strtod knows; where the comma is the mark, each stands for the other.
  let swapped = bytes.map {
    mark == Ascii.point ? $0 : $0 == mark ? Ascii.point : $0 == Ascii.point ? mark : $0
  }
  let padded = bytes + [Ascii.newline] + [UInt8](repeating: 0x39, count: Decimal.lookahead)
  let (length, expected) = number(swapped)
  padded.withUnsafeBufferPointer { padded in
    guard let start = padded.baseAddress else { return }
    var (byDigits, byWords) = (start, start)
    let first = Decimal.scan(&byDigits, mark: mark)
    let second = Decimal.scanWords(&byWords, mark: mark)
    precondition(byDigits - start == length && byWords - start == length, "length")
    let finite = expected.isFinite && length > 0 ? expected.bitPattern : nil
    precondition(first?.finite(start, byDigits, mark: mark)?.bitPattern == finite, "scan")
    precondition(second?.finite(start, byWords, mark: mark)?.bitPattern == finite, "scanWords")
    let third = Decimal.double(at: start, mark: mark)
    precondition(third?.value.bitPattern == finite, "double")
    precondition(third.map { $0.end - start == length } ?? true, "double's length")
  }
  // Double-doubles are read from a whole text.
  let text = String(decoding: swapped.prefix(length), as: UTF8.self)
  if length > 0, expected.isFinite {
    let value = DoubleDouble(decimal: text)
    precondition(
      value.map { abs($0.high - expected) <= expected.magnitude.ulp } ?? (expected.magnitude > 0x1p1023))
  }
}

/// The length of the decimal that a text begins with, 0 where none does, and strtod's double.
private func number(_ bytes: [UInt8]) -> (length: Int, value: Double) {
  let unsigned =
    bytes.first.map { $0 == Ascii.minus || $0 == Ascii.plus ? bytes.dropFirst() : bytes[...] } ?? []
  guard let first = unsigned.first, first == Ascii.point || (Ascii.zero...Ascii.zero + 9).contains(first)
  else {
    return (0, .nan)
  }
  // Strtod knows hexadecimal numbers too: of those the zero is read.
  let isHexadecimal = first == Ascii.zero && unsigned.dropFirst().first.map { $0 | 0x20 } == UInt8(ascii: "x")
  let text = (isHexadecimal ? Array(bytes.prefix(bytes.count - unsigned.count + 1)) : bytes) + [0]
  return text.withUnsafeBufferPointer { text in
    text.withMemoryRebound(to: CChar.self) { text in
      var end: UnsafeMutablePointer<CChar>?
      guard let start = text.baseAddress else { return (0, .nan) }
      let value = strtod(start, &end)
      return (end.map { UnsafePointer($0) - start } ?? 0, value)
    }
  }
}

/// A number as text: what is read back from it, and the C library's digits.
private func checkWriting(_ value: Double, digits: Int) {
  _ = Numerals.percent(value)
  _ = Numerals.probability(value)
  guard value.isFinite else { return }
  precondition(Double(Numerals.plain(value)) == value, "plain")
  let fixed = printed("%.*f", digits, value)
  // A rounded zero has no sign here.
  let isZero = !fixed.contains { ("1"..."9").contains($0) }
  precondition(Numerals.fixed(value, digits) == (isZero ? fixed.filter { $0 != "-" } : fixed), "fixed")
  // Fewer digits than stand before the point are none here.
  if digits >= 9 {
    let expected = Double(printed("%.*e", digits - 1, value))
    precondition(Double(Numerals.significant(value, digits)) == expected, "significant")
  }
}

private func printed(_ format: String, _ digits: Int, _ value: Double) -> String {
  var buffer = [CChar](repeating: 0, count: 400)
  withVaList([CInt(digits), value]) { _ = vsnprintf(&buffer, buffer.count, format, $0) }
  return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}

/// A value with its error: both within half a unit of the error's second digit.
private func checkError(_ value: Double, error: Double) {
  let text = Rounding.text(value, error: error)
  guard value.isFinite, error.isFinite, error > 0 else { return }
  let parts = text.split(separator: " ")
  precondition(parts.count == 3 && parts[1] == "±", "value and error")
  guard let shown = Double(parts[0]), let shownError = Double(parts[2]) else {
    preconditionFailure("no numbers")
  }
  let unit = 0.0501 * error + .leastNonzeroMagnitude
  precondition(!shownError.isFinite || abs(shownError - error) <= unit, "error")
  // Half a unit of the twelfth digit, beyond which none is shown.
  precondition(!shown.isFinite || abs(shown - value) <= unit + 5.01e-12 * value.magnitude, "value")
}
