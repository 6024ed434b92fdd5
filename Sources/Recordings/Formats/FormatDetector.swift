/// Tells a file's format from its beginning, each format by what no other has.
struct FormatDetector {
  /// How much of a file is looked at.
  static let length = 1 << 16

  private let text: String
  private let lines: [Substring]

  init(_ beginning: [UInt8]) {
    text = String(decoding: beginning.prefix(Self.length), as: UTF8.self)
    lines = text.split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }
  }

  /// The format; nil for a table, whose rows tell more.
  ///
  /// - Throws: where two formats are equally likely.
  func format(file: String) throws(ReadingError) -> InputFormat? {
    guard let first = lines.first(where: { !$0.hasPrefix("#") })?.drop(while: \.isWhitespace) else {
      return nil
    }
    let found: [InputFormat]
    if first.hasPrefix("{") || isArray(first) {
      found = objects
    } else {
      found = texts
    }
    guard found.count < 2 else { throw ReadingError(file, .ambiguousFormat(found)) }
    return found.first
  }

  /// An array, not a bracket that a log line begins with.
  private func isArray(_ line: Substring) -> Bool {
    guard line.hasPrefix("[") else { return false }
    let rest = text.drop(while: \.isWhitespace).dropFirst().drop(while: \.isWhitespace)
    return rest.hasPrefix("{") || rest.hasPrefix("]")
  }

  private func has(_ key: String) -> Bool {
    text.contains("\"\(key)\"")
  }

  private var objects: [InputFormat] {
    if has("format"), text.contains("\"scrolltrace\"") { return [] }
    var found: [InputFormat] = []
    if has("eventMessage"), has("timestamp") { found.append(.oslog) }
    if has("traceEvents") || (has("ph") && has("ts") && has("name")) { found.append(.chrome) }
    if has("type"), has("data"), has("source"), has("timestamp") { found.append(.rrweb) }
    if has("nativeEvent") { found.append(.reactNative) }
    if has("timeStamp") && (has("physicalX") || (has("change") && has("position"))) { found.append(.flutter) }
    guard found.isEmpty, isDocument else { return found }
    if has("deltaX") || has("deltaY") { found.append(.wheel) }
    if has("scrollTop") || has("scrollLeft") || has("scrollY") || has("y") || has("x") {
      found.append(.browser)
    }
    // A wheel event may tell the position it led to: that is worth more than its delta.
    return found.count == 2 ? [.browser] : found
  }

  /// An array, or an object with an array of objects in it or more than one line: not one object a line.
  private var isDocument: Bool {
    let first = lines.first.map { $0.filter { !$0.isWhitespace } } ?? ""
    return first.hasPrefix("[") || first == "{" || first.contains("[{")
  }

  private var texts: [InputFormat] {
    if text.contains("[type scroll]") { return [.scrollReverser] }
    if text.contains("MomentumEventDispatcher event log:") { return [.webkit] }
    if lines.prefix(50).contains(where: {
      $0.hasPrefix("[") && ($0.contains("EV_") || $0.contains("/dev/input/"))
    }) {
      return [.getevent]
    }
    return isLog ? [.log] : []
  }

  /// Most lines begin with a clock, or have a name and a number and are no row of fields.
  private var isLog: Bool {
    let sample = lines.filter { !$0.hasPrefix("#") }.prefix(40)
    let first = sample.first ?? ""
    if ["\t", ";"].contains(where: first.contains) { return false }
    let fields = first.split(separator: ",", omittingEmptySubsequences: false).count
    let isEven =
      fields > 1
      && sample.allSatisfy { line in
        line.split(separator: ",", omittingEmptySubsequences: false).count == fields
      }
    func withBytes<Value>(_ line: Substring, _ body: (Bytes) -> Value) -> Value {
      Array(line.utf8).withUnsafeBufferPointer(body)
    }
    let stamped = sample.count { withBytes($0) { WallClock.parse($0.trimmed) != nil } }
    let names = sample.map { line in
      withBytes(line) { NamedNumbers.all(in: LogFormat.stamped($0.trimmed).message).map(\.name) }
    }
    // The first row of fields has other words than those after it.
    if isEven, stamped * 2 < sample.count, names.count < 2 || names[0] != names[1] { return false }
    return names.count { !$0.isEmpty } * 2 > sample.count
  }
}
