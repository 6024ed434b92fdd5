import Drawing
import Foundation
import ScrollFitting
import TestSupport
import Testing

@testable import Reports

struct PageTests {
  /// Texts that break out of their element: tags, both quotes, a quote and a less-than sign that a combining mark joins to
  /// one character, the ends of scripts and comments, a template's own braces, and what a terminal or XML
  /// cannot have.
  static let hostile =
    "<img src=x onerror=alert(1)>\"'<\u{338}b\"\u{301} onload=x</script><!--{{title}}{{{content}}}&amp;]]>\u{0}\u{202e}\u{ffff}.csv"

  private static func page(_ text: String) -> Page {
    let table = Document.Table(
      [text], [(text, .left, { $0 }), (text, .firstWord, { $0 }), (text, .right, { $0 })])
    let picture = Picture(
      name: "p", title: text, summary: text, horizontal: Picture.Axis(text, unit: text),
      panels: [
        Picture.Panel(
          Picture.Axis(text, unit: text),
          marks: [
            PlotMark(text, .first, .line([.init(0, 0), .init(1, 1)])),
            PlotMark(text, .second, .spans([.init(text, 0...1)])),
          ])
      ])
    let forest = ForestPlot(
      title: text,
      rows: [
        .init(label: text, text: text, value: 1, interval: 0...2, isGroup: false),
        .init(label: text, text: text, value: 1, interval: nil, isGroup: true, target: "p"),
      ], mean: 1, axis: Picture.Axis(text, unit: text, range: 0...2))
    return Page(
      title: text,
      sections: [
        .init(
          text,
          [
            .verdict(text, .bad), .warnings([text]), .heading(text), .paragraph(text),
            .facts([Document.Fact(text, text)]), .table(table, caption: text), .picture(picture),
            .replay(.init(name: "r", tracks: [.init(label: text, frames: [text])], pictures: [])),
            .details(text, [.paragraph(text)]), .forests([forest]),
          ])
      ])
  }

  /// Without the numbers behind its pictures, where quotes are JSON's.
  private static func withoutData(_ html: String) -> String {
    html.components(separatedBy: "<script type=\"application/json\"").enumerated().map { index, part in
      index == 0 ? part : part.components(separatedBy: "</script>").dropFirst().joined(separator: "</script>")
    }.joined()
  }

  @Test func textsStayText() {
    let html = Self.page(Self.hostile).html()
    // As long, and with its spaces where they were.
    let plain = Self.page(String(Self.hostile.map { $0 == " " ? " " : "p" })).html()
    // Nothing in a text begins or ends an element or an attribute.
    for mark in ["<", ">", "\""] as [Unicode.Scalar] {
      func count(_ html: String) -> Int { Self.withoutData(html).unicodeScalars.count { $0 == mark } }
      #expect(count(html) == count(plain), "\(mark)")
    }
    #expect(!html.contains("<img"))
    #expect(!html.unicodeScalars.contains("\u{0}"))
    #expect(html.contains("{{title}}"))
  }

  @Test func dataStayJSON() throws {
    let html = Self.page(Self.hostile).html()
    let start = try #require(html.range(of: "<script type=\"application/json\">"))
    let end = try #require(html[start.upperBound...].range(of: "</script>"))
    let json = String(html[start.upperBound..<end.lowerBound])
    let data = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let axis = try #require(data["x"] as? [String: Any])
    #expect(axis["quantity"] as? String == Self.hostile)
  }

  @Test func picturesOfATextAreWellFormed() throws {
    let picture = try #require(Self.page(Self.hostile).pictures.first)
    #expect(
      try XMLElements(picture.svg()).text(of: "title") == [
        Self.hostile.visible.replacing("\u{ffff}", with: "\u{fffd}")
      ])
  }

  @Test func needsNoNetworkAndNoOtherFile() {
    let html = Self.page("plain").html()
    for address in ["http:", "https:", "src=", "@import", "url(http", "<link"] {
      #expect(!html.replacing("http://www.w3.org/2000/svg", with: "").contains(address), "\(address)")
    }
    #expect(html.contains("default-src 'none'"))
  }

  @Test("A page has the structure of an HTML document") func structure() {
    let html = Self.page("plain").html()
    #expect(html.hasPrefix("<!doctype html>\n<html lang=\"en\">"))
    for part in [
      "<title>plain</title>", "<h1>plain</h1>", "<h2>plain</h2>", "<h3>plain</h3>", "<li>plain</li>",
      "<dt>plain</dt><dd>plain</dd>", "<caption>plain</caption>", "<th scope=\"row\">plain</th>",
      "<th scope=\"col\" class=\"\" colspan=\"2\">plain</th>", "<summary>plain</summary>",
      "<figcaption>plain</figcaption>", "class=\"verdict bad\"", "name=\"viewport\"",
    ] { #expect(html.contains(part), "\(part)") }
  }

  @Test("Headings of a section without one are of its level, and in the contents")
  func outline() {
    let html = Page(
      title: "t",
      sections: [
        .init(nil, [.heading("first"), .paragraph("x"), .heading("second")]),
        .init("third", [.heading("within")]),
      ]
    ).html()
    for part in [
      "<h2 id=\"section-0-1\">first</h2>", "<h2 id=\"section-0-2\">second</h2>", "<h2>third</h2>",
      "<h3>within</h3>", "<a href=\"#section-0-2\">second</a>", "<a href=\"#section-1\">third</a>",
    ] { #expect(html.contains(part), "\(part)") }
    #expect(!html.contains(">within</a>"))
  }

  @Test func contentsFromThreeSectionsOn() {
    func page(_ count: Int) -> String {
      Page(title: "t", sections: (0..<count).map { .init("section \($0)", []) }).html()
    }
    #expect(!page(2).contains("<nav"))
    #expect(page(3).contains("<a href=\"#section-2\">section 2</a>"))
    #expect(page(3).contains("<section id=\"section-2\">"))
  }
}
