import Foundation
import Recordings
import Testing

@Suite("Packed files, and files of another kind")
struct PackedFileTests {
  private let packed: [UInt8]

  init() throws {
    packed = Array(
      try #require(FileManager.default.contents(atPath: fixtures + "/formats/session.ndjson.gz")))
  }

  private func read(_ bytes: [UInt8]) throws(ReadingError) -> [Trace] {
    try RecordingReader().traces(bytes: bytes, source: "test")
  }

  @Test func severalMembersAreOneText() throws {
    let twice = try read(packed + packed)
    #expect(twice.map(\.series) == ["1", "2"])
    #expect(twice[0].offsets == twice[1].offsets)
  }

  @Test func aCutFileIsUsedUpToThere() throws {
    let trace = try #require(try read(Array(packed.dropLast(200))).first)
    #expect(trace.times.count > 10 && trace.times.count < 120)
    #expect(trace.cleaning.contains { $0.what.contains("cut") })
  }

  @Test func nothingOfADamagedFileIsMadeUp() {
    var damaged = packed
    damaged[20] ^= 0xFF
    #expect(throws: ReadingError.self) { try read(damaged) }
    #expect(throws: ReadingError.self) { try read(Array(packed.prefix(12))) }
  }

  @Test(
    arguments: [
      ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "PNG"), ([0x50, 0x4B, 0x03, 0x04, 0x14, 0], "ZIP"),
      ([0, 0, 0, 0x18] + Array("ftypmp42....".utf8), "video"), (Array("%PDF-1.7\n".utf8), "PDF"),
      ([0xFF, 0xD8, 0xFF, 0xE0], "JPEG"), ([0xFF, 0xFE, 0, 0xD8], "damaged text in UTF-16"),
      ([0xFF, 0xFE, 0x74], "damaged text in UTF-16"),
      ([0, 0, 0xFE, 0xFF, 0, 0x11, 0, 0], "damaged text in UTF-32"),
      (Array("<!DOCTYPE html>".utf8), "web page"),
      (Array("# Title\n\nA note, and **no** recording.\n\n- one\n".utf8), "text without columns of numbers"),
    ] as [([UInt8], String)])
  func anotherKindIsNamed(_ bytes: [UInt8], _ kind: String) {
    let error = #expect(throws: ReadingError.self) { try read(bytes) }
    #expect(error?.description.contains(kind) == true)
  }

  @Test("An archive in another is named, and not unpacked for ever")
  func archiveInAnother() {
    // A member whose text begins as an archive does, stored without compression.
    let inner: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0]
    let length = UInt8(inner.count)
    var bytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1, length, 0, ~length, 0xFF] + inner
    for value in [UInt32(0xa6fbc08b), UInt32(length)] {
      bytes += (0..<4).map { UInt8(value >> (8 * $0) & 0xFF) }
    }
    let error = #expect(throws: ReadingError.self) { try read(bytes) }
    #expect(error?.description.contains("a gzip archive inside another one") == true)
  }

  @Test(
    "Texts in UTF-16 and UTF-32, and lines that end in carriage returns alone, are read", arguments: 0..<5)
  func encodings(_ index: Int) throws {
    let text = "t,y\n" + (0..<90).map { "\(Double($0) / 60),\(100 - $0)\n" }.joined()
    let bytes: [UInt8] =
      switch index {
      case 0: [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      case 1: [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
      case 2: [0xFF, 0xFE, 0, 0] + text.unicodeScalars.flatMap { [UInt8($0.value), 0, 0, 0] }
      case 3: [0, 0, 0xFE, 0xFF] + text.unicodeScalars.flatMap { [0, 0, 0, UInt8($0.value)] }
      default: text.utf8.map { $0 == 0x0A ? 0x0D : $0 }
      }
    let trace = try #require(try read(bytes).first)
    let plain = try #require(try read(Array(text.utf8)).first)
    #expect(trace.times == plain.times && trace.offsets == plain.offsets)
  }

  @Test func formatsThatCannotBeToldApartAreAskedFor() {
    let text = """
      {"nativeEvent":{"contentOffset":{"y":1}},"timeStamp":0,"eventMessage":"offset 1","timestamp":"13:00:00.1"}
      {"nativeEvent":{"contentOffset":{"y":2}},"timeStamp":16,"eventMessage":"offset 2","timestamp":"13:00:00.2"}

      """
    let error = #expect(throws: ReadingError.self) { try readOne(text) }
    #expect(error?.problem == .ambiguousFormat([.oslog, .reactNative]))
    #expect((try? readOne(text) { $0.inputFormat = .reactNative })?.offsets[.y] == [1, 2])
    #expect((try? readOne(text) { $0.inputFormat = .oslog })?.offsets[.y] == [1, 2])
  }

  @Test func aFormatThatTheFileIsNotOf() {
    let error = #expect(throws: ReadingError.self) {
      try readOne("t,y\n0,1\n1,2\n") { $0.inputFormat = .getevent }
    }
    #expect(error?.problem == .notOfFormat(.getevent))
  }

  @Test func aDocumentThatEndsTooEarlyIsUsedUpToThere() throws {
    let whole = #"[{"t":0,"scrollTop":1},{"t":16,"scrollTop":2},{"t":33,"scrollTop":4}]"#
    for length in [50, 60, 68] {
      let trace = try readOne(String(whole.prefix(length)))
      #expect(trace.offsets[.y]?.prefix(2) == [1, 2])
      #expect(trace.cleaning.count == 1)
    }
    #expect(throws: ReadingError.self) {
      try readOne("[{\"t\":0,\"scrollTop\":1},\n{\"t\":16,\"scrollTop\":,\n{\"t\":33}]\n")
    }
  }
}
