extension FormulaText {
  /// Writes the terms that `... ` stands for: those between the term before it and the one after, which are the same
  /// but for one whole number, in names (`B2`) and as exponents.
  static func expandEllipsis(_ words: inout [FormulaWord], file: String) throws(ReferenceError) {
    while let position = words.firstIndex(where: { $0.text == FormulaWord.ellipsis }) {
      func isEnd(_ word: FormulaWord) -> Bool { word.text == "+" || word.text == "=" }
      let error = ReferenceError(file, line: words[position].line, column: words[position].column, .ellipsis)
      guard position > 1, position + 2 < words.count, words[position - 1].text == "+",
        words[position + 1].text == "+"
      else { throw error }
      let before = words[..<(position - 1)].reversed().prefix { !isEnd($0) }.reversed()
      let after = words[(position + 2)...].prefix { !isEnd($0) }
      guard let template = Template(Array(before), Array(after)) else { throw error }
      words.replaceSubrange(position...(position + 1), with: template.terms)
    }
  }

  /// Two terms that differ in a whole number, and those between them.
  private struct Template {
    private let first: [FormulaWord]
    /// The indices of the words that hold the number.
    private let positions: [Int]
    private let range: Range<Int>
    private let plus: FormulaWord

    init?(_ first: [FormulaWord], _ last: [FormulaWord]) {
      guard first.count == last.count, let word = first.first else { return nil }
      var positions: [Int] = []
      var ends: [[Int]] = []
      for (index, (a, b)) in zip(first, last).enumerated() where a.text != b.text {
        guard let (stem, low) = a.numbered, let (other, high) = b.numbered, stem == other else { return nil }
        positions.append(index)
        ends.append([low, high])
      }
      guard let (low, high) = ends.first.map({ ($0[0], $0[1]) }), ends.allSatisfy({ $0 == [low, high] }),
        low < high, high - low <= 100
      else { return nil }
      self.first = first
      self.positions = positions
      range = low + 1..<high
      plus = FormulaWord(text: "+", isName: false, line: word.line, column: word.column)
    }

    /// Each followed by a plus.
    var terms: [FormulaWord] {
      range.flatMap { number in
        var term = first
        for position in positions {
          term[position].text = (first[position].numbered?.stem ?? "") + String(number)
        }
        return term + [plus]
      }
    }
  }
}
