/// JSON's strings, and values that are passed over.
enum JSONText {
  /// The text of a string's bytes, without the quotes.
  static func unescaped(_ bytes: Bytes) -> String {
    guard bytes.contains(Ascii.backslash) else { return bytes.text }
    var units: [UInt16] = []
    var rest = bytes.text.utf16[...]
    while let unit = rest.popFirst() {
      guard unit == UInt16(Ascii.backslash), let escaped = rest.popFirst() else {
        units.append(unit)
        continue
      }
      switch Character(Unicode.Scalar(escaped) ?? " ") {
      case "n": units.append(0x0A)
      case "t": units.append(0x09)
      case "r": units.append(0x0D)
      case "b": units.append(0x08)
      case "f": units.append(0x0C)
      case "u":
        let digits = String(decoding: rest.prefix(4), as: UTF16.self)
        rest = rest.dropFirst(4)
        units.append(UInt16(digits, radix: 16) ?? 0xFFFD)
      default: units.append(escaped)
      }
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// Moves behind the string whose opening quote is at `p`; false where the line ends before it does.
  @inline(__always)
  static func skipString(_ p: inout UnsafePointer<UInt8>) -> Bool {
    p += 1
    while p.pointee != Ascii.quote {
      if p.pointee == Ascii.backslash { p += 1 }
      if p.pointee == Ascii.newline { return false }
      p += 1
    }
    p += 1
    return true
  }

  /// Moves behind an array, an object or a word (`true`, `null`) without looking what is inside; false where
  /// the line ends first or the word is another.
  static func skipOther(_ p: inout UnsafePointer<UInt8>) -> Bool {
    guard p.pointee == Ascii.openBracket || p.pointee == Ascii.openBrace else {
      let first = p
      while isLetter(p.pointee) { p += 1 }
      let word = Bytes(first, p).text
      return word == "true" || word == "false" || word == "null"
    }
    var depth = 0
    repeat {
      switch p.pointee {
      case Ascii.newline: return false
      case Ascii.quote:
        guard skipString(&p) else { return false }
        continue
      case Ascii.openBracket, Ascii.openBrace: depth += 1
      case Ascii.closeBracket, Ascii.closeBrace: depth -= 1
      default: break
      }
      p += 1
    } while depth > 0
    return true
  }

  static func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A }
}
