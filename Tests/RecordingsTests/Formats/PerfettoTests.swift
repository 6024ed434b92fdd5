import Foundation
import Testing

@testable import Recordings

@Suite("Traces of Perfetto")
struct PerfettoTests {
  private func offsets(_ bytes: [UInt8]) throws -> [Double]? {
    try RecordingReader().traces(bytes: bytes, source: "test").first?.offsets[.y]
  }

  /// A packet of a sequence.
  private func packet(_ fields: [UInt8], sequence: UInt64 = 1, isCleared: Bool = false) -> [UInt8] {
    Wire.field(1, fields + Wire.field(10, sequence) + (isCleared ? Wire.field(41, 1) : []))
  }

  private func track(isIncremental: Bool = false, sequence: UInt64 = 1) -> [UInt8] {
    let counter = isIncremental ? Wire.field(5, 1) : []
    return packet(
      Wire.field(60, Wire.field(1, 9) + Wire.field(2, Array("scrollY".utf8)) + Wire.field(8, counter)),
      sequence: sequence)
  }

  private func counter(
    _ value: UInt64, frame: UInt64, sequence: UInt64 = 1, isCleared: Bool = false
  ) -> [UInt8] {
    let event = Wire.field(9, 4) + Wire.field(11, 9) + Wire.field(30, value)
    return packet(
      Wire.field(8, 1_000_000_000 + 16_000_000 * frame) + Wire.field(11, event), sequence: sequence,
      isCleared: isCleared)
  }

  @Test("A track may be described by another sequence, behind its events")
  func lateDescription() throws {
    let events = [100, 130, 150].enumerated().flatMap { counter($1, frame: UInt64($0)) }
    #expect(try offsets(events + track(sequence: 2)) == [100, 130, 150])
  }

  /// CounterDescriptor: the value of an incremental counter begins at 0 where its sequence clears its incremental state.
  @Test("An incremental counter begins at 0 where its sequence begins anew, and only that of the sequence")
  func clearedState() throws {
    let values: [(UInt64, Bool)] = [(100, true), (30, false), (150, true), (5, false)]
    let events = values.enumerated().flatMap {
      counter($1.0, frame: UInt64($0), isCleared: $1.1) + packet([], sequence: 2, isCleared: true)
    }
    #expect(try offsets(track(isIncremental: true) + events) == [100, 130, 150, 155])
  }

  /// A packet with others in it, as the service writes them where its configuration asks for DEFLATE.
  private func compressed(_ packets: [UInt8]) throws -> [UInt8] {
    // zlib's frame around deflate's stored block (RFC 1950 and 1951).
    let count = packets.count
    var (first, second) = (1, 0)
    for byte in packets {
      first = (first + Int(byte)) % 65_521
      second = (second + first) % 65_521
    }
    let low = UInt8(count & 0xFF), high = UInt8(count >> 8)
    let checksum = [second >> 8, second & 0xFF, first >> 8, first & 0xFF].map { UInt8($0) }
    return Wire.field(1, Wire.field(50, [0x78, 0x01, 1, low, high, ~low, ~high] + packets + checksum))
  }

  @Test("Compressed packets are read in their place")
  func compressedPackets() throws {
    let events = [100, 130, 150].enumerated().map { counter($1, frame: UInt64($0)) }
    let whole = try compressed(track() + events[0]) + compressed(events[1] + events[2])
    #expect(try offsets(whole) == [100, 130, 150])
    #expect(try offsets(track() + events[0] + compressed(events[1] + events[2])) == [100, 130, 150])
    var damaged = whole
    damaged[whole.count - 30] ^= 0xFF
    #expect(throws: ReadingError.self) { try offsets(damaged) }
  }

  /// Writers of SDKs since 2021 set `sequence_flags`, older ones `incremental_state_cleared`.
  @Test("A sequence begins anew by either of two fields")
  func sequenceFlags() throws {
    let begins = packet(Wire.field(13, 1)), goesOn = packet(Wire.field(13, 2))
    let trace =
      track(isIncremental: true) + begins + counter(100, frame: 0) + goesOn + counter(30, frame: 1) + begins
      + counter(150, frame: 2)
    #expect(try offsets(trace) == [100, 130, 150])
  }

