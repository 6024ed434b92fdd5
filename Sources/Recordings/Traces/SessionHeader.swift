/// A recording's own header (scrolltrace).
struct SessionHeader {
  let record: Record

  /// - Throws: a version that this program does not read.
  init(_ record: Record, file: String) throws(ReadingError) {
    self.record = record
    guard record.number("version") == Record.version else {
      let version = record.object["version"]?.json ?? "null"
      throw ReadingError(file, line: record.line, .version(version))
    }
  }

  /// Every key in its order, but those that say that and how the samples are written, which a writer says anew.
  var members: [JSONMember] {
    (record.object.members ?? []).filter { !["format", "version", "timeOrigin"].contains($0.key) }
  }

  /// s, of the samples' t = 0.
  var timeOrigin: Double { record.number("timeOrigin") ?? 0 }

  func isPixels(_ axes: some Sequence<Axis>) -> Bool {
    axes.contains { record.object["units.\($0)"]?.text == "px" }
  }

  /// The edges of the content: [−inset, content + inset − viewport], never below its lower end.
  ///
  /// - Parameter notices: takes the sentence for a header that gives some of the lengths or gives them wrongly.
  func edges(_ axis: Axis, _ notices: inout [Notice]) -> ClosedRange<Double>? {
    let (length, before, after) = axis == .x ? ("width", "left", "right") : ("height", "top", "bottom")
    let content = record.number("contentSize.\(length)"), viewport = record.number("viewport.\(length)")
    guard let content, let viewport, content >= 0, viewport > 0 else {
      if record.object["contentSize"] != nil {
        notices.append(
          Notice(
            .unusedEdges,
            "the header has no contentSize.\(length) and viewport.\(length) that are lengths: it gives no edges for \(axis)"
          )
        )
      }
      return nil
    }
    let low = 0 - (record.number("insets.\(before)") ?? 0)
    return low...max(low, content + (record.number("insets.\(after)") ?? 0) - viewport)
  }
}

extension Trace {
  /// A number of the recording's own header by its path: `viewport.height`; nil where there is none.
  package func headerNumber(_ path: String) -> Double? {
    Record(line: 1, object: .object(header)).number(path)
  }
}
