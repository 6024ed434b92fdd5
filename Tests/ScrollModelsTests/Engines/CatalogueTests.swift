import Elementary
import Testing

@testable import ScrollModels

struct CatalogueTests {
  @Test func everyRowIsOneOfItsKind() {
    let keys = Catalogue.entries.map { "\($0.engine.lowercased())/\($0.phase)" }
    #expect(Set(keys).count == keys.count)
    #expect(Catalogue.entries.count > 150)
    for entry in Catalogue.entries {
      #expect(!entry.published.isEmpty)
      #expect(entry.published.allSatisfy { $0.value.isFinite })
      #expect(Catalogue.entry(named: entry.engine.uppercased(), phase: entry.phase)?.source == entry.source)
    }
  }

  /// Engines change: every row says where it was read, down to the commit or the version.
  @Test func sourcesNameAVersion() {
    for entry in Catalogue.entries {
      switch entry.source {
      case .repository(let name, let files, let version):
        #expect(name.split(separator: "/").count == 2, "\(entry.engine): \(name)")
        #expect(!files.isEmpty && files.allSatisfy { $0.contains(".") || $0.hasPrefix("prefs ") }, "\(files)")
        let isCommit = version.count >= 7 && version.allSatisfy(\.isHexDigit)
        let isRelease = version.contains(".") && version.allSatisfy { $0.isNumber || $0 == "." }
        #expect(isCommit || isRelease, "\(entry.engine): \(version)")
      case .publication(let title, let version):
        #expect(!title.isEmpty && version.contains(where: \.isNumber), "\(entry.engine): \(title)")
      }
    }
  }

  /// The engines with the most users.
  @Test(arguments: [
    ("ArkUI", EnginePhase.fling), ("ArkUI", .bounce), ("better-scroll", .fling), ("iScroll", .fling),
    ("gravity.js", .fling), ("gravity.js", .bounce), ("Swiper, free mode", .fling), ("Swiper", .overscroll),
    ("Lenis", .fling), ("Lenis, wheel", .snap), ("Framer Motion, drag", .fling),
    ("Framer Motion, drag", .overscroll), ("Framer Motion, drag", .bounce), ("Firefox Android", .fling),
    ("Leaflet", .fling), ("OpenLayers", .fling), ("Godot", .fling), ("cocos2d-x", .fling), ("LVGL", .fling),
    ("VS Code", .fling),
  ])
  func theMostUsedEnginesHaveRows(_ engine: String, _ phase: EnginePhase) {
    #expect(Catalogue.entry(named: engine, phase: phase) != nil)
  }

  @Test("The sources' corrections of earlier versions of the table")
  func corrections() throws {
    func row(_ engine: String, _ phase: EnginePhase) throws -> CatalogueEntry {
      try #require(Catalogue.entry(named: engine, phase: phase), "\(engine), \(phase)")
    }
    #expect(Catalogue.engine(named: "Web classics") == nil && Catalogue.engine(named: "Kivy") == nil)
    let ariya = try #require(row("Ariya", .fling).fling(from: 0, velocity: 1000))
    #expect(agree(ariya.value(at: 0.325), 800 * (1 - Elementary.exponential(-1)), 1e-12))
    #expect(try row("ScrollBooster", .fling).values == [0.05])
    #expect(try row("Zynga Scroller", .fling).stop == .frameStep(0.001))
    #expect(try row("Zynga Scroller", .overscroll).values == [0.5])
    #expect(try row("Kivy 3", .bounce).values[0] == 10)
    #expect(try row("Flutter iOS", .fling).startSpeeds == 100...8000)
    #expect(try row("Flutter macOS", .fling).startSpeeds == 100...64_000)
    let speeds = try row("QScroller", .fling).startSpeeds
    #expect(abs(speeds.lowerBound - 196.85) < 0.01 && abs(speeds.upperBound - 1968.5) < 0.01)
    #expect(try row("QScroller", .fling).fling(from: 3, velocity: 190)?.value(at: 1) == 3)
    #expect(try row("QScroller", .fling).fling(from: 3, velocity: 9000)?.velocity(at: 0) == speeds.upperBound)
    #expect(try row("AppKit", .bounce).startSpeeds.upperBound == 20_000)
    #expect(Catalogue.entries.filter { $0.provenance == .excerpt }.count < 15)
  }

