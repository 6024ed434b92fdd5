import Foundation
import Recordings
import ScrollModels
import Testing

@testable import FitJSON
@testable import Reports

/// The page's own curves against the Swift models, computed by a headless Chromium.
@Suite(.enabled(if: HeadlessChromium.program != nil, "Chromium is not installed"))
struct FeelCurvesTests {
  @Test(
    "The page's script draws every engine's curves as the Swift models do, at 1000 times each",
    arguments: [60.0, 120])
  func curves(_ frameRate: Double) throws {
    let engines = FeelEngine.catalogue(with: FeelEngine.phases).engines
    let cases = engines.flatMap { engine in engine.rows.keys.map { (engine, $0) } }
      .sorted { ($0.0.name, $0.1.rawValue) < ($1.0.name, $1.1.rawValue) }
      .flatMap { Self.references($0, $1, EngineContext(frameInterval: 1 / frameRate)) }
    #expect(cases.count > 300)
    let script = """
      display.interval = 1 / \(frameRate);
      const worst = {error: 0, where: "none"};
      for (const {name, row, phase, times, values, end, start} of DATA) {
        const motion = phase === "fling" ? glide(row, start[0], start[1], 812)
          : phase === "bounce" ? comeBack(row, ...start, 812) : stretch(row, start[0]);
        const see = (got, expected, where) => {
          const error = Math.abs(got - expected) / Math.max(1, Math.abs(expected));
          if (!(error <= worst.error)) Object.assign(worst, {error: Number.isFinite(error) ? error : 1e9, where: `${name} ${phase} ${where}`});
        };
        times.forEach((time, i) => see(motion.value(time), values[i], `at ${time}`));
        if (end !== null) see(motion.duration, end, "end");
      }
      document.body.textContent = JSON.stringify(worst);
      """
    let worst = try HeadlessChromium.result(script, data: .array(cases), as: Worst.self)
    #expect(worst.error <= 1e-9, "\(worst.where) is off by \(worst.error)")
  }

  private struct Worst: Decodable {
    let error: Double
    let `where`: String
  }

  /// A row with 1000 values of its Swift curve from each of some starts, none exactly where an engine rounds.
  private static func references(
    _ engine: FeelEngine, _ phase: EnginePhase, _ context: EngineContext
  ) -> [JSONValue] {
    guard let entry = try? ScrollEngine(named: engine.name).rows[phase], let row = engine.rows[phase] else {
      return []
    }
    return starts(phase, context).compactMap { start in
      let curve: (any EngineCurve)? =
        switch phase {
        case .fling: entry.fling(from: start[0], velocity: start[1], context: context)
        case .bounce:
          entry.bounce(to: start[0], displacement: start[1], velocity: start[2], context: context)
        default: entry.overscroll(context: context)
        }
      guard let curve else { return nil }
      let end = (curve as? any EngineMotion)?.duration
      let last = end ?? 500
      let times = (0..<1000).map { (Double($0) + 0.37) / 1000 * last * 1.1 }
      return [
        "name": .string(engine.name), "phase": .string(phase.rawValue), "row": row.json,
        "start": .numbers(start), "times": .numbers(times),
        "values": .numbers(times.map { curve.value(at: $0) }), "end": .number(end),
      ]
    }
  }

  /// Fast and slow, outward and inward; of an overscroll, the viewport's length.
  private static func starts(_ phase: EnginePhase, _ context: EngineContext) -> [[Double]] {
    switch phase {
    case .fling: [[12.25, 1234.5], [300.5, -352.25], [0, 6200]]
    case .bounce: [[88.5, 73.25, 621], [88.5, -180.5, 340], [20, 0, -1500]]
    default: [[context.dimension]]
    }
  }
}

/// The engines that a page's scroll views can be compared with.
struct FeelEngineTests {
  @Test("The script knows the curve of every glide, return and overscroll of the catalogue")
  func everyCurve() {
    let entries = Catalogue.entries.filter { FeelEngine.phases.contains($0.phase) }
    #expect(entries.count > 130)
    for entry in entries { #expect(FeelRow(entry) != nil, "\(entry.engine), \(entry.model.name)") }
  }

  @Test("Every engine with a fitted kind of motion can be chosen; the others are named")
  func choice() {
    let all = FeelEngine.catalogue(with: FeelEngine.phases)
    let names = all.engines.map(\.name)
    for name in [
      "Kivy 2", "Chromium", "iScroll", "cocos2d-x", "FairyGUI", "LVGL", "Enyo", "PhotoSwipe", "vaul",
    ] {
      #expect(names.contains(name))
    }
    #expect(names.count + all.others.count == Catalogue.engines.count)
    #expect(
      all.others == [
        "Chromium, wheel", "Chromium, keyboard", "Chromium, script", "Chromium, script of 156", "niri",
        "vim-smoothie", "Lenis, wheel", "Flickity", "Embla", "Embla, drag free", "SmoothScroll",
      ])
    let flings = FeelEngine.catalogue(with: [.fling])
    #expect(flings.engines.contains { $0.name == "Chromium" } && flings.others.contains("vaul"))
  }

  @Test("The page says which engines cannot be chosen, and why")
  func unavailable() throws {
    let glide = try #require(FeelRow(.deceleration, constants: ["decayConstant": 2]))
    let own = FeelEngine(name: "yours", rows: [.fling: glide], returnStart: .gestureVelocity)
    let feel = try #require(Feel(own: own, like: "ios", unit: "pt", dimension: nil, toolkit: nil))
    let sentence = try #require(feel.unavailable)
    #expect(sentence.hasPrefix("Engines without a fling in the catalogue: "))
    #expect(sentence.contains("; vaul;") && sentence.hasSuffix("."))
    let page = Page(title: "feel", sections: [Page.Section(nil, [.feel(feel)])]).html()
    #expect(page.contains("<p class=\"hint unavailable\">\(sentence)</p>"))
  }
}

/// A Chromium that runs one script with the page's own and prints what it leaves.
enum HeadlessChromium {
  static let program: String? = ["chromium", "chromium-headless-shell", "chromium-browser", "google-chrome"]
    .lazy.map { "/usr/bin/\($0)" }.first { FileManager.default.isExecutableFile(atPath: $0) }

  static func result<Result: Decodable>(
    _ script: String, data: JSONValue, as type: Result.Type
  ) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "scrollfit-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "page.html")
    // The page's script is a block: the test's code goes before its end.
    let html = """
      <!doctype html><meta charset="utf-8"><body></body>
      <script>\(Templates.script.dropLast())const DATA = \(JSONWriter.line(data));\(script)}</script>
      """
    try html.write(to: file, atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program ?? "")
    process.arguments = [
      "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
      "--user-data-dir=\(folder.path)/profile", "--dump-dom", file.absoluteString,
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let body = try #require(text.firstMatch(of: #/<body>(.*)</body>/#.dotMatchesNewlines())).1
    return try JSONDecoder().decode(Result.self, from: Data(body.utf8))
  }
}
