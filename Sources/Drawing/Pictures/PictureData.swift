import Recordings

extension Picture {
  /// The data with which a page's script draws the picture anew when it is zoomed, reads it off and saves it:
  /// the numbers behind it and where its panels lie.
  package var data: JSONValue {
    let layout = PictureLayout(self, top: 0)
    let x = Resolution(layout.horizontal)
    return [
      "name": .string(name),
      "reading": .string(reading.rawValue),
      "overview": .bool(hasOverview),
      "x": horizontal.data(layout.horizontal),
      "panels": .array(
        zip(panels, layout.panels).map { panel, frame in
          let y = Resolution(frame.vertical)
          return [
            "y": panel.vertical.data(frame.vertical),
            "top": .number(frame.top),
            "bottom": .number(frame.bottom),
            "marks": .array(panel.marks.map { $0.data(x, y) }),
          ]
        }),
    ]
  }
}

extension Picture.Axis {
  fileprivate func data(_ scale: AxisScale) -> JSONValue {
    [
      "quantity": .string(quantity),
      "unit": .string(unit),
      "log": .bool(scale.isLogarithmic),
      "low": .number(scale.low),
      "high": .number(scale.high),
      "step": .number(step),
    ]
  }
}

extension PlotMark {
  fileprivate func data(_ x: Resolution, _ y: Resolution) -> JSONValue {
    func all(_ points: [Point]) -> [(String, JSONValue)] {
      [("x", x.numbers(points.map(\.x))), ("y", y.numbers(points.map(\.y)))]
    }
    func all(_ spans: [Span]) -> [(String, JSONValue)] {
      [
        ("low", x.numbers(spans.map(\.range.lowerBound))), ("high", x.numbers(spans.map(\.range.upperBound))),
        ("names", .strings(spans.map(\.name))),
      ]
    }
    let (kind, values): (String, [(String, JSONValue)]) =
      switch shape {
      case .line(let points): ("line", all(points))
      case .points(let points): ("points", all(points))
      case .band(let abscissas, let low, let high):
        ("band", [("x", x.numbers(abscissas)), ("low", y.numbers(low)), ("high", y.numbers(high))])
      case .strip(let range):
        ("strip", [("low", .number(range.lowerBound)), ("high", .number(range.upperBound))])
      case .level(let value): ("level", [("at", .number(value))])
      case .spans(let spans): ("spans", all(spans))
      case .rug(let spans): ("rug", all(spans))
      case .contours(let lines): ("contours", [("lines", .array(lines.map { .object(members(all($0))) }))])
      case .replay(let tracks): ("replay", [("tracks", frames(tracks, x, y))])
      }
    return .object(
      members(
        [("kind", .string(kind)), ("label", .string(label)), ("ink", .string(seriesColor.rawValue))] + values)
    )
  }

  /// Frames of one track mostly share their abscissas: they are written once.
  private func frames(_ tracks: [[[Point]]], _ x: Resolution, _ y: Resolution) -> JSONValue {
    .array(
      tracks.map { frames in
        let shared = frames.first?.map(\.x) ?? []
        let isShared = frames.allSatisfy { $0.map(\.x) == shared }
        return .object(
          members([
            ("x", isShared ? x.numbers(shared) : .array(frames.map { x.numbers($0.map(\.x)) })),
            ("shared", .bool(isShared)), ("y", .array(frames.map { y.numbers($0.map(\.y)) })),
          ]))
      })
  }

  private func members(_ values: [(String, JSONValue)]) -> [JSONMember] {
    values.map { JSONMember($0.0, $0.1) }
  }
}

/// The resolution of the numbers of an axis: 1e-7 of its range, so that a page keeps what can be seen
/// at any zoom and no more. Samples keep their own digits as long as these are not more.
private struct Resolution {
  /// A power of ten; nil where numbers are written as they are.
  private let inverse: Double?

  init(_ scale: AxisScale) {
    var inverse = 1.0
    let span = scale.high - scale.low
    guard !scale.isLogarithmic, span > 1e-9, span < 1e15 else {
      self.inverse = nil
      return
    }
    while span * inverse < 1e6 { inverse *= 10 }
    self.inverse = inverse
  }

  /// The numbers, with null for those that are not finite and have no place in a picture.
  func numbers(_ values: [Double]) -> JSONValue {
    .numbers(
      values.map { value in
        guard let inverse else { return value }
        let rounded = (value * inverse).rounded() / inverse
        return rounded.isFinite ? rounded : value
      })
  }
}
