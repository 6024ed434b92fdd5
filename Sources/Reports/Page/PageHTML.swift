import Drawing
import Foundation
import Hashing
import Recordings

extension Page {
  /// The ids of the explanations that buttons of a text open.
  private func openedTerms(in html: String) -> Set<String> {
    let mark = Array("popovertarget=\"".utf8)
    var html = html
    return html.withUTF8 { bytes in
      var found: Set<String> = []
      var i = 0
      while i + mark.count <= bytes.count {
        guard bytes[i] == mark[0], bytes[i..<i + mark.count].elementsEqual(mark) else {
          i += 1
          continue
        }
        let start = i + mark.count
        let end = bytes[start...].firstIndex(of: UInt8(ascii: "\"")) ?? bytes.count
        found.insert(String(decoding: bytes[start..<end], as: UTF8.self))
        i = end
      }
      return found
    }
  }

  /// The whole file.
  package func html() -> String {
    let outlines = sections.enumerated().map { SectionOutline($1, anchor: "section-\($0)") }
    let contents = outlines.flatMap(\.contents)
    let opened = outlines.reduce(into: Set<String>()) {
      $0.formUnion(openedTerms(in: $1.values["content"] ?? ""))
    }
    let terms = Term.allCases.filter { opened.contains($0.id) }
    return Templates.render(
      "page",
      [
        "title": title,
        "style": PictureStyle.page + Templates.style,
        "script": Templates.script,
        "scriptHash": Data(ContentHash(of: Array(Templates.script.utf8)).bytes).base64EncodedString(),
        "hasImages": hasImages,
        "hasContents": contents.count > 2,
        "contents": contents.map { ["anchor": $0.anchor, "heading": $0.heading] },
        "sections": outlines.map(\.values),
        "terms": terms.map { ["id": $0.id, "name": $0.rawValue, "explanation": $0.explanation] },
      ])
  }
}

/// The headings of a section in the page's contents.
///
/// A section with a heading is one entry, and the headings within it are a level lower. Those of a section without are
/// of its level, and entries of their own.
private struct SectionOutline {
  let values: [String: String]
  let contents: [(anchor: String, heading: String)]

  init(_ section: Page.Section, anchor: String) {
    if let heading = section.heading {
      contents = [(anchor, heading)]
      values = [
        "heading": heading, "anchor": anchor,
        "content": section.blocks.map(\.html).joined(separator: "\n"),
      ]
      return
    }
    var contents: [(anchor: String, heading: String)] = []
    let blocks = section.blocks.map { block -> String in
      guard case .heading(let heading) = block else { return block.html }
      contents.append(("\(anchor)-\(contents.count + 1)", heading))
      return Templates.render("title", ["text": heading, "anchor": contents[contents.count - 1].anchor])
    }
    self.contents = contents
    values = ["content": blocks.joined(separator: "\n")]
  }
}

