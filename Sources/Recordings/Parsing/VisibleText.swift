extension String {
  /// The text on one line, with what a terminal would obey or hide written out: a line feed as `\n`, an escape as
  /// `\u{1b}`, a mark that turns the direction of writing as `\u{202e}`.
  package var visible: String {
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
