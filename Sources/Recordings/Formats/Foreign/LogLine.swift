/// A line of a log without its time stamp and without the process in front.
struct LogLine {
  /// ns since 1970, since midnight, or since the stamp's own origin; nil for a line without a stamp.
  let time: Int64?
  /// The number of the process; nil for a line without one.
  let process: String?
  let message: Bytes

  /// True if the message begins with a tag of logcat, which is no name of a number.
  private let hasTag: Bool

  init(_ text: Bytes) {
    let line = Self.withoutBrackets(text)
    var rest = line
    var stamp: Int64?
    if let (time, length) = WallClock.parse(line) {
      (stamp, rest) = (time, Bytes(rebasing: line[length...]).trimmed)
    } else if let (time, behind) = Self.epoch(line), Self.tagged(behind) != nil {
      // `logcat -v epoch`
      (stamp, rest) = (time, behind)
    }
    time = stamp
    if stamp != nil, let (process, message) = Self.named(rest) {
      (self.process, self.message, hasTag) = (process, message, false)
    } else if let (process, message) = Self.tagged(rest) ?? Self.brief(rest) {
      (self.process, self.message, hasTag) = (process, message, true)
    } else {
      (process, message, hasTag) = (nil, rest, false)
    }
  }

  /// The numbers of a message that is nothing else, or has some words before several numbers (`flutter: 16 12.5`), of which the last names none:
  /// under their places from 1. Nil for any other message.
  var bareNumbers: [(name: String, value: Double)]? {
    let words = message.split(whereSeparator: { $0 == Ascii.space || $0 == Ascii.tab })
    let first = words.firstIndex { FieldCheck.isWhollyNumber(Bytes(rebasing: $0), mark: Ascii.point) }
    guard let first, words.count - first > (first == 0 ? 0 : 1) else { return nil }
    let numbers = words[first...].compactMap { Double(Bytes(rebasing: $0).text) }
    guard numbers.count == words.count - first else { return nil }
    if first > 0, !hasTag, ColumnRole(ColumnName(Bytes(rebasing: words[first - 1]).text)) != nil {
      return nil
    }
    return numbers.enumerated().map { (String($0 + 1), $1) }
  }

  /// The text without the brackets around a stamp that it begins with: `[12:00:00.016] scrollTop 3`.
  private static func withoutBrackets(_ line: Bytes) -> Bytes {
    guard line.first == Ascii.openBracket else { return line }
    let inside = Bytes(rebasing: line.dropFirst())
    guard let (_, length) = WallClock.parse(inside), length < inside.count,
      inside[length] == Ascii.closeBracket
    else { return line }
    return inside
  }

  /// The time and the process of the line that `logcat -v long` writes above a message, `[ 04-05 13:51:45.123  4321: 4350 D/Tag ]`; nil for
  /// any other line.
  static func heading(_ line: Bytes) -> (time: Int64, process: String)? {
    guard line.first == Ascii.openBracket, line.last == Ascii.closeBracket else { return nil }
    let inside = Bytes(rebasing: line.dropFirst().dropLast()).trimmed
    guard let (time, length) = WallClock.parse(inside) else { return nil }
    let rest = Bytes(rebasing: inside[length...]).trimmed
    let number = rest.prefix { (0x30...0x39).contains($0) }
    guard !number.isEmpty, number.count < rest.count, rest[number.count] == Ascii.colon else { return nil }
    return (time, Bytes(rebasing: number).text)
  }

  /// NSLog's `App[123:456] message`.
  private static func named(_ line: Bytes) -> (process: String?, message: Bytes)? {
    guard let space = line.firstIndex(of: Ascii.space), space > 0, line[space - 1] == Ascii.closeBracket,
      let bracket = line[..<space].firstIndex(of: Ascii.openBracket), bracket > 0,
      line[(bracket + 1)..<(space - 1)].allSatisfy({ (0x30...0x3A).contains($0) })
    else { return nil }
    let number = line[(bracket + 1)..<(space - 1)].prefix { $0 != Ascii.colon }
    return (Bytes(rebasing: number).text, Bytes(rebasing: line[(space + 1)...]))
  }

  /// `D/Tag ( 4321): message` of logcat's formats `time` and `brief`.
  private static func brief(_ line: Bytes) -> (process: String?, message: Bytes)? {
    guard isPriority(line.first), line.dropFirst().first == UInt8(ascii: "/"),
      let open = line.firstIndex(of: UInt8(ascii: "(")),
      let close = line[open...].firstIndex(of: UInt8(ascii: ")")),
      close + 1 < line.count, line[close + 1] == Ascii.colon
    else { return nil }
    let number = Bytes(rebasing: line[(open + 1)..<close]).trimmed
    guard !number.isEmpty, isNumber(number) else { return nil }
    return (number.text, Bytes(rebasing: line[(close + 2)...]))
  }

  private static func isNumber(_ word: Bytes) -> Bool { word.allSatisfy { (0x30...0x39).contains($0) } }

  private static func isPriority(_ byte: UInt8?) -> Bool {
    byte.map { "VDIWEFSA".utf8.contains($0) } ?? false
  }

  /// logcat's `4321  4350 D Tag: message`, with the user in front by `-v uid`; `4321-4350  Tag` of Android Studio.
  private static func tagged(_ line: Bytes) -> (process: String?, message: Bytes)? {
    let words = line.prefix(80).split(separator: Ascii.space, maxSplits: 6)
    func isNumber(_ word: Slice<Bytes>) -> Bool { Self.isNumber(Bytes(rebasing: word)) }
    func behind(_ word: Slice<Bytes>) -> Bytes { Bytes(rebasing: line[word.endIndex...]).trimmed }
    for (index, word) in words.prefix(2).enumerated() where index + 2 < words.count {
      if isNumber(word), isNumber(words[index + 1]), words[index + 2].count == 1,
        isPriority(words[index + 2].first)
      {
        return (Bytes(rebasing: word).text, behind(words[index + 2]))
      }
    }
    guard let first = words.first else { return nil }
    let parts = first.split(separator: Ascii.minus, maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && isNumber($0) }) else { return nil }
    return (Bytes(rebasing: parts[0]).text, behind(first))
  }

  /// `1700000000.123`, s since 1970, in front of a line.
  private static func epoch(_ line: Bytes) -> (time: Int64, rest: Bytes)? {
    let word = line.prefix { $0 != Ascii.space }
    let parts = word.split(separator: Ascii.point, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].count >= 9, (3...9).contains(parts[1].count), word.count < line.count,
      let seconds = Int64(Bytes(rebasing: parts[0]).text),
      let fraction = Int64(Bytes(rebasing: parts[1]).text),
      seconds >= 0, fraction >= 0, let whole = Nanoseconds.of(seconds, unit: 1_000_000_000)
    else { return nil }
    let unit = (parts[1].count..<9).reduce(Int64(1)) { unit, _ in unit * 10 }
    return (whole + fraction * unit, Bytes(rebasing: line[word.count...]).trimmed)
  }
}