extension Page.Block {
  fileprivate var html: String {
    switch self {
    case .verdict(let text, let tone):
      Templates.render(
        "verdict", ["text": text.replacing(" %", with: "\u{a0}%"), "tone": tone.rawValue, "sign": tone.sign])
    case .warnings(let items): items.isEmpty ? "" : Templates.render("warnings", ["items": items])
    case .heading(let text): Templates.render("heading", ["text": text])
    case .paragraph(let text): Templates.render("paragraph", ["text": text])
    case .facts(let facts):
      Templates.render(
        "facts",
        ["items": facts.map { ["label": $0.label, "text": $0.text].explaining($0.label) }])
    case .table(let table, let caption): Templates.render("table", table.values(caption: caption))
    case .picture(let picture): Templates.render("picture", picture.values)
    case .timeline(let picture, let strip):
      Templates.render(
        "picture",
        picture.values.merging(["above": Templates.render("thumbnails", strip.values)]) { $1 })
    case .replay(let replay): Templates.render("replay", replay.values)
    case .cards(let cards, let engine):
      Templates.render(
        "cards",
        [
          "items": cards.map {
            [
              "name": $0.name, "own": $0.own, "other": $0.other, "difference": $0.difference,
              "engine": engine,
            ].explaining($0.name)
          }
        ])
    case .phases(let links, let picture):
      Templates.render(
        "phases",
        [
          "picture": picture,
          "items": links.map {
            [
              "name": $0.name, "target": $0.target, "from": "\($0.range.lowerBound)",
              "to": "\($0.range.upperBound)",
            ]
          },
        ])
    case .chooser(let pictures):
      Templates.render(
        "chooser",
        [
          "choice": "Gesture",
          "pictures": pictures.map { Page.Block.picture($0).html }.joined(separator: "\n"),
        ])
    case .forests(let plots):
      Templates.render(
        "chooser",
        [
          "choice": "Constant",
          "pictures": plots.map { Templates.render("bars", $0.values) }.joined(separator: "\n"),
        ])
    case .bars(let chart): Templates.render("bars", chart.values)
    case .feel(let feel):
      Templates.render(
        "feel",
        ["own": feel.own.name, "unit": feel.unit, "data": feel.json.inScript]
          .merging(feel.unavailable.map { ["unavailable": $0] } ?? [:]) { $1 })
    case .details(let summary, let blocks):
      Templates.render(
        "details", ["summary": summary, "content": blocks.map(\.html).joined(separator: "\n")])
    }
  }
}

extension Document.Table {
  /// The first column names the rows. A column of values with errors and units becomes two, so that the
  /// values end at one place.
  fileprivate func values(caption: String) -> [String: Any] {
    func cells(_ text: String, _ column: Int, target: String?) -> [[String: Any]] {
      if column == 0 {
        let head = ["isHead": true, "text": text].explaining(text)
        return [target.map { head.merging(["target": $0]) { $1 } } ?? head]
      }
      guard columns[column].alignment == .firstWord else {
        return [
          [
            "isHead": false, "text": text, "title": columns[column].title,
            "alignment": columns[column].alignment == .right ? "right" : "",
          ]
        ]
      }
      let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      return [
        [
          "isHead": false, "text": String(parts.first ?? ""), "title": columns[column].title,
          "alignment": "number",
        ],
        ["isHead": false, "text": parts.count > 1 ? String(parts[1]) : "", "title": "", "alignment": "rest"],
      ]
    }
    return [
      "caption": caption,
      "columns": columns.map { column -> [String: Any] in
        [
          "title": column.title, "alignment": column.alignment == .right ? "right" : "",
          "isSplit": column.alignment == .firstWord,
        ].explaining(column.title)
      },
      "rows": rows.enumerated().map { index, row in
        let target = targets.isEmpty ? nil : targets[index]
        return ["cells": row.indices.flatMap { cells(row[$0], $0, target: target) }]
      },
    ]
  }
}

extension Picture {
  fileprivate var values: [String: Any] {
    [
      "name": name, "title": title, "svg": inlineSVG(), "data": data.inScript,
      "legend": Legend(self).entries.map { ["swatch": $0.swatch, "label": $0.label] },
    ]
  }
}

extension Page.Replay {
  fileprivate var values: [String: Any] {
    [
      "name": name,
      "tracks": tracks.enumerated().map { index, track -> [String: Any] in
        ["name": name, "index": "\(index)", "label": track.label, "isFirst": index == 0]
      },
      "pictures": pictures.map { Page.Block.picture($0).html }.joined(separator: "\n"),
      "data": JSONValue.array(tracks.map { .strings($0.frames) }).inScript,
    ]
  }
}

extension JSONValue {
  /// On one line, with what could end a script element, or begin a comment in it, written as escapes.
  fileprivate var inScript: String {
    var safe = ""
    for scalar in JSONWriter.line(self).unicodeScalars {
      switch scalar {
      case "<": safe += "\\u003c"
      case ">": safe += "\\u003e"
      case "&": safe += "\\u0026"
      default: safe.unicodeScalars.append(scalar)
      }
    }
    return safe
  }
}
