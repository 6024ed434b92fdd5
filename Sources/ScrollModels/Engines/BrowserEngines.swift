extension Catalogue {
  private static func chromium(_ path: String, at commit: String) -> CatalogueSource {
    .file("chromium/chromium", path, at: commit)
  }

  private static let exponentialElasticity = chromium(
    "third_party/blink/renderer/platform/widget/input/elastic_overscroll_controller_exponential.cc",
    at: "4c58b9ed")
  private static let bezierElasticity = chromium(
    "third_party/blink/renderer/platform/widget/input/elastic_overscroll_controller_bezier.cc", at: "e130f1da"
  )
  private static let scrollOffsetCurve = chromium(
    "cc/animation/scroll_offset_animation_curve.cc", at: "f24a8e13")

  /// Browsers, and what Windows scrolls with.
  static let browsers = [
    CatalogueEntry(
      "Chromium", .fling,
      CatalogueModel(
        BezierFling(), [2300, 2.7559e-5 * 96e6],
        [
          CatalogueConstant("pixelDeceleration", 2300, "px/s²"),
          CatalogueConstant("physicalDeceleration", 2.7559e-5, "inch/ms²"),
        ]), rounding: .offsets(pixels: 1),
      source: chromium("ui/events/gestures/physics_based_fling_curve.cc", at: "be5cd41e"),
      note: "On a screen of 96 px an inch. Repeated flings are boosted."),
    CatalogueEntry(
      "Chromium, expcurve", .fling,
      CatalogueModel(
        DriftingFling(), [3.7, 172],
        [
          CatalogueConstant("alpha", -5707.62, "px"), CatalogueConstant("beta", 172, "px/s"),
          CatalogueConstant("gamma", 3.7, "1/s"),
        ]), startSpeeds: 0...(5707.62 * 3.7 - 172), rounding: .offsets(pixels: 1),
      source: chromium("ui/events/gestures/fling_curve.cc", at: "be5cd41e"),
      note: "Touchpads, and touch before 2019. The maximum speed is the curve's own, 1.3 s before its end."),
    CatalogueEntry(
      "Chromium, elastic", .overscroll, CatalogueModel(LinearOverscroll(), 1.0 / 20),
      rounding: .offsets(pixels: 1), source: exponentialElasticity,
      note: "The first 10 px of the finger do not stretch.", showsInOffsets: false),
    CatalogueEntry(
      "Chromium, elastic", .bounce, .elastic(amplitude: 0.31, stiffness: 20, period: 1.6),
      stop: .pixelDistance(0.5), rounding: .offsets(pixels: 1), source: exponentialElasticity,
      showsInOffsets: false),
    CatalogueEntry(
      "Chromium, elastic on Android", .bounce, .elastic(amplitude: 0.2, stiffness: 20, period: 1.1),
      stop: .pixelDistance(0.5), rounding: .offsets(pixels: 1), source: exponentialElasticity,
      showsInOffsets: false),
    CatalogueEntry(
      "Chromium, elastic on Windows", .overscroll, CatalogueModel(TangentOverscroll(), 0.1, 2),
      rounding: .offsets(pixels: 1), source: bezierElasticity, showsInOffsets: false),
    CatalogueEntry(
      "Chromium, elastic on Windows", .bounce, CatalogueModel(BezierReturnModel(), 35, 0.1, 0.15, 0.3),
      rounding: .offsets(pixels: 1), source: bezierElasticity, showsInOffsets: false),
    CatalogueEntry(
      "Chromium, wheel", .snap, CatalogueModel(EasedSnap(duration: .falling), 0.1, 0.2),
      source: scrollOffsetCurve, note: "By Flutter's SmoothScrollSimulation."),
    CatalogueEntry(
      "Chromium, keyboard", .snap, CatalogueModel(EasedSnap(duration: .constant), 0.15),
      source: scrollOffsetCurve, note: "By Flutter's SmoothScrollSimulation."),
    CatalogueEntry(
      "Chromium, script", .snap, CatalogueModel(EasedSnap(duration: .root), 0.7),
      source: scrollOffsetCurve, note: "By Flutter's SmoothScrollSimulation."),
    CatalogueEntry(
      "Chromium, script of 156", .snap,
      CatalogueModel(EasedSnap(duration: .root, easing: .bezier(UnitBezier(0.4, 0, 0, 1))), 3),
      rounding: .offsets(pixels: 1),
      source: .publication(
        "a recorded scroll of 2000 px: (.39, .01, 0, 1) in 0.74 s, rms 0.3 px", version: "Chromium 156"),
      provenance: .recordings, note: "The longest time is that of scroll_offset_animation_curve.cc."),
    CatalogueEntry(
      "Firefox", .fling, .decelerationRate(0.998, FrameDecayFling(.exponential)), stop: .speed(10),
      source: .file("mozilla/gecko-dev", "gfx/layers/apz/src/DesktopFlingPhysics.h", at: "2003ac5e"),
      note:
        "On desktops; the friction there, pref apz.fling_friction, is 1 − the rate, 0.002."
    ),
    CatalogueEntry(
      "Firefox", .overscroll, CatalogueModel(ExponentialOverscroll(), 16),
      source: .file("mozilla/gecko-dev", "gfx/layers/apz/src/Axis.cpp", at: "944913a6"),
      provenance: .excerpt,
      note: "There ds = (1 − s/W)/16 dx by events, at most 8 px each, whose integral this is.",
      showsInOffsets: false),
    CatalogueEntry(
      "Firefox", .bounce, .spring(stiffness: 200, dampingRatio: 1.1),
      source: .file(
        "mozilla/gecko-dev", "gfx/layers/AxisPhysicsMSDModel.cpp", "prefs apz.overscroll.spring_*",
        at: "c20f9e12"),
      note: "The prefs are read from a browser. Scroll offsets do not show it.", showsInOffsets: false),
    CatalogueEntry(
      "Firefox Android", .fling, CatalogueModel(SplineFling(), 0.015), stop: .pixelDistance(0.1),
      source: .file(
        "mozilla/gecko-dev", "gfx/layers/apz/src/AndroidFlingPhysics.cpp",
        "prefs apz.android.chrome_fling_physics.*", at: "2003ac5e"),
      provenance: .excerpt, note: "The law is read whole, its prefs are not; inflexion 0.35."),
    CatalogueEntry(
      "WebKit GTK", .fling, .exponential(4), stop: .speed(1),
      source: .file("WebKit/WebKit", "Source/WebCore/platform/ScrollAnimationKinetic.cpp", at: "462a6698")),
    CatalogueEntry(
      "Servo", .fling, CatalogueModel(FrameDecayFling(.perFrame), 0.05), startSpeeds: 180...4000,
      source: .file("servo/servo", "components/paint/touch.rs", at: "d320a4f3"),
      note: "Starts above 3 px a frame. Wheels: × 0.98 a frame down to 1, in a branch."),
    CatalogueEntry(
      "Windows InteractionTracker", .fling,
      CatalogueModel(
        ExponentialFling(), [DecelerationRate.decayConstant(ratePerSecond: 1 - 0.95)],
        [CatalogueConstant("PositionInertiaDecayRate", 0.95)]), stop: .speed(30),
      source: .file(
        "unoplatform/uno", "doc/articles/uno-development/interaction-tracker-internals.md", at: "7b58a471")),
  ]
}
