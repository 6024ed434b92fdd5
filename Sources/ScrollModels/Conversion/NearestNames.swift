/// Names among which a mistyped one is looked for.
package struct NearestNames {
  private let names: [String]

  package init(among names: [String]) {
    self.names = names
  }

  /// Up to three names, the nearest first: by the least number of letters put in, left out or changed, whatever their
  /// case; one that the text is a part of counts as near. None where most letters differ.
  package func nearest(to text: String) -> [String] {
    let text = text.lowercased()
    let distances = names.map { name in
      let name = name.lowercased()
      return !text.isEmpty && name.contains(text) ? 1 : Self.distance(Array(text), Array(name))
    }
    let near = names.indices.filter { distances[$0] <= max(2, names[$0].count / 2) }
    // In the order of the names where distances are equal.
    return near.sorted { (distances[$0], $0) < (distances[$1], $1) }.prefix(3).map { names[$0] }
  }

  /// Levenshtein's distance, a row of its table at a time.
  private static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var row = Array(0...b.count)
    for (i, letter) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in b.enumerated() {
        let changed = diagonal + (letter == other ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(changed, row[j] + 1, diagonal + 1)
      }
    }
    return row[b.count]
  }
}
