import Foundation
import TestSupport
import Testing

@testable import Drawing

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
    // Texts are outlines, which name what they say; nothing depends on a font.
    #expect(elements.all("text").isEmpty && !Self.figure.svg.contains("font"))
    let texts = elements.all("path").compactMap { $0["aria-label"] }
    for text in ["offset, pt", "residual, pt", "time, s", "fitted", "recorded", "one pixel"] {
      #expect(texts.contains(text))
    }
    // Nothing lies beside the paper.
    let height = try #require(root["viewBox"]?.split(separator: " ").last.flatMap { Double($0) })
    for outline in elements.all("path").filter({ $0["aria-label"] != nil }) {
      let positions = try #require(outline["d"]).split { $0.isLetter || $0 == " " }.compactMap { Double($0) }
      for (index, position) in positions.enumerated() {
        #expect(position > 0 && position < (index % 2 == 0 ? 240.94 : height))
      }
    }
  }

  @Test("The PDF has a cross-reference table of its objects and a stream of the length that it states")
  func portable() throws {
    let pdf = Self.figure.pdf
    #expect(pdf.hasPrefix("%PDF-1.4\n") && pdf.hasSuffix("%%EOF\n") && pdf.utf8.allSatisfy { $0 < 128 })
    let bytes = Array(pdf.utf8)
    let start = try #require(
      pdf.split(separator: "\n").drop { $0 != "startxref" }.dropFirst().first.flatMap { Int($0) })
    let table = String(decoding: bytes[start...], as: UTF8.self).split(separator: "\n")
    #expect(table[0] == "xref" && table[1] == "0 6")
    for number in 1...5 {
      let position = try #require(Int(table[2 + number].prefix(10)))
      #expect(String(decoding: bytes[position...].prefix(7), as: UTF8.self) == "\(number) 0 obj")
    }
    let content = try #require(
      pdf.components(separatedBy: "\nstream\n").last?.components(separatedBy: "endstream").first)
    #expect(pdf.contains("<< /Length \(content.utf8.count) >>"))
    #expect(!pdf.contains("/Font") && !content.contains(" Tj"))
    #expect(pdf == Self.figure.pdf)
  }

  @Test("The title of a PDF keeps to its encoding")
  func encoding() {
    #expect("a(b)\\ −1 ± 2 µδ".pdfString == "(a\\(b\\)\\\\ \\2121 \\261 2 \\265?)")
  }

  @Test("Outlines have the widths of Helvetica, and the places of their baseline")
  func outlines() {
    // Adobe's metrics of Helvetica: H 722, e 556, l 222, o 556 thousandths; the font's are in 1/2048.
    #expect(abs(FigureFont.width(of: "Hello", size: 10) - 22.78) < 0.01)
    var (xs, ys): ([Double], [Double]) = ([], [])
    for step in FigureFont.outline(of: "HH", x: 100, y: 50, size: 10) {
      switch step {
      case .move(let x, let y), .line(let x, let y), .curve(_, _, _, _, let x, let y):
        xs.append(x)
        ys.append(y)
      case .close: break
      }
    }
    // A capital is 1409/2048 high, stands on the baseline and has 168/2048 before it.
    #expect(ys.max() == 50 && abs((ys.min() ?? 0) - (50 - 6.880)) < 0.001)
    #expect(abs((xs.min() ?? 0) - 100.820) < 0.001 && (xs.max() ?? 0) < 114.44)
  }

  @Test("A name in a script without outlines stays a text, and is question marks in a PDF")
  func otherScripts() throws {
    let picture = Picture(
      name: "p", title: "t", summary: "", horizontal: Picture.Axis("时间", unit: "s"), panels: [])
    let figure = Figure(picture, width: 240)
    #expect(try XMLElements(figure.svg).text(of: "text") == ["时间, s"])
    #expect(!FigureFont.hasOutlines(of: "时间, s") && FigureFont.hasOutlines(of: "δ = −1.5 ± 0.2 1/s, ½ pt"))
    #expect(
      FigureFont.outline(of: "时", x: 0, y: 0, size: 7) == FigureFont.outline(of: "?", x: 0, y: 0, size: 7))
  }

  @Test("A PNG has its resolution behind the header, and other bytes are none")
  func resolution() throws {
    // A pixel, by zlib.
    let pixel: [UInt8] = [
      0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0,
      0, 1, 8, 0, 0,
      0, 0, 0x3A, 0x7E, 0x9B, 0x55, 0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
    ]
    let file = try #require(PNGPicture(pixel, width: 1, height: 1)).file(dotsPerInch: 600)
    // 600/0.0254 = 23622.05 pixels a meter; the checksum is zlib's.
    #expect(
      file[33..<54] == [
        0, 0, 0, 9, 0x70, 0x48, 0x59, 0x73, 0, 0, 0x5C, 0x46, 0, 0, 0x5C, 0x46, 1, 0x14, 0x94, 0x43, 0x41,
      ])
    #expect(Array(file[..<33]) == Array(pixel[..<33]) && Array(file[54...]) == Array(pixel[33...]))
    #expect(PNGPicture(pixel, width: 2, height: 1) == nil && PNGPicture([], width: 1, height: 1) == nil)
    // 85 mm are 2007.9 pixels at 600 dpi.
    #expect(Self.figure.pixels().width == 2008)
  }
}
