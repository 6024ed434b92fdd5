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
