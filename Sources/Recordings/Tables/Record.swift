/// An object of an NDJSON file that is more than a sample: a recording's own header, or an event.
struct Record: Equatable {
  let line: Int
  let object: JSONValue

  init(line: Int, object: JSONValue) {
    self.line = line
    self.object = object
  }

  /// - Parameter text: the object as it stands in the line, from the line's start.
  init(_ text: Bytes, line: Int, file: String) throws(ReadingError) {
    self.line = line
    do {
      object = try JSONParser.value(text)
    } catch {
      throw ReadingError(
        file, line: line, column: error.position + 1, .malformedObject(expected: error.expected))
    }
  }

  /// The name of the format, in the header's key `format`.
  static let formatName = "scrolltrace"
  static let version = 1.0

  var isHeader: Bool { object["format"]?.text == Self.formatName }

  static func isScrolltrace(_ format: Bytes) -> Bool { format.elementsEqual(formatName.utf8) }

  /// Returns true if an event shows no more than that there is a sample.
  static func isSample(_ event: Bytes) -> Bool {
    event.elementsEqual("didScroll".utf8) || event.elementsEqual("scroll".utf8)
  }

  /// The number at a path less `origin`: whole numbers are subtracted before they become doubles, so that 19 digits of
  /// nanoseconds lose nothing.
  func number(_ path: String, from origin: Double = 0) -> Double? {
    guard case .decimal(let text)? = object[path] else { return nil }
    if let whole = Int64(text), let start = Int64(exactly: origin) {
      let (difference, overflow) = whole.subtractingReportingOverflow(start)
      if !overflow { return Double(difference) }
    }
    return object[path]?.double.map { $0 - origin }
  }
}

extension TouchState {
  /// The place of a word among all states, as a column of numbers holds it; nil for a word that is none of them.
  static func code(_ word: Bytes) -> Double? {
    allCases.firstIndex { word.elementsEqual($0.rawValue.utf8) }.map(Double.init)
  }

  /// The state of a ``code(_:)``; nil for −1.
  init?(code: Double) {
    guard code >= 0, let index = Int(exactly: code), Self.allCases.indices.contains(index) else { return nil }
    self = Self.allCases[index]
  }
}

/// Something that happened while a recording was made: a delegate's callback, a touch, a marker.
package struct Event: Equatable, Sendable {
  /// Seconds since the recording's first sample; may lie before it.
  package var time: Double
  /// The event's name as UIScrollView's delegate calls it: `willEndDragging`, `didEndDecelerating`, …; any name
  /// passes through.
  package let name: String
  /// The position at which the content was, on each axis that the event gives it for.
  package let offset: [Axis: Double]
  /// The content's velocity on each axis that the event gives one for, in the trace's unit per second.
  package let velocity: [Axis: Double]
  /// The position at which the content is expected to come to rest, on each axis that the event gives it for.
  package let target: [Axis: Double]
  /// Further keys of the event, in their order.
  package let details: [JSONMember]

  package init(
    time: Double, name: String, offset: [Axis: Double] = [:], velocity: [Axis: Double] = [:],
    target: [Axis: Double] = [:],
    details: [JSONMember] = []
  ) {
    self.time = time
    self.name = name
    self.offset = offset
    self.velocity = velocity
    self.target = target
    self.details = details
  }
}

/// The state of a scroll view at a sample.
package enum TouchState: String, CaseIterable, Sendable {
  /// A finger is down and has not moved the content yet.
  case tracking
  /// The content follows a finger.
  case dragging
  /// The content moves by itself.
  case decelerating
  /// Neither.
  case idle
}

/// A range as it is typed: `0...7300`, `0...`, `...7300`, `-50...0`.
package enum Interval {
  /// The range; a side left out is infinite. Nil where the text is no range: no `...`, no side at all, a side
  /// that is no finite number, or the lower side above the upper.
  package static func parse(_ text: String) -> ClosedRange<Double>? {
    let characters = Array(text.filter { $0 != " " && $0 != "\t" })
    guard let dots = characters.indices.first(where: { characters[$0...].starts(with: "...") }) else {
      return nil
    }
    let sides = (String(characters[..<dots]), String(characters[(dots + 3)...]))
    guard let low = side(sides.0, -.infinity), let high = side(sides.1, .infinity), low <= high,
      low.isFinite || high.isFinite
    else { return nil }
    return low...high
  }

  private static func side(_ text: String, _ open: Double) -> Double? {
    if text.isEmpty { return open }
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }
}
