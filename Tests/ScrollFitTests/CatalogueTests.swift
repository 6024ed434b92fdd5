import Foundation
import ScrollFit
import TestSupport
import Testing

/// The code of the documentation catalogue, compiled and run.
struct CatalogueTests {
  private static let times = (0..<60).map { Double($0) / 60 }

  @Test("The page Getting Started runs as it is printed")
  func gettingStarted() throws {
    let times = Self.times
    let offsets = times.map { (1000 * 400 * (1 - exp(-2 * $0))).rounded() / 1000 }
    let url = URL(filePath: fixtures).appending(path: "formats/session.ndjson")

    let fit = try MotionModel.deceleration.fit(times: times, offsets: offsets)
    if let rate = fit[.decelerationRate] { print(rate.value, rate.standardError ?? .nan) }
    #expect(abs(try #require(fit[.decelerationRate]?.value) - exp(-0.002)) < 1e-6)

    for recording in try Recording.read(contentsOf: url) {
      for phase in recording.phases() {
        guard let fit = phase.fit() else { continue }
        print(phase.kind, fit.model, fit.verdict)
      }
    }
  }

  @Test("The page Fit a Bounce runs as it is printed")
  func fitABounce() throws {
    let times = Self.times
    let offsets = times.map { (1000 * (88 + (40 + 640 * $0) * exp(-10.9 * $0))).rounded() / 1000 }

    let bounce = try MotionModel.bounce.fit(times: times, offsets: offsets, fixing: [.rest: 88])
    if let damping = bounce[.damping], let interval = damping.interval {
      print(damping.value, interval.lowerBound, interval.upperBound)
    }
    #expect(bounce[.damping]?.interval?.contains(10.9) == true)

    let spring = try MotionModel.spring.fit(times: times, offsets: offsets, fixing: [.rest: 88])
    if let ratio = spring[.dampingRatio] { print(ratio.value, spring.residuals.rms, bounce.residuals.rms) }
    #expect(abs(try #require(spring[.dampingRatio]?.value) - 1) < 1e-3)

    var noise = FitOptions()
    noise.noise = .none
    noise.intervals = .profile
    let plain = try MotionModel.bounce.fit(times: times, offsets: offsets, options: noise)
    #expect(plain[.damping]?.interval?.contains(10.9) == true)
  }

  @Test("The page Read Recordings runs as it is printed")
  func readRecordings() throws {
    let url = URL(filePath: NSTemporaryDirectory()).appending(path: "catalogue-\(UUID().uuidString).csv")
    defer { try? FileManager.default.removeItem(at: url) }
    let rows = (0..<60).map { "\($0),\((1000 * 400 * (1 - exp(-Double($0) / 30))).rounded() / 1000)" }
    try ("frame,offset\n" + rows.joined(separator: "\n") + "\n").write(
      to: url, atomically: true, encoding: .utf8)

    var options = ReadingOptions()
    options.columns = ["y": "offset"]
    options.frameRate = 60
    let recordings = try Recording.read(contentsOf: url, options: options)
    #expect(recordings.map { $0.trace.times.count } == [60])

    do { _ = try Recording.read(contentsOf: url) } catch { print(error.file, error.line ?? 0, error) }

    for phase in recordings.flatMap({ $0.phases(axis: .y) }) {
      print(phase.kind, phase.phase.from, phase.phase.to)
    }
  }

  @Test("Every line of code in the catalogue stands in these tests")
  func everyLineIsTested() throws {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    func lines(_ text: String) -> [String] {
      text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let tested = Set(lines(try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)))
    let catalogue = package.appending(path: "Sources/ScrollFit/ScrollFit.docc")
    let pages = try FileManager.default.contentsOfDirectory(at: catalogue, includingPropertiesForKeys: nil)
    var printed = 0
    for page in pages where page.pathExtension == "md" {
      let blocks = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```swift\n")
        .dropFirst()
      for line in blocks.flatMap({ lines($0.components(separatedBy: "```")[0]) }) {
        #expect(tested.contains(line), "\(page.lastPathComponent): \(line)")
        printed += 1
      }
    }
    #expect(printed > 20)
  }
}
