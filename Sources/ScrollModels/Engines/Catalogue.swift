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
    ("kivy", "Kivy 2"),
    ("react-native", "UIScrollView"),
  ]

  /// The engine that a name or an alias stands for, letters' case aside; nil for none.
  package static func engine(calledBy name: String) -> String? {
    engine(named: name)
      ?? aliases.first { $0.alias == name.lowercased() }.flatMap { engine(named: $0.engine) }
  }
}
