import Foundation
import Recordings
import Synchronization
import Testing

@testable import scrollfit_cli

@Suite("Gestures of a recording that goes on")
struct GestureStoreTests {
  /// A fling of 1500 pt/s whose speed falls by 2 1/s, at 60 Hz, as the page posts it.
  private func fling(gesture: String) -> [UInt8] {
    var text =
      #"{"format":"scrolltrace","version":1,"viewport":{"width":400,"height":700},"contentSize":{"width":400,"height":30000},"gestureKind":""#
    text += gesture + "\"}\n"
    for frame in 0..<180 {
      let time = Double(frame) / 60
      let free = max(0, time - 0.2)
      let offset = (10_000 + 750 * (1 - exp(-2 * free))).rounded()
      let state = time <= 0.2 ? "idle" : "decelerating"
      text += "{\"t\":\(time),\"y\":\(offset),\"state\":\"\(state)\"}\n"
    }
    return Array(text.utf8)
  }

  private func temporaryPath() -> String {
    FileManager.default.temporaryDirectory.appending(path: "gestures-\(UUID().uuidString).ndjson").path
  }

  @Test("Every gesture is written at once, fitted, reported and answered with the constants so far")
  func adding() throws {
    let path = temporaryPath()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let lines = Mutex<[String]>([])
    let store = GestureStore(file: Output(path: path, replacing: true)) { line in
      lines.withLock { $0.append(line) }
    }
    #expect(store.constants.text == "No constant was determined.\n")
    _ = try store.add(fling(gesture: "slow fling"))
    #expect(try RecordingReader().traces(at: path).count == 1)
    let answer = try store.add(fling(gesture: "fast fling"))
    #expect(try RecordingReader().traces(at: path).count == 2)
    #expect(
      answer.contains("\"count\": 2") && answer.contains("\"decayConstant\"")
        && answer.contains("\"fits\": 2"))
    let printed = lines.withLock { $0 }
    #expect(printed.count == 2 && printed[1].hasPrefix("2  fast fling: deceleration: decayConstant 2.0"))
    #expect(store.constants.text.contains("decayConstant"))
  }

  @Test("A gesture that is sent again is in the recording once")
  func sentAgain() throws {
    let path = temporaryPath()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = GestureStore(file: Output(path: path, replacing: true)) { _ in }
    let slow = fling(gesture: "slow fling")
    let first = try store.add(slow)
    let again = try store.add(slow)
    #expect(first.contains("\"fits\": 1") && again.contains("\"fits\": 1"))
    #expect(again.contains("recorded already") && store.count == 1)
    // A file of all gestures adds those that are new.
    _ = try store.add(slow + fling(gesture: "fast fling"))
    #expect(try store.count == 2 && RecordingReader().traces(at: path).count == 2)
  }

  @Test("A gesture that cannot be written is reported once, and recorded when it is sent again")
  func unwritable() throws {
    let folder = temporaryPath()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let lines = Mutex<[String]>([])
    let store = GestureStore(file: Output(path: folder + "/recording.ndjson", replacing: true)) { line in
      lines.withLock { $0.append(line) }
    }
    for _ in 0..<2 {
      #expect {
        try store.add(fling(gesture: "slow fling"))
      } throws: { error in
        guard case .unwritable? = error as? GestureRefusal else { return false }
        return true
      }
    }
    #expect(lines.withLock { $0.count == 1 && $0[0].hasPrefix("not recorded: ") })
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    #expect(try store.add(fling(gesture: "slow fling")).contains("\"count\": 1"))
  }

  @Test("A gesture's name has no control characters where it is printed")
  func controlCharacters() throws {
    let path = temporaryPath()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let lines = Mutex<[String]>([])
    let store = GestureStore(file: Output(path: path, replacing: true)) { line in
      lines.withLock { $0.append(line) }
    }
    _ = try store.add(fling(gesture: #"\u001b[31mslow\u0007\nfling\u009b"#))
    #expect(lines.withLock { $0.count == 1 && $0[0].hasPrefix("1  [31mslowfling: ") })
  }

  @Test("Of a motion at constant deceleration the decay constant of another model is no constant")
  func preferredModel() throws {
    let path = temporaryPath()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = GestureStore(file: Output(path: path, replacing: true)) { _ in }
    var text = #"{"format":"scrolltrace","version":1,"gestureKind":"fast fling"}"# + "\n"
    for frame in 0..<90 {
      // 1500 pt/s until 0.2 s, then 2000 pt/s² slower every second.
      let free = min(max(0, Double(frame) / 60 - 0.2), 0.75)
      let offset = (300 * min(1, Double(frame) / 12) * 10).rounded() / 10 + (1500 * free - 1000 * free * free)
      text += "{\"t\":\(Double(frame) / 60),\"y\":\((offset * 3).rounded() / 3)}\n"
    }
    let answer = try store.add(Array(text.utf8))
    #expect(answer.contains("\"deceleration\"") && !answer.contains("decayConstant"), "\(answer)")
    #expect(!store.constants.text.contains("decayConstant"))
  }

  /// The flings that headless Chromium made on the page: 2300 px/s² give the duration.
  @Test("The constants of gestures that follow an engine's own curves are the engine's")
  func ownCurves() throws {
    let path = temporaryPath()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let lines = Mutex<[String]>([])
    let store = GestureStore(file: Output(path: path, replacing: true)) { line in
      lines.withLock { $0.append(line) }
    }
    let recording = ContractTests.fixtures.appending(path: "traces/chromium/record_page.ndjson").path
    let answer = try store.add(Array(Data(contentsOf: URL(filePath: recording))))
    #expect(answer.contains("\"bezier-fling\"") && !answer.contains("decayConstant"), "\(answer)")
    // A gesture is reported by the model that its constants are of.
    let printed = lines.withLock { $0 }
    #expect(printed.contains { $0.contains(": bezier-fling: durationDeceleration ") }, "\(printed)")
    let row = try #require(
      store.constants.text.firstMatch(of: #/bezier-fling +durationDeceleration +([\d.]+) ± ([\d.]+) pt\/s²/#))
    let (value, error) = (try #require(Double(row.1)), try #require(Double(row.2)))
    #expect(abs(value - 2300) < 3 * error && error < 23, "\(store.constants.text)")
  }

  @Test(
    "A body that is no recording is refused with a sentence, and leaves the file as it was",
    arguments: [
      "", "{}", "t,y\n0,1\n1,2\n2,3\n", "\u{0}\u{1}",
      #"{"format":"scrolltrace","version":9}"# + "\n" + #"{"t":0,"y":1}"#,
    ])
  func refusing(body: String) throws {
    let path = temporaryPath()
    let store = GestureStore(file: Output(path: path, replacing: true)) { _ in }
    #expect(throws: GestureRefusal.self) { try store.add(Array(body.utf8)) }
    #expect(store.count == 0 && !FileManager.default.fileExists(atPath: path))
  }
}
