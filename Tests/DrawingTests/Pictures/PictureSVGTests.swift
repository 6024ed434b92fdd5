import Foundation
import TestSupport
import Testing

@testable import Drawing

struct PictureSVGTests {
  /// One of every mark.
  static let small = Picture(
    name: "small", title: "Every <mark>", summary: "One of \"each\" & more.",
    horizontal: Picture.Axis("time", unit: "s"),
    panels: [
      Picture.Panel(
        Picture.Axis("offset", unit: "pt"),
        marks: [
          PlotMark("drag", .third, .spans([PlotMark.Span("drag", 0...1), PlotMark.Span("drag", 2...2.5)])),
          PlotMark("band", .first, .band(x: [0, 1, 2], low: [0, 1, 2], high: [1, 2, 3])),
          PlotMark(
            "fitted", .first, .line([.init(0, 0), .init(1, 1), .init(.nan, 1), .init(2, 3), .init(3, 2)])),
          PlotMark("recorded", .observed, .points([.init(0, 0.5), .init(1, .infinity), .init(3, 2.5)])),
          PlotMark("way", .fourth, .replay([[[.init(0, 0), .init(1, 9)], [.init(0, 0), .init(3, 2)]]])),
        ]),
      Picture.Panel(
        Picture.Axis("residual", unit: "pt"), size: .low,
        marks: [
          PlotMark("one pixel", .quiet, .strip(-0.5...0.5)),
          PlotMark(
            "dropped", .second,
            .rug([PlotMark.Span("1 frame", 1...1.25), PlotMark.Span("2 frames", 2...2.5)])),
          PlotMark(nil, .second, .level(0)),
          PlotMark(
            "height", .quiet, .contours([[.init(0, 0), .init(3, 0.2)], [.init(1, -0.2), .init(2, 0.2)]])),
        ]),
    ])

  @Test func isWellFormedAndHasItsParts() throws {
    let elements = try XMLElements(Self.small.svg())
    let root = try #require(elements.first("svg"))
    #expect(root["role"] == "img")
    #expect(root["aria-labelledby"] == "small-title small-summary")
    #expect(elements.text(of: "title") == ["Every <mark>"])
    #expect(elements.text(of: "desc") == ["One of \"each\" & more."])
    #expect(elements.all("path").filter { $0["data-mark"] != nil }.count == 9)
    let rug = try #require(
      elements.all("path").first { $0["class"] == "rug second" && $0["data-mark"] != nil })
    #expect(rug["d"]?.filter { $0 == "M" }.count == 2)
    #expect(elements.all("clipPath").count == 2)
    // Two markers: the third sample has no place.
    let points = try #require(
      elements.all("path").first { $0["class"] == "points observed" && $0["data-mark"] != nil })
    #expect(points["d"]?.filter { $0 == "M" }.count == 2)
    // Two pieces: a point without a place interrupts the line.
    let line = try #require(
      elements.all("path").first { $0["class"] == "line first" && $0["data-mark"] != nil })
    #expect(line["d"]?.filter { $0 == "M" }.count == 2)
  }

  @Test func theLegendLiesAboveThePlotArea() throws {
    let elements = try XMLElements(Self.small.svg())
    let heights = elements.all("g").compactMap { $0["transform"] }.compactMap {
      Double($0.split(separator: " ").last?.dropLast() ?? "")
    }
    #expect(heights.count == 8)
    let tops = elements.all("rect").filter { $0["class"] == "frame" }.compactMap {
      $0["y"].flatMap { Double($0) }
    }
    let (lowest, first) = try #require(heights.max().flatMap { lowest in tops.min().map { (lowest, $0) } })
    #expect(lowest + 10 < first)
  }

  @Test func panelsShareTheirHorizontalAxis() throws {
    let elements = try XMLElements(Self.small.svg())
    let frames = elements.all("rect").filter { $0["class"] == "frame" }
    #expect(frames.map { $0["x"] } == ["66", "66"])
    #expect(frames.map { $0["width"] } == ["560", "560"])
    let line = try #require(
      elements.all("path").first { $0["class"] == "contour quiet" && $0["data-mark"] != nil })
    // Time 0 and time 3, from end to end since spans and contours fill their panel.
    #expect(line["d"]?.hasPrefix("M66 ") == true)
    #expect(line["d"]?.contains("L626 ") == true)
  }

  @Test("Pictures are drawn as the snapshots hold them") func snapshots() throws {
    try Snapshot.check(Self.small.svg(), "small.svg")
    let log = Picture(
      name: "log", title: "Costs", summary: "Falling.",
      horizontal: Picture.Axis("point", unit: "", scale: .logarithmic),
      panels: [
        Picture.Panel(
          Picture.Axis("rms", unit: "pt", scale: .logarithmic),
          marks: SeriesColor.allCases.map { seriesColor in
            let position = Double(SeriesColor.allCases.firstIndex(of: seriesColor) ?? 0) + 1
            return PlotMark(
              seriesColor.rawValue, seriesColor,
              .points([.init(position, 100 / position), .init(10 * position, 1e-3 / position)]))
          })
      ], reading: .point)
    try Snapshot.check(log.svg(), "log.svg")
  }

  @Test(arguments: [\(name: String, light: String, dark: String).light, \.dark])
  func colorsAreReadable(_ ground: KeyPath<(name: String, light: String, dark: String), String> & Sendable)
    throws
  {
    let colors = Dictionary(uniqueKeysWithValues: PictureStyle.colors.map { ($0.name, $0[keyPath: ground]) })
    let paper = try #require(colors["paper"])
    for name in ["text", "soft"] {
      let color = try #require(colors[name])
      #expect(contrast(color, paper) >= 4.5, "\(name)")
    }
    for seriesColor in SeriesColor.allCases {
      let color = try #require(colors[seriesColor.rawValue])
      #expect(contrast(color, paper) >= 3, "\(seriesColor)")
    }
  }

  @Test func inksDifferWithoutColor() {
    let looks = [SeriesColor.first, .second, .third, .fourth].map {
      "\($0.dash ?? "")|\($0.marker(at: 0, 0))"
    }
    #expect(Set(looks).count == 4)
  }
}

/// (L₁ + 0.05)/(L₂ + 0.05) of the relative luminances (WCAG 2.2).
func contrast(_ first: String, _ second: String) -> Double {
  func luminance(_ hex: String) -> Double {
    let channels = stride(from: 1, to: 7, by: 2).map { start -> Double in
      let value = Double(Int(hex.dropFirst(start).prefix(2), radix: 16) ?? 0) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
  }
  let (one, other) = (luminance(first), luminance(second))
  return (max(one, other) + 0.05) / (min(one, other) + 0.05)
}
