import Drawing
import Recordings

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