  @Test func namesAreFoundDespiteTypos() {
    #expect(Catalogue.nearestNames(to: "uiscrolview").first == "UIScrollView")
    #expect(Catalogue.nearestNames(to: "Fluter iOS").first == "Flutter iOS")
    #expect(Catalogue.nearestNames(to: "chromium", count: 2).allSatisfy { $0.hasPrefix("Chromium") })
    #expect(Catalogue.nearestNames(to: "", count: 4).count == 4)
    #expect(Catalogue.engine(named: "gtk") == "GTK")
    #expect(Catalogue.engine(named: "gkt") == nil)
    #expect(Catalogue.family(of: "Chromium, elastic") == "Chromium")
    #expect(Catalogue.edits(from: Array("kitten"), to: Array("sitting")).last == 3)
    #expect(Catalogue.edits(from: [], to: Array("abc")) == [0, 1, 2, 3])
    #expect(Catalogue.nearestNames(to: "Fluter").allSatisfy { $0.hasPrefix("Flutter") })
  }

  @Test("An engine that the catalogue lists by one variant alone is found by its own name")
  func onlyVariant() throws {
    #expect(try ScrollEngine(named: "jetpack compose").name == "Jetpack Compose, exponentialDecay")
    // Of several variants none is meant, and a row of its own comes first.
    #expect(throws: UnknownEngine.self) { try ScrollEngine(named: "Mac Mouse Fix") }
    #expect(try ScrollEngine(named: "Compose iOS").name == "Compose iOS")
  }

