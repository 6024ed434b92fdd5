/// A trace of Perfetto (protos/perfetto/trace/trace_packet.proto): counters named after scrolling or an offset, of track events and of atrace (an Android app's
/// `Trace.setCounter`); in a trace without any the slices of Chromium's scrolling, with offsets or deltas among their debug annotations.
enum PerfettoFormat {
  static func records(_ text: ForeignText) throws(ReadingError) -> ForeignRecords {
    var trace = WireMessage(text.bytes)
    var reader = PacketReader()
    while let (number, value) = trace.next() {
      // A trace has no other field.
      guard number == 1, let packet = value.message, reader.read(packet) else {
        throw ReadingError(text.file, .otherKind("a damaged Perfetto trace"))
      }
    }
    var records = reader.records
    if trace.isMalformed {
      records.cleaning.append(
        Trace.Cleaning(what: "the end of the file is missing: used up to there", count: 1, lines: []))
    }
    return records
  }

  /// Returns true if a file's beginning is that of a trace: packets, of which one has a time, a process's or a sequence's identity; where one is damaged,
  /// with bytes that no text has.
  static func isBeginning(_ bytes: [UInt8]) -> Bool {
    // Text: a newline, and as many bytes as the next character is.
    guard bytes.first == 0x0A else { return false }
    var trace = WireMessage(bytes)
    var hasIdentity = false, isDamaged = false
    while let (number, value) = trace.next() {
      guard number == 1, var packet = value.message else {
        isDamaged = true
        break
      }
      while let (field, value) = packet.next() {
        if [3, 8, 10].contains(field), value.whole != nil { hasIdentity = true }
      }
      if packet.isMalformed { isDamaged = true }
    }
    return hasIdentity && (!isDamaged || bytes.contains { $0 < Ascii.tab })
  }
}

/// Collects what the packets of a trace hold about scrolling.
private struct PacketReader {
  private var clocks = PerfettoClocks()
  /// Names by the sequence of packets that defined them.
  private var eventNames: [UInt64: [UInt64: String]] = [:]
  private var argumentNames: [UInt64: [UInt64: String]] = [:]
  private var defaultTracks: [UInt64: UInt64] = [:]
  private var tracks: [UInt64: Track] = [:]
  private var counters = CounterSamples()
  private var slices = ForeignRecords(.perfetto)
  private var packet = 0

  private struct Track {
    var name = ""
    var parent: UInt64 = 0
    var isIncremental = false
    var multiplier = 1.0
    var sum = 0.0
  }

  var records: ForeignRecords { counters.isEmpty ? slices : counters.records }

  /// Reads a packet; false where it is damaged.
  mutating func read(_ message: WireMessage) -> Bool {
    packet += 1
    var message = message
    var stamp: UInt64?, clock: UInt64?, sequence: UInt64 = 0, flags: UInt64 = 0
    var parts: [Int: WireMessage] = [:]
    while let (number, value) = message.next() {
      switch number {
      case 8: stamp = value.whole
      case 10: sequence = value.whole ?? 0
      case 41: flags = value.whole ?? 0
      case 58: clock = value.whole
      case 1, 6, 11, 12, 59, 60: parts[number] = value.message
      default: break
      }
    }
    if flags & 1 != 0 {
      eventNames[sequence] = nil
      argumentNames[sequence] = nil
    }
    if let snapshot = parts[6] { clocks.read(snapshot, sequence: sequence) }
    if let defaults = parts[59] {
      clocks.setDefault(defaults[58]?.whole, sequence: sequence)
      defaultTracks[sequence] = defaults[11]?.message?[11]?.whole
    }
    if let interned = parts[12] {
      Self.read(interned, 2, into: &eventNames[sequence, default: [:]])
      Self.read(interned, 3, into: &argumentNames[sequence, default: [:]])
    }
    if let track = parts[60] { read(track: track) }
    if let ftrace = parts[1] { read(ftrace: ftrace) }
    if let stamp, let time = clocks.time(stamp, clock: clock, sequence: sequence), let event = parts[11] {
      read(event, time: time, sequence: sequence)
    }
    return !message.isMalformed
  }

  private static func read(_ interned: WireMessage, _ field: Int, into names: inout [UInt64: String]) {
    for entry in interned.messages(field) {
      if let id = entry[1]?.whole, let name = entry[2]?.text { names[id] = name }
    }
  }

  private mutating func read(track message: WireMessage) {
    guard let id = message[1]?.whole else { return }
    var track = tracks[id] ?? Track()
    if let name = (message[2] ?? message[10] ?? message[13])?.text { track.name = name }
    track.parent = message[5]?.whole ?? track.parent
    if let counter = message[8]?.message {
      track.isIncremental = counter[5]?.whole == 1
      track.multiplier = counter[4]?.number ?? 1
      if counter[6]?.text == "px" { track.name += " (px)" }
    }
    tracks[id] = track
  }

