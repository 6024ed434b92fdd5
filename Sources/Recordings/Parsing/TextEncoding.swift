/// An encoding of texts that readers do not take as it is.
enum TextEncoding: String {
  case utf16 = "UTF-16"
  case utf32 = "UTF-32"
  /// UTF-8 whose lines end in carriage returns alone.
  case carriageReturns = "UTF-8"

  /// The encoding that the first bytes of a text show; nil for UTF-8 with line feeds.
  init?(_ beginning: [UInt8]) {
    if beginning.starts(with: [0xFF, 0xFE, 0, 0]) || beginning.starts(with: [0, 0, 0xFE, 0xFF]) {
      self = .utf32
    } else if beginning.starts(with: [0xFF, 0xFE]) || beginning.starts(with: [0xFE, 0xFF]) {
      self = .utf16
    } else if beginning.contains(Ascii.carriageReturn), !beginning.contains(Ascii.newline),
      !beginning.contains(0)
    {
      self = .carriageReturns
    } else {
      return nil
    }
  }

  /// The text in UTF-8 with line feeds, without its byte order mark; nil where the bytes are not of the encoding.
  func text(_ bytes: [UInt8]) -> [UInt8]? {
    let decoded: [UInt8]?
    switch self {
    case .utf16:
      guard let units: [UInt16] = Self.units(bytes, isBigEndian: bytes[0] == 0xFE) else { return nil }
      decoded = String(validating: units, as: UTF16.self).map { Array($0.utf8) }
    case .utf32:
      guard let units: [UInt32] = Self.units(bytes, isBigEndian: bytes[0] == 0) else { return nil }
      decoded = String(validating: units, as: UTF32.self).map { Array($0.utf8) }
    case .carriageReturns: decoded = bytes
    }
    guard var text = decoded else { return nil }
    if text.contains(Ascii.carriageReturn), !text.contains(Ascii.newline) {
      for index in text.indices where text[index] == Ascii.carriageReturn { text[index] = Ascii.newline }
    }
    return text
  }

  /// The code units behind the byte order mark.
  private static func units<Unit: FixedWidthInteger>(_ bytes: [UInt8], isBigEndian: Bool) -> [Unit]? {
    let size = Unit.bitWidth / 8
    guard bytes.count.isMultiple(of: size) else { return nil }
    return stride(from: size, to: bytes.count, by: size).map { start in
      bytes[start..<start + size].enumerated().reduce(Unit.zero) { unit, byte in
        unit | Unit(byte.element) << Unit(8 * (isBigEndian ? size - 1 - byte.offset : byte.offset))
      }
    }
  }
}
