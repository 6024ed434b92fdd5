import Elementary
import Numerals

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

/// The scale of an axis: a range, and the position of each of its numbers from 0 to 1.
package struct AxisScale: Equatable {
  package let low: Double
  package let high: Double
  let isLogarithmic: Bool

  /// The range that an axis asks for, else one that holds all numbers with a margin of 4 %.
  package init(_ axis: Picture.Axis, values: [Double], hasMargin: Bool = true) {
    isLogarithmic = axis.scale == .logarithmic
    let logarithmic = isLogarithmic
    let values = values.filter { $0.isFinite && (!logarithmic || $0 > 0) }
    var low = axis.range?.lowerBound ?? values.min() ?? (logarithmic ? 1 : 0)
    var high = axis.range?.upperBound ?? values.max() ?? (logarithmic ? 10 : 1)
    if logarithmic {
      low = decimalLogarithm(low)
      high = decimalLogarithm(high)
    }
    if high - low <= 1e-12 * max(abs(low), abs(high)) {
      // One number alone, or several that differ by rounding, stand in the middle.
      let reach = logarithmic || low == 0 ? 0.5 : abs(low) * 0.05
      low -= reach
      high += reach
    } else if axis.range == nil, hasMargin {
      let margin = 0.04 * (high - low)
      low -= margin
      high += margin
    }
    self.low = logarithmic ? power(10, low) : low
    self.high = logarithmic ? power(10, high) : high
  }

  /// 0 at the lower, 1 at the upper end; not finite where a number has no place.
  package func position(of value: Double) -> Double {
    guard isLogarithmic else { return (value - low) / (high - low) }
    guard value > 0 else { return .nan }
    return decimalLogarithm(value / low) / decimalLogarithm(high / low)
  }

  package struct Tick: Equatable {
    package let value: Double
    package let label: String
  }

  /// About `count` ticks at 1, 2 or 5 times a power of ten; on a logarithmic axis at powers of ten.
  package func ticks(about count: Int) -> [Tick] {
    isLogarithmic ? logarithmicTicks(about: count) : linearTicks(about: count)
  }

  private func linearTicks(about count: Int) -> [Tick] {
    let rough = (high - low) / Double(count)
    guard rough > 0, rough.isFinite else { return [] }
    let exponent = decimalLogarithm(rough).rounded(.down)
    let unit = power(10, exponent)
    // The nearest in ratio: 1 … 1.41, 1.41 … 3.16, 3.16 … 7.07, and beyond.
    let factor =
      rough < 2.0.squareRoot() * unit
      ? 1.0 : rough < 10.0.squareRoot() * unit ? 2 : rough < 50.0.squareRoot() * unit ? 5 : 10
    let step = factor * unit
    let decimals = max(0, -Int(exponent) - (factor == 10 ? 1 : 0))
    // A tick that rounding puts just outside belongs to the axis.
    let first = Int((low / step - 1e-9).rounded(.up))
    let last = Int((high / step + 1e-9).rounded(.down))
    guard first <= last else { return [] }
    // Neighbors differ in the step's digit.
    let digits = Int((decimalLogarithm(max(abs(low), abs(high)) / step)).rounded(.up)) + 1
    return (first...last).map { index in
      // Dividing by a whole power of ten is rounded once; 3 · 0.1 is not 0.3.
      let value = exponent < 0 ? Double(index) * factor / power(10, -exponent) : Double(index) * step
      return Tick(
        value: value,
        label: decimals > 6 || abs(value) >= 1e6
          ? Numerals.significant(value, max(1, digits)).withMinusSign
          : Numerals.fixed(value, decimals).withMinusSign)
    }
  }

  private func logarithmicTicks(about count: Int) -> [Tick] {
    let first = decimalLogarithm(low)
    let last = decimalLogarithm(high)
    guard first.isFinite, last.isFinite, first < last else { return [] }
    let exponents =
      Int(
        (first - 1e-9).rounded(.up))...max(
        Int((first - 1e-9).rounded(.up)), Int((last + 1e-9).rounded(.down)))
    let every = max(1, (exponents.count + count - 1) / count)
    let multiples: [Double] = last - first < 2 ? [1, 2, 5] : [1]
    return (exponents.lowerBound - 1...exponents.upperBound).flatMap { exponent -> [Tick] in
      guard exponent % every == 0 else { return [] }
      return multiples.compactMap { multiple in
        let value =
          exponent < 0 ? multiple / power(10, Double(-exponent)) : multiple * power(10, Double(exponent))
        guard value >= low * (1 - 1e-9), value <= high * (1 + 1e-9) else { return nil }
        let isShort = (-3...4).contains(exponent)
        return Tick(
          value: value,
          label: isShort
            ? Numerals.significant(value)
            : (multiple == 1 ? "" : Numerals.plain(multiple) + "·") + "10"
              + exponent.superscript)
      }
    }
  }
}

extension String {
  /// With a true minus sign in place of a hyphen.
  var withMinusSign: String { hasPrefix("-") ? "−" + dropFirst() : self }
}

extension Int {
  /// `⁻³`.
  fileprivate var superscript: String {
    let digits = Array("⁰¹²³⁴⁵⁶⁷⁸⁹")
    let text = String(magnitude).compactMap(\.wholeNumberValue).map { String(digits[$0]) }.joined()
    return (self < 0 ? "⁻" : "") + text
  }
}