  private mutating func read(_ event: WireMessage, time: Int64, sequence: UInt64) {
    let type = event[9]?.whole
    if type == 4 {
      let id = event[11]?.whole ?? defaultTracks[sequence] ?? 0
      guard var track = tracks[id], let value = (event[44] ?? event[30])?.number else { return }
      let number = value * track.multiplier
      track.sum = track.isIncremental ? track.sum + number : number
      tracks[id] = track
      counters.add(track.name, track.sum, time: time, packet: packet, owner: track.parent)
      return
    }
    // The end of a slice repeats nothing of its beginning.
    guard type != 2, let name = event[23]?.text ?? event[10]?.whole.flatMap({ eventNames[sequence]?[$0] })
    else { return }
    let arguments = event.messages(4).flatMap { annotation in
      Self.numbers(annotation, names: argumentNames[sequence] ?? [:], prefix: "", depth: 0)
    }
    ChromeFormat.add(name: name, arguments, line: packet, time: time, to: &slices)
  }

  /// The numbers of a debug annotation by the path of their names.
  private static func numbers(
    _ annotation: WireMessage, names: [UInt64: String], prefix: String, depth: Int
  ) -> [(name: String, value: Double)] {
    guard depth < ReadingLimits.maximumDepth,
      let name = annotation[10]?.text ?? annotation[1]?.whole.flatMap({ names[$0] })
    else { return [] }
    if let value = (annotation[5] ?? annotation[4] ?? annotation[3])?.number {
      return [(prefix + name, value)]
    }
    return annotation.messages(11).flatMap {
      numbers($0, names: names, prefix: prefix + name + ".", depth: depth + 1)
    }
  }

  /// `C|4321|scrollY|120` in the events `print` of a bundle of ftrace.
  private mutating func read(ftrace bundle: WireMessage) {
    for event in bundle.messages(2) {
      guard let text = event[3]?.message?[2]?.text, text.hasPrefix("C|"), let stamp = event[1]?.whole,
        let time = Int64(exactly: stamp).flatMap({ Nanoseconds.of($0, unit: 1) })
      else { continue }
      let parts = text.split(separator: "|").map { $0.filter { $0 != "\n" } }
      guard parts.count == 4, let process = UInt64(parts[1]), let value = Double(parts[3]) else { continue }
      counters.add(parts[2], value, time: time, packet: packet, owner: process)
    }
  }
}

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

/// The clocks of a trace: times of any of them as nanoseconds of BOOTTIME.
///
/// A packet names its clock, its sequence's defaults do, or it is BOOTTIME. Clocks 64 to 127 belong to a sequence; an incremental one counts from the
/// packet before. Snapshots have one moment in the times of several clocks.
struct PerfettoClocks {
  private static let boottime: UInt64 = 6
  private static let ofSequences: ClosedRange<UInt64> = 64...127

  private struct Identity: Hashable {
    let clock: UInt64
    let sequence: UInt64
  }

  private struct Clock {
    var isIncremental = false
    var nanoseconds: Int64 = 1
    /// The last time, ns of the clock itself.
    var last: Int64 = 0
    /// BOOTTIME less the clock, ns.
    var offset: Int64 = 0
  }

  private var clocks: [Identity: Clock] = [:]
  private var defaults: [UInt64: UInt64] = [:]

  mutating func setDefault(_ clock: UInt64?, sequence: UInt64) { defaults[sequence] = clock }

  private func identity(_ clock: UInt64, _ sequence: UInt64) -> Identity {
    Identity(clock: clock, sequence: Self.ofSequences.contains(clock) ? sequence : 0)
  }

  mutating func read(_ snapshot: WireMessage, sequence: UInt64) {
    var times: [(clock: UInt64, clockState: Clock)] = []
    for entry in snapshot.messages(1) {
      guard let id = entry[1]?.whole, let stamp = entry[2]?.whole.flatMap({ Int64(exactly: $0) }) else {
        continue
      }
      var clock = Clock(isIncremental: entry[3]?.whole == 1)
      clock.nanoseconds = entry[4]?.whole.flatMap { Int64(exactly: $0) } ?? 1
      guard let last = Nanoseconds.of(stamp, unit: clock.nanoseconds) else { continue }
      clock.last = last
      times.append((id, clock))
    }
    let reference = times.first { $0.clock == Self.boottime }?.clockState.last
    for (id, state) in times {
      var clock = state
      let known = clocks[identity(id, sequence)]
      // The first snapshot counts: later ones would move samples against each other.
      clock.offset = known?.offset ?? reference.map { $0 - state.last } ?? 0
      clocks[identity(id, sequence)] = clock
    }
  }

  /// A packet's time; nil where it is none.
  mutating func time(_ stamp: UInt64, clock id: UInt64?, sequence: UInt64) -> Int64? {
    let key = identity(id ?? defaults[sequence] ?? Self.boottime, sequence)
    var clock = clocks[key] ?? Clock()
    guard let count = Int64(exactly: stamp), let time = Nanoseconds.of(count, unit: clock.nanoseconds) else {
      return nil
    }
    let (sum, overflow) = clock.isIncremental ? clock.last.addingReportingOverflow(time) : (time, false)
    guard !overflow else { return nil }
    clock.last = sum
    clocks[key] = clock
    let (result, isOutside) = sum.addingReportingOverflow(clock.offset)
    return isOutside ? nil : Nanoseconds.of(result, unit: 1)
  }
}
