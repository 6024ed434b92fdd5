import Foundation
import ScrollFit
import TestSupport
import Testing

/// The calls of a library user who imports nothing but ScrollFit.
struct PublicFaceTests {
  @Test("A bounce given as numbers is fitted in one call")
  func bounce() throws {
    let times = (0..<60).map { Double($0) / 60 }
    // rest + (d + (v₀ + δd)t)e^(−δt), d = 40 pt, v₀ + δd = 640 pt/s, to three decimals.
    let offsets = times.map { (1000 * (88 + (40 + 640 * $0) * exp(-10.9 * $0))).rounded() / 1000 }
    let fit = try MotionModel.bounce.fit(times: times, offsets: offsets, fixing: [.rest: 88])
    let damping = try #require(fit[.damping])
    #expect(abs(damping.value - 10.9) < 1e-3)
    #expect(try #require(damping.standardError) < 1e-3)
    #expect(fit.verdict == .holds)
    #expect(fit[.rest]?.value == 88 && fit[.rest]?.fixed == true)
    #expect(fit[.decayConstant] == nil)
  }

  @Test("A rubber band is fitted over the finger's travel")
  func rubberBand() throws {
    let travel = (1...40).map { 20 * Double($0) }
    let offsets = travel.map { 0.55 * $0 / (1 + 0.55 * $0 / 812) }
    let fit = try MotionModel.rubberBand.fit(fingerTravel: travel, offsets: offsets)
    #expect(abs(try #require(fit[.coefficient]?.value) - 0.55) < 1e-6)
    #expect(abs(try #require(fit[.dimension]?.value) - 812) < 1e-2)
  }

  @Test("A recorded session is split into phases, and each phase is fitted by the model of its kind")
  func recording() throws {
    let url = URL(filePath: fixtures).appending(path: "data/ios_bounce_levisonnn.csv")
    var options = ReadingOptions()
    options.interval = 0.0167
    let recordings = try Recording.read(contentsOf: url, options: options)
    #expect(recordings.count > 1)
    let fits = recordings.flatMap { $0.phases() }.compactMap { phase in phase.fit().map { (phase.kind, $0) } }
    #expect(fits.contains { $0.0 == .bounce && $0.1[.damping] != nil })
    for (kind, fit) in fits { #expect(fit.phase == kind.rawValue) }
  }

  @Test(
    "The Swift code of README and ARCHITECTURE is that of the example",
    arguments: ["README.md", "ARCHITECTURE.md"])
  func shownCode(page: String) throws {
    func lines(_ text: Substring) -> [String] {
      text.split(separator: "\n").map { line in
        (line.firstRange(of: "  //").map { line[..<$0.lowerBound] } ?? line).trimmingCharacters(
          in: .whitespaces)
      }
    }
    let package = URL(filePath: fixtures).deletingLastPathComponent()
    let example = try String(contentsOf: package.appending(path: "Examples/main.swift"), encoding: .utf8)
    let text = try String(contentsOf: package.appending(path: page), encoding: .utf8)
    let start = try #require(text.firstRange(of: "```swift\n")).upperBound
    let code = lines(text[start..<(try #require(text[start...].firstRange(of: "\n```")).lowerBound)])
    #expect(code.contains("import ScrollFit") && code.count > 5)
    let known = Set(lines(example[...]))
    for line in code { #expect(known.contains(line), "\(line)") }
  }

  @Test("Samples that make no recording are an error that names their counts")
  func mismatchedColumns() {
    #expect(throws: RecordingError.self) { try MotionModel.bounce.fit(times: [0, 1], offsets: [0]) }
  }

  @Test("Every public declaration is documented, and there are at most 150")
  func documentation() throws {
    let sources = URL(filePath: fixtures).appending(path: "../Sources").standardizedFileURL
    var count = 0
    // The command line is no library: a conformance to a public protocol there has to be public.
    let targets = [
      "LeastSquares", "Formula", "Recordings", "ScrollModels", "ScrollFitting", "ScrollAnalysis", "ScrollFit",
    ]
    for target in targets {
      let files = FileManager.default.enumerator(
        at: sources.appending(path: target), includingPropertiesForKeys: nil)
      while let file = files?.nextObject() as? URL {
        guard file.pathExtension == "swift" else { continue }
        let lines = try String(contentsOf: file, encoding: .utf8).split(
          separator: "\n", omittingEmptySubsequences: false
        ).map { $0.drop { $0 == " " } }
        for (index, line) in lines.enumerated() {
          guard line.hasPrefix("public "), !line.hasPrefix("public import"),
            !line.hasPrefix("public extension")
          else {
            continue
          }
          count += 1
          #expect(
            index > 0 && lines[index - 1].hasPrefix("///"), "\(file.lastPathComponent):\(index + 1): \(line)")
        }
      }
    }
    #expect(count > 100 && count <= 150)
  }
}
