/// The recognition of a trace of Perfetto by its structure: a repeated field 1 of packets, whose fields have the numbers and wire types of TracePacket.
enum PerfettoBeginning {
  /// Returns true if a file's beginning is that of a trace: packets, of which one has a time, a process's or a sequence's identity or events of ftrace; where one
  /// is damaged or goes on after the beginning, with bytes that no text has.
  static func isTrace(_ bytes: [UInt8]) -> Bool {
    // Text: a newline, and as many bytes as the next character is.
    guard bytes.first == 0x0A else { return false }
    // A compressed packet may be longer than the beginning: its field's key and, behind its length, zlib's first byte.
    let first = bytes.dropFirst().drop { $0 >= 0x80 }.dropFirst()
    if first.starts(with: [0x92, 0x03]),
      first.dropFirst(2).drop(while: { $0 >= 0x80 }).dropFirst().first == 0x78
    {
      return true
    }
    var trace = WireMessage(beginning: bytes)
    var hasIdentity = false, isWhole = true
    while let (number, value) = trace.next() {
      guard number == 1, let packet = value.message else {
        isWhole = false
        break
      }
      if let fields = packet.fields, fields.allSatisfy(isOfPacket) {
        hasIdentity = hasIdentity || fields.contains { [1, 3, 8, 10].contains($0.number) }
      } else {
        isWhole = false
      }
      if packet.isCut { isWhole = false }
    }
    return hasIdentity && (isWhole && !trace.isMalformed || bytes.contains { $0 < Ascii.tab })
  }

  /// Returns true if TracePacket may have a field: of another number than those of today's packets (2026) it is any, below that of the extensions' end.
  private static func isOfPacket(_ number: Int, _ value: WireMessage.Value) -> Bool {
    if number == 1 { return value.message.map(isBundle) ?? false }
    if number > 140 { return number < 2000 }
    let isNumber = [3, 8, 10, 13, 41, 42, 58, 79, 87, 98].contains(number)
    return isNumber ? value.whole != nil : value.message != nil
  }

  /// Returns true if a message is an FtraceEventBundle: the processor's number, and events with time and process or compact ones.
  private static func isBundle(_ message: WireMessage) -> Bool {
    guard let fields = message.fields, fields.contains(where: { [2, 4].contains($0.number) }) else {
      return false
    }
    return fields.allSatisfy { number, value in
      switch number {
      case 1: value.whole.map { $0 < 1 << 16 } ?? false
      case 2: value.message.map(isEvent) ?? false
      case 4: value.message?.fields?.allSatisfy { $0.value.message != nil } ?? false
      default: number < 100
      }
    }
  }

  /// Returns true if a message is an FtraceEvent: its time, its process and what happened. The last one of a beginning may lack the end.
  private static func isEvent(_ message: WireMessage) -> Bool {
    guard let fields = message.fields else { return false }
    let numbers = fields.filter { $0.value.whole != nil }.map(\.number)
    return message.isCut
      || (numbers.contains(1) && numbers.contains(2)
        && fields.contains { $0.number > 2 && $0.value.message != nil })
  }
}
