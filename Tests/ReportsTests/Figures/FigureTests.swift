import Foundation
import Testing

@testable import Reports
@testable import ScrollFitting

struct FigureTests {
  private static let figure = Figure(PictureSVGTests.small, width: 85 / 25.4 * 72)

  @Test("Every element of the SVG has its own attributes, and the width is that asked for")
  func vector() throws {
    let elements = try XMLElements(Self.figure.svg)
    let root = try #require(elements.first("svg"))
    // 85 mm are 240.94 pt.
    #expect(root["width"] == "240.94pt" && root["viewBox"]?.hasPrefix("0 0 240.94 ") == true)
    #expect(elements.all("style").isEmpty)
    #expect(elements.all("path").allSatisfy { $0["fill"] != nil && $0["class"] == nil && $0["style"] == nil })
    #expect(
      elements.all("text").allSatisfy {
        $0["font-size"] != nil && $0["font-family"] != nil && $0["fill"] == "#000000"
      })
    let texts = elements.text(of: "text")
    for text in ["offset, pt", "residual, pt", "time, s", "fitted", "recorded", "one pixel"] {
      #expect(texts.contains(text))
    }
    // Nothing lies beside the paper.
    let places = elements.all("text").compactMap { $0["y"].flatMap { Double($0) } }
    let height = try #require(root["viewBox"]?.split(separator: " ").last.flatMap { Double($0) })
    #expect(places.allSatisfy { $0 > 0 && $0 < height })
  }

  @Test("The PDF has a cross-reference table of its objects and a stream of the length that it states")
  func portable() throws {
    let pdf = Self.figure.pdf
    #expect(pdf.hasPrefix("%PDF-1.4\n") && pdf.hasSuffix("%%EOF\n") && pdf.utf8.allSatisfy { $0 < 128 })
    let bytes = Array(pdf.utf8)
    let start = try #require(
      pdf.split(separator: "\n").drop { $0 != "startxref" }.dropFirst().first.flatMap { Int($0) })
    let table = String(decoding: bytes[start...], as: UTF8.self).split(separator: "\n")
    #expect(table[0] == "xref" && table[1] == "0 7")
    for number in 1...6 {
      let place = try #require(Int(table[2 + number].prefix(10)))
      #expect(String(decoding: bytes[place...].prefix(7), as: UTF8.self) == "\(number) 0 obj")
    }
    let content = try #require(
      pdf.components(separatedBy: "\nstream\n").last?.components(separatedBy: "endstream").first)
    #expect(pdf.contains("<< /Length \(content.utf8.count) >>"))
    #expect(content.contains("(offset, pt) Tj"))
    #expect(pdf == Self.figure.pdf)
  }

  @Test("Texts keep to the encoding of the font")
  func encoding() {
    #expect(FigureFont.string("a(b)\\ −1 ± 2 µδ") == "(a\\(b\\)\\\\ \\2261 \\261 2 \\265?)")
    // Adobe's metrics of Helvetica: H 722, e 556, l 222, o 556 thousandths.
    #expect(abs(FigureFont.width(of: "Hello", size: 10) - 22.78) < 1e-9)
  }

  @Test("Several fits of one model are drawn over the time since each began, others not")
  func several() throws {
    let fits = (1...5).map { Samples.fit(series: "\($0)") }
    func figure(_ fits: [Fit]) -> Figure? { Analysis(recordings: [], fits: fits).figure(millimeters: 85) }
    #expect(figure([]) == nil && figure(fits) == nil)
    let three = try #require(figure(Array(fits.prefix(3))))
    let elements = try XMLElements(three.svg)
    #expect(
      elements.text(of: "text").filter { $0.hasPrefix("series ") } == ["series 1", "series 2", "series 3"])
    let one = try #require(figure([fits[0]]))
    #expect(try XMLElements(one.svg).text(of: "text").contains("fitted: bounce"))
  }
}
