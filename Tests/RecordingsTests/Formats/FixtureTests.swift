import Foundation
import Recordings
import Testing

/// Every shipped file is read, with the number of samples its description gives.
struct FixtureTests {
  private func traces(
    _ file: String, _ change: (inout ReadingOptions) -> Void = { _ in }
  ) throws(ReadingError) -> [Trace] {
    var options = ReadingOptions()
    change(&options)
    return try RecordingReader(options: options).traces(at: fixtures + "/" + file)
  }

  private struct Manifest: Decodable {
    struct Entry: Decodable {
      struct Sampling: Decodable {
        let samples: Int
        let medianInterval: Double?

        enum CodingKeys: String, CodingKey {
          case samples
          case medianInterval = "median_dt"
        }
      }
      let file: String
      let sampling: Sampling
    }
    let traces: [Entry]
  }

  @Test func tracesOfEnginesHaveTheManifestsSamples() throws {
    let data = try Data(contentsOf: URL(filePath: fixtures + "/traces/manifest.json"))
    let manifest = try JSONDecoder().decode(Manifest.self, from: data)
    #expect(manifest.traces.count == 19)
    for entry in manifest.traces {
      let read = try traces("traces/" + entry.file)
      #expect(read.count == 1)
      let trace = try #require(read.first)
      #expect(trace.times.count == entry.sampling.samples, "\(entry.file)")
      #expect(Set(trace.offsets.keys) == [.x, .y])
      #expect(trace.cleaning.isEmpty && trace.warnings.isEmpty)
      if let median = entry.sampling.medianInterval {
        let clock = try #require(FrameClock.detect(trace.times))
        #expect(abs(clock.interval - median) < 1.1e-6, "\(entry.file)")
      }
    }
  }

  @Test("The recorded bounces of iOS are read") func iosBounces() throws {
    let bounces = try traces("data/ios_bounce_levisonnn.csv") { $0.frameRate = 60 }
    #expect(bounces.map(\.series) == ["1", "2", "3"])
    #expect(bounces.map(\.times.count) == [49, 45, 50])
    #expect(bounces.map(\.rests) == [[.y: 88], [.y: 64], [.y: 64]])
    #expect(bounces.map(\.unit) == ["pt", "pt", "pt"])
    // As written: not negated.
    #expect(bounces.first?.offsets[.y]?.prefix(2) == [123.6666, 172])
    #expect(bounces.first?.times[3] == 0.05)
    #expect(throws: ReadingError.self) { try traces("data/ios_bounce_levisonnn.csv") }
  }

  @Test("The recorded drag of iOS is read") func iosDrag() throws {
    let drag = try #require(try traces("data/ios265_sim_rubberband_drag.csv").first)
    #expect(drag.timeBasis == .rowNumber)
    #expect(drag.times.count == 29)
    #expect(drag.fingers[.y]?.prefix(2) == [15, 30])
    #expect(drag.offsets[.y]?.prefix(4) == [8, 16, 24, 31.3333])
  }

  @Test("The points of the habr article are read") func habrPoints() throws {
    let points = try #require(try traces("data/rubberband_habr_article.csv").first)
    #expect(points.fingers == [.y: [0, 500, 1000, 1500]])
    #expect(points.offsets == [.y: [0, 205, 328, 409]])
  }

  @Test("Flutter's recorded touches are read") func flutterTouches() throws {
    let touches = try traces("data/flutter_velocity_tracker_touch.csv")
    #expect(touches.map(\.series) == ["velocity", "interrupted"])
    #expect(touches.map(\.times.count) == [306, 12])
    #expect(touches.map(\.unit) == ["px", "px"])
    #expect(touches.first?.timeOrigin == 216690.896)
    #expect(touches.first?.times[1] == 0.01)
  }

  @Test("The recorded wheel events are read") func wheels() throws {
    let file = "data/wheel_gestures_momentum.csv"
    let counts = [
      "double-swipe-right": 103, "negative-zero-event/win-chrome-right-ptp": 96,
      "simple-mouse-continuous-horizontal/mac-chrome": 9, "simple-mouse-continuous-horizontal/win-Chrome": 6,
      "square-move-trackpad": 207, "swipe-down-trackpad": 88, "swipe-left-mouse-FF": 55,
      "swipe-right-fast": 97,
      "swipe-up-fast-trackpad": 99,
    ]
    let read = try traces(file) { $0.selected = counts.keys.sorted() }
    #expect(Dictionary(uniqueKeysWithValues: read.map { ($0.series ?? "", $0.times.count) }) == counts)
    #expect(read.first?.offsets[.x]?.prefix(4) == [-1, -5, -10, -23])
    // The tenth scrolls by lines.
    #expect(counts.values.reduce(25, +) == 785)
    do throws(ReadingError) {
      _ = try traces(file)
      Issue.record("lines were taken for pixels")
    } catch {
      #expect(error.problem == .deltaMode(1))
      #expect(error.line == 216)
    }
  }

  @Test(arguments: [
    ("ios265_sim_target_offsets.csv", 12, true), ("decel_damping_article.csv", 4, true),
    ("bounce_damping_article.csv", 4, false),
  ])
  func tablesAreNoRecordings(file: String, rows: Int, isProjection: Bool) throws {
    do throws(ReadingError) {
      _ = try traces("data/" + file)
      Issue.record("was read as a recording")
    } catch {
      guard case .noUsableColumn(let found, isProjection) = error.problem else {
        Issue.record(error)
        return
      }
      #expect(!found.isEmpty)
    }
    let table = try RecordingReader().table(at: fixtures + "/data/" + file)
    #expect(table.rowCount == rows)
    #expect(table.columns.allSatisfy { $0.count == rows })
  }
}
