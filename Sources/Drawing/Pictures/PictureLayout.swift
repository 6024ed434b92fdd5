/// The layout of a picture's panels, in user units: 640 wide, as high as they need.
package struct PictureLayout: Equatable {
  package static let width = 640.0
  /// The plot area's left and right ends. The space beside it holds tick labels, also in the larger type of a
  /// phone.
  static let left = 66.0
  static let right = 626.0

  struct Frame: Equatable {
    let top: Double
    let bottom: Double
    let vertical: AxisScale
  }

  let horizontal: AxisScale
  let panels: [Frame]
  let height: Double

  /// - Parameter top: what is left free above the first panel's head.
  package init(_ picture: Picture, top: Double) {
    let marks = picture.panels.flatMap(\.marks)
    horizontal = AxisScale(
      picture.horizontal, values: marks.flatMap(\.extent.x),
      hasMargin: !marks.contains { $0.isFilled })
    var y = top
    var frames: [Frame] = []
    for panel in picture.panels {
      // The axis's title, then the names of spans.
      y += 24 + (panel.marks.contains(where: \.hasNames) ? Self.lane : 0)
      let height = panel.size == .tall ? 250.0 : 96.0
      frames.append(
        Frame(
          top: y, bottom: y + height,
          vertical: AxisScale(panel.vertical, values: panel.marks.flatMap(\.extent.y))))
      y += height + 10
    }
    panels = frames
    height = y + 40
  }

  /// The height of a strip of names above a panel.
  static let lane = 24.0

  package func x(_ value: Double) -> Double {
    Self.left + (Self.right - Self.left) * horizontal.position(of: value)
  }

  func y(_ value: Double, in frame: Frame) -> Double {
    frame.bottom - (frame.bottom - frame.top) * frame.vertical.position(of: value)
  }
}

extension PlotMark {
  /// True if it fills its panel from end to end, so that a margin would be a gap.
  fileprivate var isFilled: Bool {
    switch shape {
    case .spans, .contours: true
    case .line, .points, .band, .strip, .level, .rug, .replay: false
    }
  }

  var hasNames: Bool { if case .spans = shape { true } else { false } }
}

/// A number of user units as SVG writes it, to a hundredth.
func coordinate(_ value: Double) -> String {
  let hundredths = Int((min(max(value, -1e6), 1e6) * 100).rounded())
  let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
  let sign = hundredths < 0 ? "-" : ""
  if rest == 0 { return "\(sign)\(whole)" }
  return rest % 10 == 0 ? "\(sign)\(whole).\(rest / 10)" : "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
}
