/// Helvetica, which every PDF reader has: the widths of its characters and their codes.
enum FigureFont {
  /// Thousandths of the size, from the space to the tilde (Adobe's font metrics).
  private static let widths: [Double] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
    556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
    500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
    556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
    278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
  ]

  /// The width of a text, in points; characters beyond ASCII count as digits.
  static func width(of text: String, size: Double) -> Double {
    text.unicodeScalars.reduce(0) { sum, scalar in
      let index = Int(scalar.value) - 32
      return sum + (widths.indices.contains(index) ? widths[index] : 556) * size / 1000
    }
  }

  /// A text as a string of PDF in WinAnsiEncoding, with its parentheses. The minus sign, which the encoding lacks, is an en
  /// dash of the same width as a digit; other characters it lacks are question marks.
  static func string(_ text: String) -> String {
    var string = "("
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 40, 41, 92: string += "\\\(scalar)"
      case 32...126: string.unicodeScalars.append(scalar)
      case 0x2212, 0x2013: string += "\\226"
      case 0xA0...0xFF: string += "\\" + String(scalar.value, radix: 8)
      default: string += "?"
      }
    }
    return string + ")"
  }
}
