internal import Foundation
import Numerals

/// The panel of an annotated video: the offset as a number, and the last seconds of it over time with the fitted curves.
struct AnnotationPanel {
  typealias Point = AnnotationCanvas.Point
  typealias Color = AnnotationCanvas.Color

  private let recording: ScreenRecording
  private let curves: [FittedCurve]
  /// Pixels of the video per point; nil for pixels.
  private let scale: Double?
  /// The place of the panel in the video, pixels.
  let position: ScreenRecording.Region
  private(set) var canvas: AnnotationCanvas
  /// The height of a digit, pixels.
  private let textHeight: Double

  /// The colors of what is tracked and of what is fitted.
  static let tracked = Color(red: 255, green: 64, blue: 110)
  static let fitted = Color(red: 60, green: 220, blue: 255)
  private static let background = Color(red: 14, green: 14, blue: 20, alpha: 225)
  private static let lines = Color(red: 150, green: 150, blue: 160)
  /// Seconds before and after the frame.
  private static let past = 2.25
  private static let future = 0.75
  /// The least span of offsets, pixels: a step of a pixel is seen, and a rest is no noise.
  private static let minimumSpan = 24.0

  init(_ recording: ScreenRecording, curves: [FittedCurve], scale: Double?) {
    (self.recording, self.curves, self.scale) = (recording, curves, scale)
    let (width, height) = recording.size
    let margin = max(4, min(width, height) / 40)
    let own = (width: min(width - 2 * margin, height * 8 / 5), height: min(width * 3 / 10, height / 4))
    position = ScreenRecording.Region(
      x: (width - own.width) / 2, y: height - own.height - margin, width: own.width, height: own.height)
    canvas = AnnotationCanvas(width: own.width, height: own.height)
    textHeight = max(6, Double(own.height) / 7)
  }

  /// The width of lines, pixels.
  var thickness: Double { max(1.5, textHeight / 6) }

  /// Draws the panel of a frame.
  ///
  /// - Parameter index: of the frame in the recording.
  /// - Complexity: O(pixels of the panel + samples of the curves in it).
  mutating func draw(_ index: Int) {
    canvas.fill(Self.background)
    let frame = recording.frames[index]
    let range = frame.time - Self.past...frame.time + Self.future
    let trace = recorded(until: index, from: range.lowerBound)
    let fits = curves.map { $0.points(in: range) }.filter { !$0.isEmpty }
    let offsets = trace.flatMap { $0.map(\.offset) } + fits.flatMap { $0.map(\.offset) }
    let axes = PanelAxes(
      times: range, offsets: offsets, least: Self.minimumSpan, width: Double(canvas.width),
      top: 2 * textHeight, bottom: Double(canvas.height) - textHeight)
    drawScale(axes, at: frame.time)
    for fit in fits { canvas.stroke(fit.map(axes.point), thickness: 2.5 * thickness, Self.fitted) }
    for part in trace { canvas.stroke(part.map(axes.point), thickness: thickness, Self.tracked) }
    if frame.isLocated {
      canvas.stroke([axes.point((frame.time, frame.offset))], thickness: 4 * thickness, Self.tracked)
    }
    let number = frame.isLocated ? text(frame.offset, decimals: recording.isHalved ? 1 : 0) : "?"
    write("\(number) \(scale == nil ? "px" : "pt")", right: false, Self.tracked)
    if let fit = curves.lazy.compactMap({ $0.offset(at: frame.time) }).first {
      write("fit \(text(fit, decimals: 1))", right: true, Self.fitted)
    }
  }

  /// The known offsets until a frame, parted where one is not known.
  private func recorded(until index: Int, from start: Double) -> [[(time: Double, offset: Double)]] {
    let first = recording.frames[...index].lastIndex { $0.time < start } ?? 0
    return recording.frames[first...index].split { !$0.isLocated }.map { part in
      part.map { ($0.time, $0.offset) }
    }
  }

  /// The lines of round offsets with their numbers, and the line of the frame's time.
  private mutating func drawScale(_ axes: PanelAxes, at time: Double) {
    let unit = scale ?? 1
    let step = unit * Self.roundStep(above: (axes.high - axes.low) / unit / 3)
    let height = textHeight * 0.7
    var offset = (axes.low / step).rounded(.up) * step
    while offset <= axes.high {
      defer { offset += step }
      let left = axes.point((axes.times.lowerBound, offset))
      guard left.y - 1.3 * height > 1.6 * textHeight else { continue }
      canvas.stroke([left, axes.point((axes.times.upperBound, offset))], thickness: 0.6, Self.lines)
      let corner = Point(x: textHeight / 2, y: left.y - height * 1.3)
      for line in StrokeText.strokes(Numerals.fixed(offset / unit, 0), at: corner, height: height) {
        canvas.stroke(line, thickness: max(1, height / 8), Self.lines)
      }
    }
    let x = axes.point((time, 0)).x
    canvas.stroke(
      [Point(x: x, y: 1.6 * textHeight), Point(x: x, y: Double(canvas.height))], thickness: 0.6, Self.lines)
  }