  @Test func comparisonsAreRowsOfTheTable() {
    #expect(
      KnownConstants.all.map(\.name) == [
        "UIScrollView normal", "UIScrollView fast", "UIScrollView bounce", "UIScrollView rubber band",
      ])
    #expect(KnownConstants.all.map(\.value) == [0.998, 0.99, 10.9, 0.55])
  }

  /// Numbers that engines.md works out from the constants.
  @Test func workedOutConstants() {
    func value(_ engine: String, _ phase: EnginePhase, _ index: Int = 0) -> Double {
      Catalogue.entry(named: engine, phase: phase)?.values[index] ?? .nan
    }
    #expect(abs(value("Motion", .bounce) - 13.91) < 0.005)
    #expect(abs(value("Motion", .bounce, 1) - 0.960) < 0.0005)
    #expect(abs(value("fluid-scroll", .bounce) - 10.92728) < 5e-6)
    #expect(abs(value("Compose iOS", .bounce) - 10.954) < 5e-4)
    #expect(abs(value("Flutter iOS", .bounce) - 14.14) < 5e-3)
    #expect(value("AppKit", .bounce) == 12.5)
    #expect(abs(value("Chromium, elastic on Android", .bounce) - 18.2) < 0.05)
    #expect(abs(value("React Native Animated", .fling) - 2) < 1e-12)
    #expect(abs(value("Flutter Android", .fling) - 2.3582) < 5e-5)
    #expect(abs(value("QScroller", .fling) - 492.126) < 1e-3)
    #expect(abs(value("Chromium", .fling, 1) - 2645.66) < 0.01)
    #expect(abs(SplineFling.gravity - 51_890) < 0.5)
    #expect(abs(value("gravity.js", .fling) - 4.605) < 5e-4)
    #expect(abs(value("gravity.js", .bounce) - 9.487) < 5e-4)
    #expect(abs(value("gravity.js", .bounce, 1) - 1.054) < 5e-4)
    #expect(abs(value("ArkUI", .bounce) - 15.10) < 5e-3)
    #expect(abs(value("anime.js", .bounce) - 8.94) < 5e-3)
    #expect(abs(value("anime.js", .bounce, 1) - 1.118) < 5e-4)
    #expect(abs(value("Framer Motion, drag", .bounce) - 14.14) < 5e-3)
    #expect(abs(value("Framer Motion, drag", .bounce, 1) - 1.414) < 5e-4)
    #expect(abs(value("kitty", .fling) - 5.10) < 5e-3)
    #expect(abs(value("pixi-viewport", .fling) - 1.263) < 5e-4)
    #expect(abs(value("LVGL", .fling) - 3.19) < 5e-3)
    #expect(abs(value("KOReader", .fling) - 1.609) < 5e-4)
    #expect(abs(value("Avalonia", .fling) - 1.897) < 5e-4)
  }

  @Test("An engine's model with constants that are not the engine's; only rows of a phase have its motions")
  func otherConstants() throws {
    let row = try #require(Catalogue.entry(named: "GTK", phase: .fling))
    let slow = try #require(row.fling(from: 10, velocity: 300, constants: [1.7]))
    let plain = Deceleration(initialOffset: 10, initialVelocity: 300, decayConstant: 1.7)
    #expect(slow.value(at: 0.31) == plain.value(at: 0.31))
    #expect(row.bounce(to: 0, displacement: 1, velocity: 1) == nil)
    #expect(row.overscroll() == nil)
  }

  @Test("Stop rules end a motion where their engines do") func stopRules() throws {
    let context = EngineContext(frameInterval: 0.02, density: 3, dimension: 600)
    let motion = Deceleration(initialOffset: 5, initialVelocity: -700, decayConstant: 2.1)
    func end(_ rule: StopRule) -> Double { rule.time(ofGlide: motion, context) }
    #expect(end(.modelEnd) == .infinity)
    #expect(abs(motion.velocity(at: end(.speed(10)))) <= 10)
    #expect(agree(end(.pixelSpeed(30)), end(.speed(10)), 1e-13))
    #expect(agree(end(.distance(0.5)), motion.duration(toWithin: 0.5), 1e-10))
    #expect(agree(end(.pixelDistance(1.5)), end(.distance(0.5)), 1e-13))
    let step = end(.frameStep(0.1))
    #expect(agree(motion.value(at: step) - motion.value(at: step + 0.02), 0.1, 1e-9))
    #expect(
      StopRule.speed(10).time(
        ofGlide: Deceleration(initialOffset: 5, initialVelocity: 3, decayConstant: 2), context) == 0)
    let bounce = Bounce(displacement: 40, initialVelocity: -30, damping: 10.9)
    #expect(StopRule.pixelDistance(1.5).time(ofReturn: bounce, context) == bounce.settlingTime(within: 0.5))
    #expect(StopRule.modelEnd.time(ofReturn: bounce, context) == .infinity)
  }

  @Test func startsAreCut() throws {
    let qt = try #require(Catalogue.entry(named: "Qt Flickable", phase: .fling))
    let fling = try #require(qt.fling(from: 3, velocity: -9000))
    #expect(fling.velocity(at: 0) == -2500)
    let flutter = try #require(Catalogue.entry(named: "Flutter iOS", phase: .bounce))
    #expect(try #require(flutter.bounce(to: 0, displacement: 0, velocity: 7000)).velocity(at: 0) == 5000)
    let chromium = try #require(Catalogue.entry(named: "Chromium, expcurve", phase: .fling))
    #expect(abs(try #require(chromium.fling(from: 0, velocity: 1e5)).duration - 1.3) < 1e-3)
  }

  @Test func stoppedAndRounded() throws {
    let ios = try #require(Catalogue.entry(named: "UIScrollView", phase: .fling))
    let fling = try #require(ios.fling(from: 100, velocity: 800))
    let stops = StoppingDeceleration(
      initialOffset: 100, initialVelocity: 800, decayConstant: ios.values[0], stopVelocity: 10)
    #expect(agree(fling.duration, stops.stopTime, 1e-12))
    #expect(agree(fling.value(at: 60), stops.destination, 1e-12))
    #expect(fling.velocity(at: 60) == 0)

    // 3.2 + 517/2.002 = 261.44, which goes to 261.5; 4 + 0.2/2.002 back to 4.
    let motion = try #require(Catalogue.entry(named: "Motion", phase: .fling))
    let near = EngineContext(settlingDistance: 1e-6)
    let far = try #require(motion.fling(from: 3.2, velocity: 517, context: near))
    #expect(abs(far.value(at: 60) - 261.5) <= 1.001e-6)
    #expect(try #require(motion.fling(from: 4, velocity: 0.2, context: near)).value(at: 60) == 4)

    let elastic = try #require(Catalogue.entry(named: "Chromium, elastic", phase: .bounce))
    let back = try #require(
      elastic.bounce(to: 900, displacement: 17, velocity: 350, context: EngineContext(density: 2)))
    for time in [0.01, 0.07, 0.3] {
      #expect((back.value(at: time) * 2).truncatingRemainder(dividingBy: 1) == 0)
    }
    #expect(back.value(at: 5) == 900)
  }
}
