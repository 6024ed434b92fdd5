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
