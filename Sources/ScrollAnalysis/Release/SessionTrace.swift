import Recordings

extension Trace {
  /// The recordings by their files.
  package static func files(_ traces: [Trace]) -> [[Trace]] {
    traces.reduce(into: []) { files, trace in
      if files.last?.last?.source == trace.source {
        files[files.count - 1].append(trace)
      } else {
        files.append([trace])
      }
    }
  }

  /// s of rest between two series of a session.
  private static let pause = 1.0

  /// The series of a file as one recording, in which they follow each other after a pause; nil where they are not of one device and of the same
  /// columns.
  ///
  /// `record` writes every gesture as a series, from rest to rest: what takes several flings is found in all of them.
  static func session(of series: [Trace]) -> Trace? {
    guard series.count > 1, let first = series.first, first.format == InputFormat.scrolltrace.rawValue,
      series.allSatisfy({ $0.isRecorded(like: first) })
    else { return nil }
    var times: [Double] = []
    var events: [Event] = []
    var columns = SampleColumns(
      offsets: [:], fingers: [:], states: [], events: [], others: [:], unit: first.unit)
    for trace in series {
      let start = times.last.map { $0 + pause } ?? 0
      times += trace.times.map { start + $0 }
      events += trace.events.map { event in
        var event = event
        event.time += start
        return event
      }
      columns.states += trace.states
      for axis in trace.recordedAxes { columns.offsets[axis, default: []] += trace.offsets[axis] ?? [] }
      for (axis, travel) in trace.fingers {
        // The finger goes on where it was.
        let shift = (columns.fingers[axis]?.last ?? travel[0]) - travel[0]
        columns.fingers[axis, default: []] += travel.map { $0 + shift }
      }
    }
    columns.events = events
    return try? Trace(
      FileOrigin(source: first.source, format: first.format, header: first.header), clock: SampleClock(times),
      columns: columns, positions: KnownPositions(rests: first.rests, edges: first.edges))
  }

  private func isRecorded(like other: Trace) -> Bool {
    func value(_ key: String, _ trace: Trace) -> JSONMember? { trace.header.first { $0.key == key } }
    return ["device", "os", "scale"].allSatisfy { value($0, self) == value($0, other) }
      && unit == other.unit && recordedAxes == other.recordedAxes
      && Set(fingers.keys) == Set(other.fingers.keys) && states.isEmpty == other.states.isEmpty
  }
}
