#if os(Linux)
  import Foundation
  import Recordings
  import Testing

  /// Reading takes 8 bytes for every number kept, and little more.
  struct MemoryTests {
    /// A number of /proc/self/status, in bytes.
    private static func status(_ key: String) throws -> Int {
      let text = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(key + ":") })
      return try #require(Int(line.split(whereSeparator: { " \t".contains($0) })[1])) * 1024
    }

    /// The peak is that of a process: one of its own, so that no other test raises it.
    @Test func readsFiftyMegabytesInLittleMemory() async {
      await #expect(processExitsWith: .success) { try MemoryTests.readsAFile() }
    }

    private static func readsAFile() throws {
      let path = FileManager.default.temporaryDirectory.appending(path: "scrollfit-\(UUID().uuidString).csv")
        .path
      defer { try? FileManager.default.removeItem(atPath: path) }
      let rows = 2_000_000
      do {
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        let file = try #require(FileHandle(forWritingAtPath: path))
        defer { try? file.close() }
        try file.write(contentsOf: Data("t,note,y\n".utf8))
        for block in 0..<200 {
          var text = ""
          for row in block * 10_000..<(block + 1) * 10_000 {
            text += "\(row).5,filler text,\(1000 + row % 4096).25\n"
          }
          try file.write(contentsOf: Data(text.utf8))
        }
      }
      let size = try #require(
        try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
      #expect(size > 50_000_000)

      let before = try status("VmHWM")
      var options = ReadingOptions()
      options.timesPerSecond = 1
      let trace = try #require(try RecordingReader(options: options).traces(at: path).first)
      let growth = try status("VmHWM") - before

      #expect(trace.times.count == rows)
      #expect(trace.times.last == Double(rows - 1))
      #expect(trace.offsets[.y]?.last == 1000.25 + Double((rows - 1) % 4096))
      #expect(growth <= 64 << 20 + 8 * 2 * rows, "grew by \(growth) bytes")
    }
  }
#endif
