import Foundation
import Recordings
import Testing

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
}
