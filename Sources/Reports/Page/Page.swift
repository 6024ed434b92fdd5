import Drawing
import EmbeddedTexts
import Foundation
import Mustache
import Recordings
import ScrollAnalysis

/// A report as one HTML file: what stands on it, not how it is marked up.
///
/// Texts may hold anything a file name may: rendering makes them harmless. ``html()`` needs no network and no
/// other file.
package struct Page: Equatable {
  let title: String
  let sections: [Section]

  /// A part with a heading of its own, but for what opens the page.
  struct Section: Equatable {
    let heading: String?
    var blocks: [Block]

    init(_ heading: String? = nil, _ blocks: [Block]) {
      self.heading = heading
      self.blocks = blocks
    }
  }

  enum Block: Equatable {
    /// The answer in a sentence.
    case verdict(String, Tone)
    case warnings([String])
    case heading(String)
    case paragraph(String)
    case facts([Document.Fact])
    case table(Document.Table, caption: String)
    case picture(Picture)
    /// The picture of a recording with thumbnails of its video.
    case timeline(Picture, ThumbnailStrip)
    case replay(Replay)
    /// A constant each, beside that of the engine with this name.
    case cards([Card], engine: String)
    /// The phases of the timeline with this name.
    case phases([PhaseLink], picture: String)
    case bars(BarChart)
    /// Plots of which one is shown.
    case forests([ForestPlot])
    /// Pictures of which one is shown.
    case chooser([Picture])
    /// Two scroll views under one finger.
    case feel(Feel)
    /// Shown when asked for.
    case details(String, [Block])
  }

  /// A constant of the recording and the engine's, with the difference of their motions.
  struct Card: Equatable {
    let name: String
    let own: String
    let other: String
    let difference: String
  }

  /// A phase of a timeline, s, and the picture of its fit.
  struct PhaseLink: Equatable {
    let name: String
    let range: ClosedRange<Double>
    let target: String
  }

  /// The meaning of an answer to the reader.
  enum Tone: String, Equatable {
    case good, fair, bad, open

    /// It reads the same without color.
    var sign: String {
      switch self {
      case .good: "✓"
      case .fair: "≈"
      case .bad: "✗"
      case .open: "?"
      }
    }
  }

  /// Pictures whose ``PlotMark/Shape/replay(_:)`` marks a slider moves together.
  struct Replay: Equatable {
    /// Unlike the others' on the page: letters, digits and hyphens.
    let name: String
    let tracks: [Track]
    let pictures: [Picture]

    struct Track: Equatable {
      let label: String
      /// The sentence of each frame.
      let frames: [String]
    }
  }

  init(title: String, sections: [Section]) {
    self.title = title
    self.sections = sections
  }

  /// In the order of the page.
  package var pictures: [Picture] { sections.flatMap { $0.blocks.flatMap(\.pictures) } }

  /// True if it holds images, which its content security policy must allow.
  var hasImages: Bool {
    sections.contains { $0.blocks.contains { if case .timeline = $0 { true } else { false } } }
  }
}

extension Page.Block {
  fileprivate var pictures: [Picture] {
    switch self {
    case .picture(let picture), .timeline(let picture, _): [picture]
    case .replay(let replay): replay.pictures
    case .chooser(let pictures): pictures
    case .details(_, let blocks): blocks.flatMap(\.pictures)
    case .verdict, .warnings, .heading, .paragraph, .facts, .table, .feel, .cards, .phases, .bars, .forests:
      []
    }
  }
}

extension [Notice] {
  /// The warnings, then the other notes where there are some.
  var remarks: [Page.Block] { [.warnings(warnings)] + (notes.isEmpty ? [] : [.facts(notes)]) }
}

/// The templates in the binary, compiled once.
enum Templates {
  /// - Parameter values: texts, lists and objects by the names that the template uses.
  static func render(_ name: String, _ values: [String: Any]) -> String {
    guard let text = library.render(values, withTemplate: name) else {
      preconditionFailure("no template \(name)")
    }
    return text
  }

  static let style = String(cString: EmbeddedTexts.page_css)
  /// In a scope of its own.
  static let script = "\"use strict\";{" + scripts.map { String(cString: $0) }.joined() + "}"

