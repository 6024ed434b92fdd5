/// Writes recordings as scrolltrace 1: a header line, then samples and events by time, one JSON object a line.
///
/// What is written reads back to the same recording: every number is the shortest decimal for its double.
package struct ScrolltraceWriter: Sendable {
  /// True if the finger, the view's states and the events are written.
  package var writesTouch = true

  package init() {}

  /// The lines of a recording.
  ///
  /// - Parameter trace: its ``Trace/header`` keeps its keys and order behind `format` and `version`; its metadata, where it
  ///   comes from another format, become texts of the header.
  /// - Complexity: O(samples).
  package func text(_ trace: Trace) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(trace.times.count * 48)
    JSONWriter.append(header(trace), to: &text)
    text.append(Ascii.newline)
    var events = writesTouch ? trace.events.sorted { $0.time < $1.time }[...] : []
    for sample in trace.times.indices {
      while let event = events.first, event.time < trace.times[sample] {
        write(event, to: &text)
        events.removeFirst()
      }
      write(trace, sample, to: &text)
    }
    for event in events { write(event, to: &text) }
    return String(decoding: text, as: UTF8.self)
  }

  private func header(_ trace: Trace) -> JSONValue {
    var members = [
      JSONMember("format", .string(Record.formatName)), JSONMember("version", .decimal(Record.version)),
    ]
    if trace.timeOrigin != 0 { members.append(JSONMember("timeOrigin", .decimal(trace.timeOrigin))) }
    members += trace.header
    let known = Set(members.map(\.key))
    if trace.unit != "pt", !known.contains("units") {
      let units = trace.recordedAxes.map {
        JSONMember($0.rawValue, .string(trace.unit))
      }
      members.append(JSONMember("units", .object(units)))
    }
    for (key, value) in trace.metadata.sorted(by: { $0.key < $1.key }) where !known.contains(key) {
      members.append(JSONMember(key, .string(value)))
    }
    return .object(members)
  }

  private func write(_ trace: Trace, _ sample: Int, to text: inout [UInt8]) {
    text += #"{"t":"#.utf8
    JSONWriter.append(.decimal(trace.times[sample]), to: &text)
    for axis in Axis.allCases {
      guard let offsets = trace.offsets[axis] else { continue }
      member(axis.rawValue, offsets[sample], to: &text)
    }
    if writesTouch {
      for axis in Axis.allCases {
        guard let travel = trace.fingers[axis] else { continue }
        member("p" + axis.rawValue, travel[sample], to: &text)
      }
      if !trace.states.isEmpty, let state = trace.states[sample] {
        text += #","state":"\#(state.rawValue)""#.utf8
      }
    }
    for (name, column) in trace.others.sorted(by: { $0.key < $1.key }) {
      member(name, column[sample], to: &text)
    }
    text += "}\n".utf8
  }

  private func member(_ name: String, _ value: Double, to text: inout [UInt8]) {
    text.append(Ascii.comma)
    JSONWriter.appendQuoted(name, to: &text)
    text.append(Ascii.colon)
    JSONWriter.append(.decimal(value), to: &text)
  }

  private func write(_ event: Event, to text: inout [UInt8]) {
    var members = [JSONMember("t", .decimal(event.time)), JSONMember("event", .string(event.name))]
    for (key, lengths) in [("offset", event.offset), ("velocity", event.velocity), ("target", event.target)]
    where !lengths.isEmpty {
      let axes = Axis.allCases.compactMap { axis in
        lengths[axis].map { JSONMember(axis.rawValue, .decimal($0)) }
      }
      members.append(JSONMember(key, .object(axes)))
    }
    JSONWriter.append(.object(members + event.details), to: &text)
    text.append(Ascii.newline)
  }
}
