/// The values of a trace's counters as samples: counters of one owner that are set within a millisecond are one sample.
struct CounterSamples {
  private struct Value {
    let name: String
    let value: Double
    let time: Int64
    let packet: Int
    let owner: UInt64
  }

  /// ns: an app sets its counters one after the other, and at most one frame in so short a time.
  private static let sameSample: Int64 = 1_000_000

  private var values: [Value] = []

  var isEmpty: Bool { values.isEmpty }

  /// Adds a value; of counters that are named after neither scrolling nor an offset nothing is kept.
  ///
  /// - Parameter owner: the process, or the parent of the track.
  mutating func add(_ name: String, _ value: Double, time: Int64, packet: Int, owner: UInt64) {
    let lower = name.lowercased()
    // One more than is read, for the error.
    guard lower.contains("scroll") || lower.contains("offset"), values.count <= ReadingLimits.maximumValues
    else { return }
    values.append(Value(name: name, value: value, time: time, packet: packet, owner: owner))
  }

  /// The samples in the order of their times; the owner is the series where there are several.
  var records: ForeignRecords {
    var records = ForeignRecords(.perfetto)
    let owners = Set(values.map(\.owner))
    for owner in owners.sorted() {
      let label = owners.count > 1 ? String(owner) : nil
      // Processors write their events one after the other: time orders them.
      let ordered = values.enumerated().filter { $0.element.owner == owner }
        .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
      var current: [String: Double] = [:]
      var names: [String] = []
      for (index, value) in ordered.enumerated() {
        if current.updateValue(value.value, forKey: value.name) == nil { names.append(value.name) }
        let isLast = index + 1 == ordered.count || begins(ordered[index + 1], after: ordered, through: index)
        guard isLast else { continue }
        records.add(
          line: value.packet, time: value.time, label: label, names.map { ($0, current[$0] ?? 0) })
      }
    }
    return records
  }

  /// Returns true if a value begins another sample: it comes later, or the counter was set already.
  private func begins(_ value: Value, after values: [Value], through index: Int) -> Bool {
    guard value.time - values[index].time < Self.sameSample else { return true }
    return values[index].name == value.name
  }
}