  /// An event of ftrace: a counter of an Android app.
  private func print(_ value: Int, frame: UInt64) -> [UInt8] {
    let text = Wire.field(3, Wire.field(1, 0xFFFF) + Wire.field(2, Array("C|4321|scrollY|\(value)\n".utf8)))
    return Wire.field(2, Wire.field(1, 55_000_000_000 + 16_000_000 * frame) + Wire.field(2, 4321) + text)
  }

  private func bundle(_ events: [UInt8], cpu: UInt64 = 0) -> [UInt8] {
    Wire.field(1, Wire.field(1, cpu) + events)
  }

  @Test("A trace that begins with a bundle of ftrace is told by its structure, however long the bundle is")
  func bundles() throws {
    let values = [100, 130, 150]
    let events = values.enumerated().flatMap { print($1, frame: UInt64($0)) }
    // Of the service's fields none is in the beginning, or in the trace.
    #expect(try offsets(Wire.field(1, bundle(events))) == [100, 130, 150])
    let rest = (3..<4000).flatMap { print(150, frame: $0) }
    #expect(rest.count > 2 * FormatDetector.length)
    let long = Wire.field(1, bundle(events + rest) + Wire.field(3, 9999) + Wire.field(10, 2))
    #expect(try offsets(long)?.prefix(4) == [100, 130, 150, 150])
    // Compact events of the scheduler come first where another processor printed nothing.
    let compact = Wire.field(4, Wire.field(1, [1, 2, 3]) + Wire.field(5, Array("app".utf8)))
    #expect(
      try offsets(Wire.field(1, bundle(compact, cpu: 1)) + Wire.field(1, bundle(events))) == [100, 130, 150])
    // Lengths of four bytes, as writers leave room for.
    let padded = bundle(events)
    let length = padded.count
    let room = (0..<4).map { UInt8(length >> (7 * $0) & 0x7F) | ($0 < 3 ? 0x80 : 0) }
    #expect(try offsets([0x0A] + room + padded) == [100, 130, 150])
  }

  @Test("Other files that begin with a newline are no traces")
  func otherFiles() {
    func name(_ text: String) -> [UInt8] { Wire.field(1, Array(text.utf8)) }
    let others: [(String, [UInt8])] = [
      (
        "pprof", Wire.field(1, Wire.field(1, 1) + Wire.field(2, 2)) + Wire.field(2, Wire.field(1, [1, 2, 3]))
      ),
      (
        "names with numbers",
        Wire.field(1, name("hello") + Wire.field(3, 5)) + Wire.field(1, name("world") + Wire.field(3, 6))
      ),
      (
        "texts of texts",
        Wire.field(1, name("a") + Wire.field(2, Array("b".utf8)) + Wire.field(8, Array("c".utf8)))
      ),
      ("times as texts", Wire.field(1, Wire.field(8, Array("2026".utf8)))),
      ("numbers of no packet", Wire.field(1, Wire.field(8, 5) + Wire.field(20, 1))),
      (
        "bundle without a process",
        Wire.field(1, bundle(Wire.field(2, Wire.field(1, 5) + Wire.field(3, [0x10, 1]))))
      ),
      ("bundle of numbers", Wire.field(1, bundle(Wire.field(2, 7)))),
      (
        "PCX",
        [0x0A, 0x05, 0x01, 0x08, 0, 0, 0, 0, 0x3F, 1, 0xC7, 0, 0x48, 0, 0x48, 0]
          + Array(repeating: 0, count: 112)
      ),
      ("text", Array("\n@ABC P@X\n1 2 3\n".utf8)),
      ("text in one packet", Array("\nP@A".utf8)),
      ("table", Array("\n\nt,y\n0,1\n0.016,2\n".utf8)),
      ("UTF-8", Array("\nÄÖÜ, 1, 2\n".utf8)),
    ]
    for (name, bytes) in others { #expect(!PerfettoBeginning.isTrace(bytes), "\(name)") }
  }

  @Test("Random bytes after a newline are taken for a trace once in thousands at most")
  func randomBytes() {
    var state: UInt64 = 20_261_128
    func next() -> UInt8 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 33)
    }
    let taken = (0..<20_000).count { _ in PerfettoBeginning.isTrace([0x0A] + (0..<400).map { _ in next() }) }
    #expect(taken <= 10, "\(taken)")
  }
}