  private static var scripts: [UnsafePointer<CChar>] {
    [
      EmbeddedTexts.axis_js, EmbeddedTexts.picture_js, EmbeddedTexts.range_js,
      EmbeddedTexts.pointer_js, EmbeddedTexts.replay_js, EmbeddedTexts.legend_js,
      EmbeddedTexts.phases_js, EmbeddedTexts.thumbnails_js, EmbeddedTexts.chooser_js,
      EmbeddedTexts.sort_js, EmbeddedTexts.curves_js, EmbeddedTexts.easings_js,
      EmbeddedTexts.frames_js, EmbeddedTexts.overscrolls_js, EmbeddedTexts.scrollview_js,
      EmbeddedTexts.snippets_js, EmbeddedTexts.trace_js, EmbeddedTexts.session_js,
      EmbeddedTexts.feel_js, EmbeddedTexts.feel_controls_js,
    ]
  }

  private static let library: MustacheLibrary = {
    MustacheContentTypes.register(ScalarEscaping(), named: "SCROLLFIT")
    var library = MustacheLibrary()
    for (name, text) in sources {
      do { try library.register(String(cString: text), named: name) } catch {
        preconditionFailure("the template \(name) is none: \(error)")
      }
    }
    return library
  }()

  private static var sources: [(String, UnsafePointer<CChar>)] {
    [
      ("page", EmbeddedTexts.page_mustache), ("verdict", EmbeddedTexts.verdict_mustache),
      ("warnings", EmbeddedTexts.warnings_mustache), ("heading", EmbeddedTexts.heading_mustache),
      ("paragraph", EmbeddedTexts.paragraph_mustache), ("facts", EmbeddedTexts.facts_mustache),
      ("table", EmbeddedTexts.table_mustache), ("picture", EmbeddedTexts.picture_mustache),
      ("replay", EmbeddedTexts.replay_mustache), ("details", EmbeddedTexts.details_mustache),
      ("title", EmbeddedTexts.title_mustache), ("feel", EmbeddedTexts.feel_mustache),
      ("phases", EmbeddedTexts.phases_mustache), ("thumbnails", EmbeddedTexts.thumbnails_mustache),
      ("chooser", EmbeddedTexts.chooser_mustache),
      ("cards", EmbeddedTexts.cards_mustache), ("bars", EmbeddedTexts.bars_mustache),
    ]
  }
}

/// In place of the library's own escaping, which goes by characters: a quote followed by a combining mark
/// passes it.
private struct ScalarEscaping: MustacheContentType {
  func escapeText(_ text: String) -> String { Markup.escaped(text) }
}

/// The pages of single recordings that the page of a batch leads to.
package struct RecordingPages {
  private let pages: [RecordingPage]
  private let addresses: [Key: String]
  /// The number of recordings without a page, as they could not be read again.
  private let missing: Int
  /// The number of recordings without a page, as making it ended the process.
  private let crashed: Int

  /// A recording of a command, whatever else is known of it.
  private struct Key: Hashable {
    let position: Int
    let part: Int

    init(_ recording: BatchCollection.Recording) { (position, part) = (recording.position, recording.part) }
  }

  package typealias RecordingPage = (recording: BatchCollection.Recording, address: String)

  /// - Parameter pages: in the order of the input; the addresses are from the page of the batch.
  package init(_ pages: [RecordingPage], missing: Int, crashed: Int = 0) {
    self.pages = pages
    addresses = Dictionary(pages.map { (Key($0.recording), $0.address) }) { first, _ in first }
    self.missing = missing
    self.crashed = crashed
  }

  /// A table of all pages, shown when asked for; nil where another table of the batch's page leads to each.
  ///
  /// - Parameter shown: the recordings of that table.
  func rest(beside shown: some Sequence<BatchCollection.Recording>) -> Page.Block? {
    guard !Set(addresses.keys).isSubset(of: shown.map(Key.init)) else { return nil }
    let caption = "Pages of all \(counted(pages.count, "recording"))"
    let table = Document.Table(pages, [("recording", .left, { $0.recording.title })])
    return .details(caption, [.table(table.linked(to: pages.map(\.address)), caption: caption)])
  }

  /// The address of a recording's page; nil for none.
  func address(of recording: BatchCollection.Recording) -> String? { addresses[Key(recording)] }

  /// The sentences about recordings without a page; nil where each has one.
  var remark: String? {
    let sentences = [
      (missing, "\(counted(missing, "recording")) could not be read again as fitted"),
      (crashed, "making the page of \(counted(crashed, "recording")) ended the process"),
    ].filter { $0.0 > 0 }.map { count, what in
      what.startingUppercase + ": \(count == 1 ? "it has" : "they have") no page."
    }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }
}
