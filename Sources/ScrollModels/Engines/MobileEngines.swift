extension Catalogue {
  private static let overScroller = CatalogueSource.file(
    "aosp-mirror/platform_frameworks_base", "core/java/android/widget/OverScroller.java", at: "9b56a605")
  private static let cupertinoOverscroll = CatalogueSource.file(
    "JetBrains/compose-multiplatform-core", "CupertinoOverscrollEffect.ios.kt", at: "d7452d45")
  private static let flutterPhysics = CatalogueSource.file(
    "flutter/flutter", "packages/flutter/lib/src/widgets/scroll_physics.dart", at: "ae4ced5a")
  private static let flutterFriction = CatalogueSource.file(
    "flutter/flutter", "packages/flutter/lib/src/physics/friction_simulation.dart", "scroll_physics.dart",
    at: "f203e3a6")
  private static let rigidDecay = CatalogueSource.file(
    "software-mansion/react-native-reanimated", "src/animation/decay/rigidDecay.ts", at: "841ca628")
  private static let arkUI = CatalogueSource.file(
    "openharmony/arkui_ace_engine", "frameworks/core/components_ng/pattern/scrollable/scrollable.cpp",
    "scrollable_animation_consts.h", at: "7cb39c49")

  /// Android and the cross-platform frameworks for phones.
  static let mobile = [
    CatalogueEntry(
      "Android", .fling, CatalogueModel(SplineFling(), 0.015), rounding: .offsets(pixels: 1),
      source: overScroller, note: "Time cut to whole milliseconds, distance to whole pixels."),
    CatalogueEntry(
      "Android", .bounce, CatalogueModel(ThrownReturnModel(), 2000, 0.5), rounding: .offsets(pixels: 1),
      source: overScroller,
      note:
        "The reach is what ScrollView asks for, unverified; its view shows less of it. From Android 12 on the edge stretches the pixels by a spring (ω₀ 24.657 1/s, ζ 0.98; EdgeEffect.java) while offsets stand still: only a video shows that, so it has no row.",
      showsInOffsets: false),
    CatalogueEntry(
      "Jetpack Compose, exponentialDecay", .fling, .exponential(4.2), stop: .speed(0.1),
      source: .file(
        "androidx/androidx", "androidx/compose/animation/core/FloatDecayAnimationSpec.kt", at: "aa889ef7")),
    CatalogueEntry(
      "Compose iOS", .fling, .decelerationRate(0.998), stop: .speed(0.5),
      source: .file(
        "JetBrains/compose-multiplatform-core", "CupertinoScrollDecayAnimationSpec.kt", at: "d7452d45"),
      note: "Flings below 500 pt/s did not start at one time (PR 700)."),
    CatalogueEntry(
      "Compose iOS", .overscroll, .rubberBand(0.55),
      source: cupertinoOverscroll),
    CatalogueEntry(
      "Compose iOS", .bounce, .spring(stiffness: 120, dampingRatio: 1), stop: .pixelDistance(0.5),
      source: cupertinoOverscroll,
      note: "Of a fling into the edge."),
    CatalogueEntry(
      "Compose iOS, release", .bounce, CatalogueModel(CutReturnModel(), 6.625, 0.2, 0.4, 120),
      source: cupertinoOverscroll,
      note: "Let go beyond the edge with |v₀| < √300 |d|."),
    CatalogueEntry(
      "Compose iOS, fast release", .bounce, .spring(stiffness: 300, dampingRatio: 1),
      stop: .pixelDistance(0.5),
      source: cupertinoOverscroll,
      note: "Let go beyond the edge with |v₀| ≥ √300 |d|."),
    CatalogueEntry(
      "Flutter iOS", .fling, .ratePerSecond(0.135), startSpeeds: 100...8000, stop: .pixelSpeed(20),
      source: flutterFriction),
    CatalogueEntry(
      "Flutter iOS", .overscroll, .rubberBand(0.52), source: flutterPhysics,
      note:
        "There ds = 0.52 (1 − s/W)² dx by events, whose integral this is; on the way back s is taken after the event."
    ),
    CatalogueEntry(
      "Flutter iOS", .bounce, .spring(mass: 0.5, stiffness: 100, dampingRatio: 1.1), startSpeeds: 0...5000,
      stop: .pixelDistance(1), source: flutterPhysics,
      note:
        "Merged in 2026 and not in this version: another spring for a release beyond the edge (PR 187568)."),
    CatalogueEntry(
      "Flutter iOS", .momentum, CatalogueModel(CarriedMomentum(), 0.000816, 1.967, 40_000),
      source: flutterPhysics),
    CatalogueEntry(
      "Flutter macOS", .fling,
      CatalogueModel(
        ParabolicFling(), [DecelerationRate.decayConstant(ratePerSecond: 0.135), 1400],
        [CatalogueConstant("ratePerSecond", 0.135, "1/s"), CatalogueConstant("deceleration", 1400, "pt/s²")]),
      startSpeeds: 100...64_000, source: flutterFriction),
    CatalogueEntry(
      "Flutter macOS", .overscroll, .rubberBand(0.26), source: flutterPhysics,
      note: "The factor of its fast deceleration rate; on the way back the content follows the finger."),
    CatalogueEntry(
      "Flutter macOS", .bounce, .spring(mass: 0.3, stiffness: 75, dampingRatio: 1.3), startSpeeds: 0...5000,
      stop: .pixelDistance(1), source: flutterPhysics),
    CatalogueEntry(
      "Flutter Android", .fling, flutterAndroid(friction: 0.015),
      source: .file(
        "flutter/flutter", "packages/flutter/lib/src/widgets/scroll_simulation.dart", at: "b2ce50a4")),
    CatalogueEntry(
      "React Native Animated", .fling,
      CatalogueModel(
        ExponentialFling(), [1000 * (1 - 0.998)], [CatalogueConstant("deceleration", 0.998, "1/ms")]),
      stop: .frameStep(0.1),
      source: .file(
        "facebook/react-native", "Libraries/Animated/animations/DecayAnimation.js", at: "3820159d"),
      note: "Its time constant is 1/(1 − rate) ms: 500 where the rate's own is 499.5."),
    CatalogueEntry(
      "Reanimated", .fling, ageing(rate: 0.998, AgeingDecayFling()), stop: .speed(1),
      source: rigidDecay),
    CatalogueEntry(
      "Reanimated, web", .fling, ageing(rate: 0.998, AgeingDecayFling()), stop: .speed(0.05),
      source: rigidDecay),
    CatalogueEntry(
      "Reanimated", .bounce, ageing(rate: 0.998, AgeingReturn(), and: ("rubberBandFactor", 0.6, "1/s")),
      source: .file(
        "software-mansion/react-native-reanimated", "src/animation/decay/rubberBandDecay.ts", at: "798c4a86")
    ),
    CatalogueEntry(
      "ArkUI", .fling, arkUI(friction: 0.75, scale: 1.5), source: arkUI, provenance: .excerpt,
      note:
        "HarmonyOS from API 12 on. The scale is that of 2025, when the motion is handed to an animation that is not read."
    ),
    CatalogueEntry(
      "ArkUI, API 11", .fling, arkUI(friction: 0.7, scale: 1.5), source: arkUI, provenance: .excerpt),
    CatalogueEntry(
      "ArkUI, API 10", .fling, arkUI(friction: 0.6, scale: 1), source: arkUI, provenance: .excerpt),
    CatalogueEntry(
      "ArkUI", .bounce, .spring(response: 0.416, dampingFraction: 0.99), source: arkUI, provenance: .excerpt,
      note: "By other constants of the same source a spring of mass 1, stiffness 228 and damping 30."),
  ]

  /// Flutter's reference velocity fC/0.35, by the speed from which its fling takes 1 s.
  private static func flutterAndroid(friction: Double) -> CatalogueModel {
    let exponent = SplineFling.exponent
    let reference = friction * SplineFling.gravity / SplineFling.inflexion
    let unit = PowerDeceleration(
      initialOffset: 0, initialVelocity: reference, exponent: exponent,
      stopTime: exponent * SplineFling.inflexion)
    return CatalogueModel(
      PowerFling(), [exponent, unit.unitVelocity], [CatalogueConstant("friction", friction)])
  }

  /// k = 4.2 friction; the distance is so many times v₀/k.
  private static func arkUI(friction: Double, scale: Double) -> CatalogueModel {
    CatalogueModel(
      ExponentialFling(distance: .seconds(scale / (4.2 * friction))), [4.2 * friction],
      [CatalogueConstant("friction", friction), CatalogueConstant("FLING_SCALE_K", scale)])
  }

  /// c = 0.1 · 1000 (1 − rate), then the model's other constants.
  private static func ageing(
    rate: Double, _ model: some EngineModel, and others: (String, Double, String)...
  ) -> CatalogueModel {
    CatalogueModel(
      model, [100 * (1 - rate)] + others.map(\.1),
      [CatalogueConstant("deceleration", rate, "1/ms"), CatalogueConstant("SLOPE_FACTOR", 0.1)]
        + others.map { CatalogueConstant($0.0, $0.1, $0.2) })
  }
}
