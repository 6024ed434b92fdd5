extension Catalogue {
  /// Android and the cross-platform frameworks for phones.
  static let mobile = [
    CatalogueEntry(
      "Android", .fling, ChosenLaw(SplineFling(), 0.015), rounding: .offsets(pixels: 1),
      source: "AOSP, OverScroller.java", note: "Time cut to whole milliseconds, distance to whole pixels."),
    CatalogueEntry(
      "Android", .bounce, ChosenLaw(ThrownReturnLaw(), 2000, 0.5), rounding: .offsets(pixels: 1),
      source: "AOSP, OverScroller.java",
      note: "The reach is what ScrollView asks for, unverified; its view shows less of it."),
    CatalogueEntry(
      "Jetpack Compose, exponentialDecay", .fling, .exponential(4.2), stop: .speed(0.1),
      source: "androidx, FloatDecayAnimationSpec.kt"),
    CatalogueEntry(
      "Compose iOS", .fling, .decelerationRate(0.998), stop: .speed(0.5),
      source: "JetBrains/compose-multiplatform-core, CupertinoScrollDecayAnimationSpec",
      note: "Flings below 500 pt/s did not start at one time (PR 700)."),
    CatalogueEntry(
      "Compose iOS", .overscroll, .rubberBand(0.55),
      source: "JetBrains/compose-multiplatform-core, CupertinoOverscrollEffect.ios.kt"),
    CatalogueEntry(
      "Compose iOS", .bounce, .spring(stiffness: 120, dampingRatio: 1), stop: .pixelDistance(0.5),
      source: "JetBrains/compose-multiplatform-core, CupertinoOverscrollEffect.ios.kt",
      note: "Of a fling into the edge."),
    CatalogueEntry(
      "Compose iOS, release", .bounce, ChosenLaw(CutReturnLaw(), 6.625, 0.2, 0.4, 120),
      source: "JetBrains/compose-multiplatform-core, CupertinoOverscrollEffect.ios.kt",
      note: "Let go beyond the edge with |v₀| < √300 |d|."),
    CatalogueEntry(
      "Compose iOS, fast release", .bounce, .spring(stiffness: 300, dampingRatio: 1),
      stop: .pixelDistance(0.5),
      source: "JetBrains/compose-multiplatform-core, CupertinoOverscrollEffect.ios.kt",
      note: "Let go beyond the edge with |v₀| ≥ √300 |d|."),
    CatalogueEntry(
      "Flutter iOS", .fling, .ratePerSecond(0.135), stop: .pixelSpeed(20),
      source: "Flutter, friction_simulation.dart, scroll_simulation.dart"),
    CatalogueEntry(
      "Flutter iOS", .overscroll, .rubberBand(0.52), source: "Flutter, scroll_physics.dart",
      note: "There ds = 0.52 (1 − s/W)² dx by events, whose integral this is."),
    CatalogueEntry(
      "Flutter iOS", .bounce, .spring(mass: 0.5, stiffness: 100, dampingRatio: 1.1), largestSpeed: 5000,
      stop: .pixelDistance(1), source: "Flutter, scroll_physics.dart"),
    CatalogueEntry(
      "Flutter iOS", .momentum, ChosenLaw(CarriedMomentum(), 0.000816, 1.967, 40_000),
      source: "Flutter, scroll_physics.dart"),
    CatalogueEntry(
      "Flutter macOS", .fling,
      ChosenLaw(
        ParabolicFling(), [DecelerationRate.decayConstant(ratePerSecond: 0.135), 1400],
        [CatalogueConstant("ratePerSecond", 0.135, "1/s"), CatalogueConstant("deceleration", 1400, "pt/s²")]),
      source: "Flutter, friction_simulation.dart, scroll_physics.dart"),
    CatalogueEntry(
      "Flutter macOS", .overscroll, .rubberBand(0.26), source: "Flutter, scroll_physics.dart",
      note: "The factor of its fast deceleration rate."),
    CatalogueEntry(
      "Flutter macOS", .bounce, .spring(mass: 0.3, stiffness: 75, dampingRatio: 1.3), largestSpeed: 5000,
      stop: .pixelDistance(1), source: "Flutter, scroll_physics.dart"),
    CatalogueEntry(
      "Flutter Android", .fling, flutterAndroid(friction: 0.015), source: "Flutter, scroll_simulation.dart"),
    CatalogueEntry(
      "React Native Animated", .fling,
      ChosenLaw(
        ExponentialFling(), [1000 * (1 - 0.998)], [CatalogueConstant("deceleration", 0.998, "1/ms")]),
      stop: .frameStep(0.1), source: "React Native, DecayAnimation.js",
      note: "Its time constant is 1/(1 − rate) ms: 500 where the rate's own is 499.5."),
    CatalogueEntry(
      "Reanimated", .fling, ageing(rate: 0.998, AgeingDecayFling()), stop: .speed(1),
      source: "Reanimated, animation/decay/rigidDecay.ts"),
    CatalogueEntry(
      "Reanimated, web", .fling, ageing(rate: 0.998, AgeingDecayFling()), stop: .speed(0.05),
      source: "Reanimated, animation/decay/rigidDecay.ts"),
    CatalogueEntry(
      "Reanimated", .bounce, ageing(rate: 0.998, AgeingReturn(), and: ("rubberBandFactor", 0.6, "1/s")),
      source: "Reanimated, animation/decay/rubberBandDecay.ts"),
    CatalogueEntry(
      "Kivy", .fling,
      ChosenLaw(
        FrameDecayFling(.euler), [0.05 / 0.017],
        [CatalogueConstant("friction", 0.05), CatalogueConstant("std_dt", 0.017, "s")]),
      stop: .frameStep(0.1), source: "Kivy, kivy/effects/kinetic.py"),
    CatalogueEntry(
      "Kivy", .overscroll, ChosenLaw(RootOverscroll(), 200), source: "Kivy, kivy/effects/dampedscroll.py",
      note: "Its spring pulls meanwhile."),
    CatalogueEntry(
      "Kivy", .bounce,
      ChosenLaw(
        FrameSpringReturn(), [0.05 / 0.017, 0.25, 2, 200],
        [
          CatalogueConstant("friction", 0.05), CatalogueConstant("std_dt", 0.017, "s"),
          CatalogueConstant("edge_damping", 0.25), CatalogueConstant("spring_constant", 2),
          CatalogueConstant("softness", 200, "pt"),
        ]), source: "Kivy, kivy/effects/dampedscroll.py"),
    CatalogueEntry(
      "Unity", .fling, .ratePerSecond(0.135, FrameDecayFling(.exponential)), stop: .speed(1),
      source: "Unity uGUI, ScrollRect", note: "The stop speed is unverified."),
    CatalogueEntry("Unity", .overscroll, .rubberBand(0.55), source: "Unity uGUI, ScrollRect, RubberDelta"),
    CatalogueEntry(
      "Unity", .bounce, ChosenLaw(SmoothDampReturn(), 0.1),
      source: "Unity uGUI, ScrollRect, elasticity", note: "The formula of SmoothDamp is unverified."),
  ]

  /// Flutter's reference velocity fC/0.35, by the speed from which its fling takes 1 s.
  private static func flutterAndroid(friction: Double) -> ChosenLaw {
    let exponent = SplineFling.exponent
    let reference = friction * SplineFling.gravity / SplineFling.inflexion
    let unit = PowerDeceleration(
      initialOffset: 0, initialVelocity: reference, exponent: exponent,
      stopTime: exponent * SplineFling.inflexion)
    return ChosenLaw(
      PowerFling(), [exponent, unit.unitVelocity], [CatalogueConstant("friction", friction)])
  }

  /// c = 0.1 · 1000 (1 − rate), then the law's other constants.
  private static func ageing(
    rate: Double, _ law: some EngineLaw, and others: (String, Double, String)...
  ) -> ChosenLaw {
    ChosenLaw(
      law, [100 * (1 - rate)] + others.map(\.1),
      [CatalogueConstant("deceleration", rate, "1/ms"), CatalogueConstant("SLOPE_FACTOR", 0.1)]
        + others.map { CatalogueConstant($0.0, $0.1, $0.2) })
  }
}
