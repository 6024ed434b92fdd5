/// The motions of scroll engines: their models and constants, one table.
package enum Catalogue {
  package static let entries =
    apple + appleLibraries + mobile + browsers + desktop + tools + games + web + carousels

  /// The engines' names, each once, in the table's order.
  package static let engines: [String] = entries.map(\.engine).reduce(into: []) { names, name in
    if !names.contains(name) { names.append(name) }
  }

  /// The row of an engine and a phase; letters' case does not matter.
  package static func entry(named engine: String, phase: EnginePhase) -> CatalogueEntry? {
    entries.first { $0.phase == phase && $0.engine.lowercased() == engine.lowercased() }
  }

  /// The name as the table writes it; nil where no row has it.
  package static func engine(named name: String) -> String? {
    engines.first { $0.lowercased() == name.lowercased() }
  }

  /// The engine that a variant is one of: what stands before the comma.
  package static func family(of engine: String) -> String {
    String(engine.prefix { $0 != "," })
  }

  /// The variants of each engine, in the catalogue's order.
  package static let variants = Dictionary(grouping: engines, by: family(of:))

  /// The engines whose names or aliases are most like a text: those with the fewest letters to change at their beginnings, then
  /// in all. An alias stands in parentheses behind its engine.
  package static func nearestNames(to text: String, count: Int = 3) -> [String] {
    let wanted = letters(text)
    typealias Ranked = (beginning: Int, whole: Int, title: String)
    func ranked(_ name: String, _ title: String) -> Ranked {
      let edits = edits(from: wanted, to: Array(name.lowercased()))
      return (edits.min() ?? 0, edits.last ?? 0, title)
    }
    let best = engines.compactMap { engine in
      let known = aliases.filter { $0.engine == engine }.map { ranked($0.alias, "\(engine) (\($0.alias))") }
      return ([ranked(engine, engine)] + known).min(by: <)
    }
    return Array(best.sorted(by: <).prefix(count).map(\.title))
  }

  /// The name that differs from a text in the fewest letters; nil where a third of the letters and one more differ.
  package static func nearest(to text: String, among names: [String]) -> String? {
    let wanted = letters(text)
    let ranked = names.map { (edits: edits(from: wanted, to: Array($0.lowercased())).last ?? 0, name: $0) }
    return ranked.min { $0.edits < $1.edits }.flatMap {
      3 * $0.edits <= max(wanted.count, $0.name.count) + 3 ? $0.name : nil
    }
  }

  /// The first letters of a typed name, lower-cased: more than any name of the table has, so that the distance of a longer text
  /// stays quick to compute.
  static func letters(_ text: String) -> [Character] { Array(text.prefix(200).lowercased()) }

  /// Levenshtein's distances to every beginning of the target, the empty one first: how many letters must be put in, taken
  /// out or replaced.
  static func edits(from source: [Character], to target: [Character]) -> [Int] {
    var row = Array(0...target.count)
    for (i, letter) in source.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for j in target.indices {
        let replaced = diagonal + (letter == target[j] ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row
  }
}

extension Catalogue {
  /// Names by which people call an engine that the catalogue lists under another one.
  package static let aliases: [(alias: String, engine: String)] = [
    ("ios", "UIScrollView"), ("uikit", "UIScrollView"), ("iphone", "UIScrollView"), ("ipad", "UIScrollView"),
    ("macos", "AppKit"), ("safari", "WebKit macOS"), ("chrome", "Chromium"), ("edge", "Chromium"),
    ("flutter", "Flutter iOS"), ("compose", "Android"), ("gnome", "GTK"), ("qt", "Qt Flickable"),
    ("kivy", "Kivy 2"), ("pebble", "Pebble OS"),
    ("react-native", "UIScrollView"),
  ]

  /// The variant of an engine that the catalogue lists by that one alone; nil for none, and for several.
  private static func onlyVariant(of name: String) -> String? {
    let own = variants.first { $0.key.lowercased() == name.lowercased() }?.value ?? []
    return own.count == 1 ? own[0] : nil
  }

  /// The engine that a name or an alias stands for, letters' case aside, also that of its only variant; nil for none.
  package static func engine(calledBy name: String) -> String? {
    engine(named: name)
      ?? aliases.first { $0.alias == name.lowercased() }.flatMap { engine(named: $0.engine) }
      ?? onlyVariant(of: name)
  }
}

/// The motion that a row of the catalogue describes.
package enum EnginePhase: String, CaseIterable, Sendable {
  /// The content glides after a flick; over time.
  case fling
  /// A finger pulls it beyond an edge; over the finger's travel.
  case overscroll
  /// It comes back to the edge; over time.
  case bounce
  /// It moves to a chosen place; over time.
  case snap
  /// The projected distance of a flick; over its velocity.
  case projection
  /// The part of a motion's velocity that a new flick keeps; over that.
  case momentum
}

/// A number as an engine's source has it.
package struct CatalogueConstant: Equatable, Sendable {
  package let name: String
  package let value: Double
  package let unit: String

  package init(_ name: String, _ value: Double, _ unit: String = "") {
    self.name = name
    self.value = value
    self.unit = unit
  }
}

/// The rule by which an engine ends a motion that its curve would continue.
package enum StopRule: Equatable, Sendable {
  /// The end of the curve itself.
  case modelEnd
  /// The speed has come below this, pt/s.
  case speed(Double)
  /// The speed has come below this, device px/s.
  case pixelSpeed(Double)
  /// It is this near to where it goes, pt.
  case distance(Double)
  /// It is this near to where it goes, device px.
  case pixelDistance(Double)
  /// A frame moves it by less than this, pt.
  case frameStep(Double)
}

/// The rounding of an engine.
package enum EngineRounding: Equatable, Sendable {
  case none
  /// Each offset, to whole multiples of so many device px.
  case offsets(pixels: Double)
  /// The destination, to a multiple of this, pt; the initial velocity is solved back from it.
  case destination(Double)
}

/// One model of one engine: a row of the catalogue.
package struct CatalogueEntry: Sendable {
  /// Unique together with the phase; a variant stands after a comma: `Chromium, elastic`.
  package let engine: String
  package let phase: EnginePhase
  package let model: any EngineModel
  /// The model's constants, in its order.
  package let values: [Double]
  /// The constants as the engine's source has them.
  package let published: [CatalogueConstant]
  package let stop: StopRule
  package let rounding: EngineRounding
  package let source: CatalogueSource
  package let provenance: CatalogueProvenance
  /// The clamps, boosts and thresholds that the model omits. Empty for none.
  package let note: String
  /// The name under which `fit` compares with the row's first published constant; nil where it does not.
  package let reference: String?
  /// The speeds that motions start with, pt/s: below the first none starts, above the last it is cut.
  package let startSpeeds: ClosedRange<Double>
  /// The way a return starts after an overscroll drag.
  package let returnStart: ReturnStart
  /// False for a motion beyond an edge that only the picture shows: the scroll offset stays at the edge meanwhile.
  package let showsInOffsets: Bool

  init(
    _ engine: String, _ phase: EnginePhase, _ choice: CatalogueModel,
    startSpeeds: ClosedRange<Double> = 0...Double.infinity, stop: StopRule = .modelEnd,
    rounding: EngineRounding = .none, source: CatalogueSource, provenance: CatalogueProvenance = .source,
    note: String = "", reference: String? = nil, returnStart: ReturnStart = .gestureVelocity,
    showsInOffsets: Bool = true
  ) {
    self.engine = engine
    self.phase = phase
    model = choice.model
    values = choice.values
    published = choice.published
    self.startSpeeds = startSpeeds
    self.stop = stop
    self.rounding = rounding
    self.source = source
    self.provenance = provenance
    self.note = note
    self.reference = reference
    self.returnStart = returnStart
    self.showsInOffsets = showsInOffsets
  }
}

/// The place a row was read at, with its version: engines change, and only a version identifies it.
package enum CatalogueSource: Equatable, Sendable {
  /// Files of a repository, `owner/name`, at a commit or a release.
  case repository(String, files: [String], version: String)
  /// A source outside public repositories: a talk, an article, a recording of a system.
  case publication(String, version: String)

  static func file(_ repository: String, _ files: String..., at version: String) -> CatalogueSource {
    .repository(repository, files: files, version: version)
  }
}

extension CatalogueSource: CustomStringConvertible {
  /// `b3ll/Motion, DecayFunction.swift @c9a57f9`, `UIKit (iOS 26.5)`.
  package var description: String {
    switch self {
    case .repository(let name, let files, let version):
      "\(name), \(files.joined(separator: ", ")) @\(version)"
    case .publication(let title, let version): "\(title) (\(version))"
    }
  }
}

/// The provenance of a row.
package enum CatalogueProvenance: String, CaseIterable, Sendable {
  /// Read in the engine's source.
  case source
  /// Found in the engine's source by a search; the file was not read whole.
  case excerpt = "constants seen, file not read whole"
  /// Computed from recordings.
  case recordings
}

/// An engine of the catalogue: its row for each phase, and where a variant has none, the row of the engine that it is
/// one of.
package struct ScrollEngine: Equatable, Sendable {
  package let name: String
  package let rows: [EnginePhase: CatalogueEntry]

  /// - Throws: ``UnknownEngine`` where no row has the name and it is no alias; letters' case does not matter.
  package init(named name: String) throws(UnknownEngine) {
    guard let known = Catalogue.engine(calledBy: name) else { throw UnknownEngine(name: name) }
    self.init(known: known)
  }

  private init(known name: String) {
    self.name = name
    let own = Self.rows[name] ?? [:]
    rows = (Self.rows[Catalogue.family(of: name)] ?? [:]).merging(own) { $1 }
  }

  /// The rows of every name of the catalogue.
  private static let rows = Catalogue.entries.reduce(into: [String: [EnginePhase: CatalogueEntry]]()) {
    if $0[$1.engine]?[$1.phase] == nil { $0[$1.engine, default: [:]][$1.phase] = $1 }
  }

  /// All engines of the catalogue, in its order.
  package static let all = Catalogue.engines.map { ScrollEngine(known: $0) }

  package static func == (one: ScrollEngine, other: ScrollEngine) -> Bool { one.name == other.name }
}

/// A name that no row of the catalogue has.
package struct UnknownEngine: Error, Equatable, CustomStringConvertible {
  package let name: String

  package var description: String {
    let nearest = Catalogue.nearestNames(to: name).joined(separator: "; ")
    return "'\(name)' is no engine of the catalogue; the nearest are \(nearest)"
  }
}
