import Foundation
import Testing

@testable import ScreenRecordings

/// The clips of `Fixtures/video`, and what is known of them.
enum Clips {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures/video")

  static func read(
    _ name: String, _ reader: ScreenRecordingReader = ScreenRecordingReader()
  ) throws(ScreenRecordingError) -> ScreenRecording {
    try read(folder.appending(path: name), reader)
  }

  static func read(
    _ url: URL, _ reader: ScreenRecordingReader = ScreenRecordingReader()
  ) throws(ScreenRecordingError) -> ScreenRecording {
    guard let bytes = try? Data(contentsOf: url), let kind = VideoKind(bytes) else {
      throw .noFrames(reason: "no video")
    }
    return try reader.read(path: Array(url.path.utf8CString), kind: kind)
  }

  /// The rows of a clip's log: time, s, and offset, device pixels.
  static func log(_ name: String) throws -> [(time: Double, offset: Double)] {
    let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    return text.split(separator: "\n").dropFirst().map { line in
      let fields = line.split(separator: ",").compactMap { Double($0) }
      return (fields[0], fields[1])
    }
  }

  /// The bytes that FFmpeg writes to its standard output.
  static func ffmpeg(_ arguments: String) throws -> [UInt8] {
    let process = Process(), pipe = Pipe()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "ffmpeg -nostdin -v error \(arguments)"]
    process.standardOutput = pipe
    try process.run()
    let bytes = Array(pipe.fileHandleForReading.readDataToEndOfFile())
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return bytes
  }
}

/// Numbers for drawn pages, the same in every run (G. Marsaglia, *Xorshift RNGs*, Journal of Statistical Software 8, 2003).
struct PageNumbers {
  private var state: UInt64 = 88_172_645_463_325_252

  /// The next number, from 0 to 2³¹ − 1.
  mutating func next() -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 33)
  }
}
