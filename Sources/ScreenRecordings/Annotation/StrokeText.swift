/// Text drawn by lines: digits and what else the numbers of an annotation need.
///
/// FFmpeg's own text needs a font on the machine and reads the texts of all frames at once.
enum StrokeText {
  /// The lines of a character on a grid of 4 columns and 6 rows: `xy` of the points, `|` between two lines.
  private static let lines: [Character: String] = [
    "0": "10 30 41 45 36 16 05 01 10", "1": "11 20 26|16 36", "2": "01 10 30 41 42 06 46",
    "3": "01 10 30 41 42 33 44 45 36 16 05|13 33", "4": "36 30 04 44", "5": "40 00 02 32 43 45 36 16 05",
    "6": "30 10 01 05 16 36 45 43 32 12 03", "7": "00 40 16",
    "8": "13 02 01 10 30 41 42 33 13 04 05 16 36 45 44 33", "9": "16 36 45 41 30 10 01 02 13 33 42",
    "-": "03 43", ".": "16 16", "?": "01 10 30 41 42 23 24|26 26", "f": "40 30 21 26|12 32",
    "i": "22 26|20 20",
    "p": "02 08|03 12 32 43 45 36 16 05", "s": "43 32 12 03 14 34 45 36 16 05", "t": "10 15 26 36|02 32",
    "x": "02 46|42 06",
  ]
  /// From a character to the next, in columns of the grid.
  private static let advance = 6.0

  /// The width of a text, pixels.
  ///
  /// - Parameter height: of a digit, pixels.
  static func width(_ text: String, height: Double) -> Double {
    max(0, Double(text.count) * advance - 2) * height / 6
  }

  /// The lines of a text whose first digit has its upper left corner at a point.
  static func strokes(_ text: String, at corner: AnnotationCanvas.Point, height: Double) -> [[AnnotationCanvas
    .Point]]
  {
    let unit = height / 6
    return text.enumerated().flatMap { index, character in
      (lines[character] ?? "").split(separator: "|").map { line in
        line.split(separator: " ").map { point in
          let numbers = point.compactMap(\.wholeNumberValue)
          return AnnotationCanvas.Point(
            x: corner.x + unit * (Double(index) * advance + Double(numbers[0])),
            y: corner.y + unit * Double(numbers[1]))
        }
      }
    }
  }
}
