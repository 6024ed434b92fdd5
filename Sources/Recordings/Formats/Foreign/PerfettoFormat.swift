/// A trace of Perfetto (protos/perfetto/trace/trace_packet.proto): counters named after scrolling or an offset, of track events and of atrace (an Android app's
/// `Trace.setCounter`); in a trace without any the slices of Chromium's scrolling, with offsets or deltas among their debug annotations.
enum PerfettoFormat {
  static func records(_ text: ForeignText) throws(ReadingError) -> ForeignRecords {
    var packets: [WireMessage] = []
    var room = ReadingLimits.maximumWholeSize
    var trace = WireMessage(text.bytes)
    while let packet = try next(&trace, text.file) {
      guard let compressed = packet[compressedPackets]?.message else {
        packets.append(packet)
        continue
      }
      var inside = WireMessage(try unpacked(compressed, room: &room, text.file))
      while let packet = try next(&inside, text.file) { packets.append(packet) }
      guard !inside.isMalformed else { throw damaged(text.file) }
    }
    var reader = PacketReader()
    // A sequence may use a track that another one, whose packets come later, describes.
    for packet in packets { reader.readTrack(of: packet) }
    for packet in packets where !reader.read(packet) { throw damaged(text.file) }
    var records = reader.records
    if trace.isMalformed {
      records.cleaning.append(
        Trace.Cleaning(what: "the end of the file is missing: used up to there", count: 1, lines: []))
    }
    return records
  }

  /// The next packet; nil at the end.
  private static func next(_ trace: inout WireMessage, _ file: String) throws(ReadingError) -> WireMessage? {
    guard let (number, value) = trace.next() else { return nil }
    // A trace has no other field.
    guard number == 1, let packet = value.message else { throw damaged(file) }
    return packet
  }

  /// The field of a packet that has others in it, in zlib's format.
  private static let compressedPackets = 50

  /// - Parameter room: the number of bytes that unpacked packets may still take.
  private static func unpacked(
    _ packed: WireMessage, room: inout Int, _ file: String
  ) throws(ReadingError) -> [UInt8] {
    guard let bytes = try Inflater.unpacked(packed.bytes, .zlib, count: room + 1, file: file) else {
      throw damaged(file)
    }
    room -= bytes.count
    guard room >= 0 else { throw ReadingError(file, .tooLarge(limit: ReadingLimits.maximumWholeSize)) }
    return bytes
  }

  private static func damaged(_ file: String) -> ReadingError {
    ReadingError(file, .otherKind("a damaged Perfetto trace"))
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

  /// The values of incremental counters, by sequence and track.
  private var sums: [UInt64: [UInt64: Double]] = [:]

  private struct Track {
    var name = ""
    var parent: UInt64 = 0
    var isIncremental = false
    var multiplier = 1.0
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
      // `sequence_flags`, and `incremental_state_cleared` of older writers.
      case 13, 41: flags |= value.whole ?? 0
      case 58: clock = value.whole
      case 1, 6, 11, 12, 59: parts[number] = value.message
      default: break
      }
    }
    // The sequence begins anew: it repeats its names, and its counters begin at 0.
    if flags & 1 != 0 {
      sums[sequence] = nil
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

  /// Reads what a packet says about a track.
  mutating func readTrack(of packet: WireMessage) {
    guard let message = packet[60]?.message, let id = message[1]?.whole else { return }
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
      guard let track = tracks[id], let value = (event[44] ?? event[30])?.number else { return }
      var number = value * track.multiplier
      if track.isIncremental {
        number += sums[sequence]?[id] ?? 0
        sums[sequence, default: [:]][id] = number
      }
      counters.add(track.name, number, time: time, packet: packet, owner: track.parent)
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