  private mutating func write(_ text: String, right: Bool, _ color: Color) {
    let width = StrokeText.width(text, height: textHeight)
    let corner = Point(
      x: right ? Double(canvas.width) - width - textHeight / 2 : textHeight / 2, y: textHeight / 3)
    for line in StrokeText.strokes(text, at: corner, height: textHeight) {
      canvas.stroke(line, thickness: max(1, textHeight / 7), color)
    }
  }

  /// An offset in the unit of the recording.
  private func text(_ offset: Double, decimals: Int) -> String {
    Numerals.fixed(offset / (scale ?? 1), scale == nil ? decimals : max(decimals, 1))
  }

  /// The least of 1, 2 and 5 times a power of ten that is not below a number.
  static func roundStep(above number: Double) -> Double {
    let power = pow(10, log10(number).rounded(.down))
    return [1, 2, 5].map { $0 * power }.first { $0 >= number } ?? 10 * power
  }
}

/// The offsets and times that a panel shows, and their place in it.
private struct PanelAxes {
  let times: ClosedRange<Double>
  let low: Double
  let high: Double
  private let width: Double
  private let top: Double
  private let bottom: Double

  init(
    times: ClosedRange<Double>, offsets: [Double], least: Double, width: Double, top: Double, bottom: Double
  ) {
    let (low, high) = (offsets.min() ?? 0, offsets.max() ?? 0)
    let missing = max(0, least - (high - low)) / 2
    (self.low, self.high) = (low - missing, high + missing)
    (self.times, self.width, self.top, self.bottom) = (times, width, top, bottom)
  }

  func point(_ sample: (time: Double, offset: Double)) -> AnnotationCanvas.Point {
    let across = (sample.time - times.lowerBound) / (times.upperBound - times.lowerBound)
    // Offsets grow upwards.
    return AnnotationCanvas.Point(
      x: across * (width - 1), y: bottom - (sample.offset - low) / (high - low) * (bottom - top))
  }
}

/// A picture of four planes, one byte a pixel, one below the other: green, blue, red and alpha, FFmpeg's `gbrap`.
struct AnnotationCanvas {
  struct Color: Equatable {
    let red: UInt8
    let green: UInt8
    let blue: UInt8
    var alpha: UInt8 = 255
  }

  struct Point: Equatable {
    /// Pixels from the left and from the top, to the middle of a pixel.
    var x: Double
    var y: Double
  }

  let width: Int
  let height: Int
  private(set) var planes: [UInt8]

  /// A transparent picture.
  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    planes = [UInt8](repeating: 0, count: 4 * width * height)
  }

  mutating func fill(_ color: Color) {
    let count = width * height
    planes.withUnsafeMutableBufferPointer { planes in
      for (plane, value) in Self.components(color).enumerated() {
        planes[plane * count..<(plane + 1) * count].update(repeating: value)
      }
    }
  }

  /// Draws a line through points with round ends and smooth edges; a dot for a single one.
  ///
  /// - Parameter thickness: in pixels.
  mutating func stroke(_ points: [Point], thickness: Double, _ color: Color) {
    guard let first = points.first else { return }
    if points.count == 1 { segment(first, first, thickness / 2, color) }
    for (start, end) in zip(points, points.dropFirst()) { segment(start, end, thickness / 2, color) }
  }

  /// Covers each pixel by radius + ½ − its distance from the segment, from 0 to 1.
  ///
  /// - Complexity: O(pixels of the rectangle around it).
  private mutating func segment(_ start: Point, _ end: Point, _ radius: Double, _ color: Color) {
    let reach = radius + 0.5
    guard let columns = Self.pixels(start.x, end.x, reach, width),
      let rows = Self.pixels(start.y, end.y, reach, height)
    else { return }
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let square = dx * dx + dy * dy
    let values = Self.components(Color(red: color.red, green: color.green, blue: color.blue))
    let count = width * height
    for row in rows {
      for column in columns {
        let (x, y) = (Double(column) - start.x, Double(row) - start.y)
        let part = square > 0 ? min(1, max(0, (x * dx + y * dy) / square)) : 0
        let (awayX, awayY) = (x - part * dx, y - part * dy)
        let coverage = min(1, reach - (awayX * awayX + awayY * awayY).squareRoot())
        guard coverage > 0 else { continue }
        for (plane, value) in values.enumerated() {
          let index = plane * count + row * width + column
          let below = Double(planes[index])
          planes[index] = UInt8((below + coverage * (Double(value) - below)).rounded())
        }
      }
    }
  }

  /// The pixels of a row or column between two positions and `reach` around them; nil where none is in the picture.
  private static func pixels(_ a: Double, _ b: Double, _ reach: Double, _ size: Int) -> ClosedRange<Int>? {
    let low = max(0, min(a, b) - reach), high = min(Double(size - 1), max(a, b) + reach)
    guard low <= high else { return nil }
    return Int(low.rounded(.up))...max(Int(low.rounded(.up)), Int(high))
  }

  /// The values of a color in the order of the planes.
  private static func components(_ color: Color) -> [UInt8] {
    [color.green, color.blue, color.red, color.alpha]
  }
}

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
