internal import Foundation

extension String {
  /// The text on one line, with what a terminal would obey or hide written out: a line feed as `\n`, an escape as
  /// `\u{1b}`, a mark that turns the direction of writing as `\u{202e}`.
  package var visible: String {
    // Most texts are plain: no category of their characters need be looked up.
    if utf8.allSatisfy({ (0x20...0x7e).contains($0) }) { return self }
    guard unicodeScalars.contains(where: \.isInvisible) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.isInvisible: text += "\\u{\(String(scalar.value, radix: 16))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  fileprivate var isInvisible: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    // The two joiners shape letters and emoji.
    case .format: self != "\u{200c}" && self != "\u{200d}"
    default: false
    }
  }
}

/// Values as words of a shell's command line.
package enum ShellWord {
  /// The value as a shell takes it: between quotes where it has other than plain characters.
  package static func quoted(_ value: String) -> String {
    let plain = value.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-._=:,".contains($0)) }
    return plain
      ? value
      : "'" + value.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}

/// File names as texts, also those that are not UTF-8: a byte that is part of no character stands as a scalar of the
/// private use area, by which the name can be opened again.
package enum FileName {
  /// The scalars U+10EE00 to U+10EEFF, one a byte.
  private static let firstScalar: UInt32 = 0x10EE00

  /// The text of a name's bytes, without the NUL at their end.
  package static func text(_ bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self), !hasBytes(text) { return text }
    var text = String.UnicodeScalarView()
    var position = 0
    while position < bytes.count {
      let lengths = 1...min(4, bytes.count - position)
      let found = lengths.lazy.compactMap {
        String(validating: bytes[position..<position + $0], as: UTF8.self)
      }
      .first
      if let scalar = found?.unicodeScalars.first, byte(scalar) == nil {
        text.append(scalar)
        position += String(scalar).utf8.count
      } else {
        if let scalar = Unicode.Scalar(firstScalar + UInt32(bytes[position])) { text.append(scalar) }
        position += 1
      }
    }
    return String(text)
  }

  /// The text of a name as C has it.
  package static func text(_ name: UnsafePointer<CChar>) -> String {
    text((0..<strlen(name)).map { UInt8(bitPattern: name[$0]) })
  }

  /// The name's bytes, with a NUL at their end.
  package static func bytes(_ text: String) -> [CChar] {
    guard hasBytes(text) else { return Array(text.utf8CString) }
    let bytes = text.unicodeScalars.flatMap { scalar in
      byte(scalar).map { [$0] } ?? Array(String(scalar).utf8)
    }
    return (bytes + [0]).map { CChar(bitPattern: $0) }
  }

  /// The name for a reader: bytes that are part of no character as `\xff`.
  package static func shown(_ text: String) -> String {
    guard hasBytes(text) else { return text }
    return text.unicodeScalars.map { scalar in
      byte(scalar).map { "\\x" + String($0, radix: 16) } ?? String(scalar)
    }.joined()
  }

  private static func hasBytes(_ text: String) -> Bool { text.unicodeScalars.contains { byte($0) != nil } }

  private static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
    (firstScalar...firstScalar + 255).contains(scalar.value) ? UInt8(scalar.value - firstScalar) : nil
  }
}
