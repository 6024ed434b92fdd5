import Foundation
import Recordings
import Testing

/// The repository's Fixtures folder.
let fixtures = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().appending(path: "Fixtures").path

/// Reads a recording from a text; `change` sets options.
func read(
  _ text: String, _ change: (inout ReadingOptions) -> Void = { _ in }
) throws(ReadingError) -> [Trace] {
  var options = ReadingOptions()
  change(&options)
  return try RecordingReader(options: options).traces(bytes: Array(text.utf8), source: "test")
}

/// The only recording of a text.
func readOne(_ text: String, _ change: (inout ReadingOptions) -> Void = { _ in }) throws -> Trace {
  let traces = try read(text, change)
  #expect(traces.count == 1)
  return try #require(traces.first)
}

/// The only recording of a text whose rows are seconds apart, which no recorder is: the unit is given.
func readOneInSeconds(_ text: String) throws -> Trace { try readOne(text) { $0.timesPerSecond = 1 } }

/// SplitMix64 (G. Steele, D. Lea, C. Flood, 2014): the same numbers on every machine.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
