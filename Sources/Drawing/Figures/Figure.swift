import EmbeddedTexts
import Foundation

/// A picture for print: paths and texts with all their attributes, in points of 1/72 inch from the upper left corner.
package struct Figure: Equatable, Sendable {
  let width: Double
  let height: Double
  let title: String
  /// From back to front.
  let elements: [Element]

  enum Element: Equatable, Sendable {
    case path([Step], Paint)
    case text(Label)
  }

  enum Step: Equatable, Sendable {
    case move(Double, Double)
    case line(Double, Double)
    /// A cubic Bézier curve: two control points and the end.
    case curve(Double, Double, Double, Double, Double, Double)
    case close
  }

  struct Paint: Equatable, Sendable {
    var fill: PrintColor?
    var stroke: PrintColor?
    var width = 0.75
    var dash: [Double] = []
  }

  struct Label: Equatable, Sendable {
    enum Anchor: String, Equatable, Sendable { case start, middle, end }

    let text: String
    let x: Double
    /// The baseline.
    let y: Double
    var anchor = Anchor.start
    var size = FigureLayout.fontSize
  }
}

/// An opaque color, each part from 0 to 1.
struct PrintColor: Equatable, Sendable {
  let red: Double
  let green: Double
  let blue: Double

  static let black = PrintColor(red: 0, green: 0, blue: 0)
  static let white = PrintColor(red: 1, green: 1, blue: 1)

  /// The color of an ink on a light ground.
  init(_ seriesColor: SeriesColor) {
    let hex = PictureStyle.colors.first { $0.name == seriesColor.rawValue }?.light ?? "#000000"
    let number = Int(hex.dropFirst(), radix: 16) ?? 0
    self.init(
      red: Double(number >> 16 & 255) / 255, green: Double(number >> 8 & 255) / 255,
      blue: Double(number & 255) / 255)
  }

  init(red: Double, green: Double, blue: Double) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// The color on white paper at an opacity: print needs no transparency then.
  func faded(to opacity: Double) -> PrintColor {
    func mixed(_ part: Double) -> Double { 1 - opacity * (1 - part) }
    return PrintColor(red: mixed(red), green: mixed(green), blue: mixed(blue))
  }
}

/// The font of figures: the outlines of its characters, whose widths are those of Helvetica.
///
/// Text is drawn as filled outlines, so that a figure looks the same wherever it is read and a printer needs no font.
enum FigureFont {
  /// A character: its width and its outline in units of the size, y downward from the baseline.
  private struct Glyph {
    let width: Double
    let outline: [Figure.Step]
  }

  /// The units of `glyphs.txt` in the size.
  private static let unitsPerSize = 2048.0

  private static let glyphs: [Unicode.Scalar: Glyph] = {
    var glyphs: [Unicode.Scalar: Glyph] = [:]
    for line in String(cString: EmbeddedTexts.glyphs_txt).split(separator: "\n") {
      let fields = line.split(separator: " ", maxSplits: 2)
      guard fields.count > 1, let scalar = UInt32(fields[0], radix: 16).flatMap({ Unicode.Scalar($0) }),
        let width = Double(fields[1])
      else { continue }
      glyphs[scalar] = Glyph(
        width: width / unitsPerSize, outline: fields.count > 2 ? outline(fields[2]) : [])
    }
    return glyphs
  }()

  /// The steps of an outline in the commands of SVG: M, L, Q and Z with absolute coordinates.
  private static func outline(_ text: Substring) -> [Figure.Step] {
    var steps: [Figure.Step] = []
    var (x, y) = (0.0, 0.0)
    var rest = text
    while let letter = rest.popFirst() {
      let numbers = rest.prefix { !$0.isLetter }
      rest = rest.dropFirst(numbers.count)
      let positions = numbers.split(separator: " ").compactMap { Double($0).map { $0 / unitsPerSize } }
      switch (letter, positions.count) {
      case ("M", 2): steps.append(.move(positions[0], -positions[1]))
      case ("L", 2): steps.append(.line(positions[0], -positions[1]))
      case ("Q", 4):
        // The cubic curve of a quadratic one has its control points two thirds of the way to the other's.
        func toward(_ control: Double, _ end: Double) -> Double { end + (control - end) * 2 / 3 }
        steps.append(
          .curve(
            toward(positions[0], x), -toward(positions[1], y), toward(positions[0], positions[2]),
            -toward(positions[1], positions[3]), positions[2], -positions[3]))
      default: steps.append(.close)
      }
      if let last = positions.last { (x, y) = (positions[positions.count - 2], last) }
    }
    return steps
  }

  private static func glyph(_ scalar: Unicode.Scalar) -> Glyph? { glyphs[scalar] ?? glyphs["?"] }

  /// True if the font has every character of a text.
  static func hasOutlines(of text: String) -> Bool { text.unicodeScalars.allSatisfy { glyphs[$0] != nil } }

  /// The width of a text, in points.
  static func width(of text: String, size: Double) -> Double {
    text.unicodeScalars.reduce(0) { $0 + (glyph($1)?.width ?? 0) } * size
  }

  /// The outlines of a text; a character that the font lacks is a question mark.
  ///
  /// - Parameters:
  ///   - x: the left end, in points.
  ///   - y: the baseline, in points.
  static func outline(of text: String, x: Double, y: Double, size: Double) -> [Figure.Step] {
    var left = x
    return text.unicodeScalars.flatMap { scalar -> [Figure.Step] in
      guard let glyph = glyph(scalar) else { return [] }
      defer { left += glyph.width * size }
      return glyph.outline.map { $0.scaled(by: size, x: left, y: y) }
    }
  }
}

extension Figure.Step {
  fileprivate func scaled(by size: Double, x: Double, y: Double) -> Figure.Step {
    switch self {
    case .move(let a, let b): .move(x + size * a, y + size * b)
    case .line(let a, let b): .line(x + size * a, y + size * b)
    case .curve(let a, let b, let c, let d, let e, let f):
      .curve(x + size * a, y + size * b, x + size * c, y + size * d, x + size * e, y + size * f)
    case .close: .close
    }
  }
}
