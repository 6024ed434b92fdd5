import Foundation
import TestSupport
import Testing

@testable import Recordings

/// Times put on the display's frames, against scripts/reference/frames.py.
struct FrameAlignmentTests {
  private let recordings: [JSONNode]

  init() throws { recordings = try JSONNode("reference/frames.json")["recordings"].list }

  /// At least 98 % of the samples that move by more than two steps a frame are at the frame that showed them, to half a millisecond.
  @Test(arguments: 0..<7)
  func findsTheFrames(index: Int) throws {
    let recording = recordings[index]
    let name = try #require(recording["name"].text)
    let times = recording["t"].numbers
    let offsets = recording["y"].numbers
    let frames = recording["frames"].numbers
    let aligned = try #require(
      FrameAlignment(times: times, clock: FrameClock.detect(times), offsets: offsets))
    let moving = times.indices.dropFirst().filter { abs(offsets[$0] - offsets[$0 - 1]) > 2.0 / 3 }
    // A constant is no error: nothing shows it.
    let errors = moving.map { aligned.times[$0] - frames[$0] }
    let middle = errors.sorted()[errors.count / 2]
    #expect(errors.count { abs($0 - middle) < 5e-4 } * 100 >= 98 * errors.count, "\(name)")
    #expect(zip(aligned.times.dropFirst(), aligned.times).allSatisfy { $0 > $1 })
    #expect(aligned.isVariable == name.contains("promotion"))
  }

  /// Content that moves by the recorded times keeps them.
  @Test func keepsTimesThatMoveTheContent() throws {
    let recording = try #require(recordings.last)
    #expect(!recording["frames"].exists)
    #expect(
      FrameAlignment(
        times: recording["t"].numbers, clock: FrameClock.detect(recording["t"].numbers),
        offsets: recording["y"].numbers)?.times == nil)
  }

  /// Even times are kept as they are, and so are those of slow content, which shows nothing.
  @Test func keepsEvenTimes() throws {
    let recording = try #require(recordings.first)
    let frames = recording["frames"].numbers
    #expect(
      FrameAlignment(times: frames, clock: FrameClock.detect(frames), offsets: recording["y"].numbers)?.times
        == nil)
    let slow = recording["t"].numbers.indices.map { (Double($0) / 40).rounded() }
    #expect(
      FrameAlignment(
        times: recording["t"].numbers, clock: FrameClock.detect(recording["t"].numbers), offsets: slow)?.times
        == nil)
  }

  /// A line through the modes of normal errors is less exact than one through their means.
  @Test func rateErrorHoldsTheRate() throws {
    var random = SeededGenerator(state: 43)
    func normal() -> Double {
      (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
    }
    let frames = (0..<200).map { Double($0) / 120 }
    var (held, count) = (0, 0)
    for _ in 0..<200 {
      let times = frames.map { $0 + 5e-4 * normal() }
      let offsets = frames.map { 1000 * (1 - exp(-2 * $0)) }
      guard
        let aligned = FrameAlignment(
          times: times, clock: FrameClock.detect(times), offsets: offsets, grid: 1e-3)
      else { continue }
      let rate = (aligned.times[199] - aligned.times[0]) / (frames[199] - frames[0])
      held += abs(rate - 1) <= 1.96 * aligned.rateError ? 1 : 0
      count += 1
    }
    #expect(count > 180 && held * 100 >= 93 * count, "\(held) of \(count)")
  }

  /// A recording says that its times are the frames', unless they are asked for as recorded.
  @Test func readerSaysWhatItDid() throws {
    let recording = try #require(recordings.first)
    let rows = zip(recording["t"].numbers, recording["y"].numbers).map { "\($0),\($1)\n" }
    let bytes = Array(("t,y\n" + rows.joined()).utf8)
    let aligned = try #require(try RecordingReader().traces(bytes: bytes, source: "late.csv").first)
    #expect(
      aligned.warnings.contains { $0.hasPrefix("times scatter by") && $0.contains("(60 Hz)") },
      "\(aligned.warnings)")
    var options = ReadingOptions()
    options.clock = .recorded
    let recorded = try #require(
      try RecordingReader(options: options).traces(bytes: bytes, source: "late.csv").first)
    #expect(recorded.times == recording["t"].numbers)
    #expect(recorded.warnings.isEmpty)
    #expect(aligned.times != recorded.times && aligned.offsets == recorded.offsets)
    #expect(aligned.times.first == 0)
  }

  /// A line of a batch is read as the file of the same samples.
  @Test func linesAreFilesOfTheirOwn() throws {
    let recording = try #require(recordings.first)
    let rows = zip(recording["t"].numbers, recording["y"].numbers)
    let file = Array(("t,y\n" + rows.map { "\($0),\($1)\n" }.joined()).utf8)
    let line = Array("{\"t\": \(recording["t"].numbers), \"y\": \(recording["y"].numbers)}".utf8)
    let ofFile = try RecordingReader().traces(bytes: file, source: "late.csv")
    let ofLine = try TraceLine(line, number: 1, source: "late.ndjson").traces(ReadingOptions())
    #expect(ofFile.map(\.times) == ofLine.map(\.times))
    #expect(ofLine.first?.warnings == ofFile.first?.warnings)
  }
}
