/// Finds the named numbers in a line that was written for people.
///
/// A number belongs to the word before it, whatever stands between them: `offset:12.5`, `offset = 12.5`, `偏移 -12.5`, `[offset 12.5]`. Two
/// numbers in brackets behind a word are its x and y: `contentOffset: {0, 12.5}`, `CGPoint(x: 0, y: 12.5)`; without a word they are x
/// and y. A number without a word is passed over. Behind a word and outside of brackets a comma may be a decimal one, as many locales print it
/// (`offset=12,5`); where it may group digits as well (`1,234`, `1,234.5`) the number is left out.
struct NamedNumbers {
  private let text: Bytes
  private var position = 0
  private var found: [(name: String, value: Double)] = []
  /// The last word, until a number takes it.
  private var word: String?
  /// The brackets that are open: the word before them, and what they held.
  private var groups: [(name: String?, isPoint: Bool, numbers: [Double], hasNames: Bool)] = []

  /// Types whose names do not show what they are the value of.
  private static let types: Set = [
    "CGPoint", "CGSize", "CGVector", "CGRect", "NSPoint", "NSSize", "Optional", "UIEdgeInsets", "Offset",
    "Point", "PointF",
  ]

  static func all(in text: Bytes) -> [(name: String, value: Double)] {
    var scanner = NamedNumbers(text)
    scanner.scan()
    return scanner.found
  }

  private init(_ text: Bytes) { self.text = text }

  private mutating func scan() {
    while position < text.count {
      let byte = text[position]
      if let value = number() {
        if value.isFinite { take(value) } else { word = nil }
      } else if Self.isInWord(byte), byte != Ascii.point {
        take(wordAtPosition())
      } else {
        separator(byte)
        position += 1
      }
    }
    while !groups.isEmpty { close() }
  }

  private mutating func separator(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "("), Ascii.openBrace, Ascii.openBracket:
      groups.append((word, byte != Ascii.openBracket, [], false))
      word = nil
    case UInt8(ascii: ")"), Ascii.closeBrace, Ascii.closeBracket: close()
    case Ascii.comma, Ascii.semicolon: word = nil
    default: break
    }
  }

  private mutating func close() {
    guard let group = groups.popLast() else { return }
    // A word alone in brackets names what comes behind them: `[SPEED] 812`.
    if group.numbers.isEmpty, !group.hasNames {
      word = word ?? group.name
      return
    }
    word = nil
    guard !group.hasNames else { return }
    switch (group.name, group.numbers.count) {
    case (let name?, 1): found.append((name, group.numbers[0]))
    case (let name, 2):
      let prefix = name.map { $0 + "." } ?? ""
      found.append((prefix + "x", group.numbers[0]))
      found.append((prefix + "y", group.numbers[1]))
    default: break
    }
  }

  private mutating func take(_ value: Double) {
    let last = groups.count - 1
    if let word {
      let isPart = last >= 0 && groups[last].isPoint && (word == "x" || word == "y")
      found.append((isPart ? (groups[last].name.map { $0 + "." } ?? "") + word : word, value))
      if last >= 0 { groups[last].hasNames = true }
      self.word = nil
    } else if last >= 0 {
      groups[last].numbers.append(value)
    }
  }

  private mutating func take(_ name: String) {
    // The name before a type's stays the name.
    if Self.types.contains(name), position < text.count, text[position] == UInt8(ascii: "(") { return }
    word = name
  }

  private mutating func wordAtPosition() -> String {
    let start = position
    while position < text.count, Self.isInWord(text[position]) { position += 1 }
    var end = position
    while end > start, text[end - 1] == Ascii.point { end -= 1 }
    return Bytes(rebasing: text[start..<end]).text
  }

  /// The number at the position, where one begins there and does not go on as a word; NaN for one whose comma may be of either kind.
  private mutating func number() -> Double? {
    let start = position
    var end = position
    func byte(_ index: Int) -> UInt8 { index < text.count ? text[index] : 0 }
    func isDigit(_ index: Int) -> Bool { (0x30...0x39).contains(byte(index)) }
    if byte(end) == Ascii.minus || byte(end) == Ascii.plus { end += 1 }
    guard isDigit(end) || (byte(end) == Ascii.point && isDigit(end + 1)) else { return nil }
    if start > 0, Self.isInWord(text[start - 1]) { return nil }
    let whole = end
    while isDigit(end) { end += 1 }
    let fraction = decimalComma(behind: whole..<end)
    if let fraction {
      end = fraction.end
    } else if byte(end) == Ascii.point {
      end += 1
      while isDigit(end) { end += 1 }
    }
    if byte(end) | 0x20 == Ascii.e {
      var exponent = end + 1
      if byte(exponent) == Ascii.minus || byte(exponent) == Ascii.plus { exponent += 1 }
      if isDigit(exponent) {
        end = exponent
        while isDigit(end) { end += 1 }
      }
    }
    let digits = Bytes(rebasing: text[start..<end]).text
    // A unit may stand right behind: `12.5pt`; a name like `2x2` is none.
    while end < text.count, JSONText.isLetter(text[end]) { end += 1 }
    if fraction?.isAmbiguous == true {
      position = end
      return .nan
    }
    guard let value = Double(fraction == nil ? digits : digits.replacing(",", with: ".")), value.isFinite
    else {
      return nil
    }
    position = end
    return value
  }

  /// The end of the digits behind a decimal comma that follows the digits in a range; nil where none does. It is ambiguous where the comma may group
  /// digits.
  private func decimalComma(behind digits: Range<Int>) -> (end: Int, isAmbiguous: Bool)? {
    func byte(_ index: Int) -> UInt8 { index < text.count ? text[index] : 0 }
    func isDigit(_ index: Int) -> Bool { (0x30...0x39).contains(byte(index)) }
    guard word != nil, groups.isEmpty, byte(digits.upperBound) == Ascii.comma, isDigit(digits.upperBound + 1)
    else { return nil }
    var end = digits.upperBound + 1
    while isDigit(end) { end += 1 }
    let isGroup = Self.mayGroup(Bytes(rebasing: text[digits]), behind: end - digits.upperBound - 1)
    let hasMore = [Ascii.comma, Ascii.point].contains(byte(end)) && isDigit(end + 1)
    guard isGroup || hasMore else { return (end, false) }
    // A list has more commas.
    guard isGroup || byte(end) == Ascii.point else { return nil }
    while isDigit(end) || [Ascii.comma, Ascii.point].contains(byte(end)) && isDigit(end + 1) { end += 1 }
    return (end, true)
  }

  /// Returns true if a comma between digits may group them: `1,234`.
  ///
  /// - Parameters:
  ///   - digits: those in front of the comma.
  ///   - count: how many stand behind it.
  static func mayGroup(_ digits: Bytes, behind count: Int) -> Bool {
    count == 3 && (1...3).contains(digits.count) && digits.first != Ascii.zero
  }

  /// Letters, digits, underscores and points, and everything that is not ASCII.
  private static func isInWord(_ byte: UInt8) -> Bool {
    JSONText.isLetter(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "_")
      || byte == Ascii.point || byte >= 0x80
  }
}
