extension Catalogue {
  /// Browsers, desktop toolkits and the web's libraries.
  static let desktop = [
    CatalogueEntry(
      "Chromium", .fling,
      ChosenLaw(
        BezierFling(), [2300, 2.7559e-5 * 96e6],
        [
          CatalogueConstant("pixelDeceleration", 2300, "px/s²"),
          CatalogueConstant("physicalDeceleration", 2.7559e-5, "inch/ms²"),
        ]), rounding: .offsets(pixels: 1),
      source: "Chromium, ui/events/gestures/physics_based_fling_curve.cc",
      note: "On a screen of 96 px an inch. Repeated flings are boosted."),
    CatalogueEntry(
      "Chromium, expcurve", .fling,
      ChosenLaw(
        DriftingFling(), [3.7, 172],
        [
          CatalogueConstant("alpha", -5707.62, "px"), CatalogueConstant("beta", 172, "px/s"),
          CatalogueConstant("gamma", 3.7, "1/s"),
        ]), largestSpeed: 5707.62 * 3.7 - 172, rounding: .offsets(pixels: 1),
      source: "Chromium, ui/events/gestures/fling_curve.cc",
      note: "Touchpads, and touch before 2019. The largest speed is the curve's own, 1.3 s before its end."),
    CatalogueEntry(
      "Chromium, elastic", .overscroll, ChosenLaw(LinearOverscroll(), 1.0 / 20),
      rounding: .offsets(pixels: 1), source: "Chromium, elastic_overscroll_controller_exponential.cc",
      note: "The first 10 px of the finger do not stretch."),
    CatalogueEntry(
      "Chromium, elastic", .bounce, .elastic(amplitude: 0.31, stiffness: 20, period: 1.6),
      stop: .pixelDistance(0.5), rounding: .offsets(pixels: 1),
      source: "Chromium, elastic_overscroll_controller_exponential.cc"),
    CatalogueEntry(
      "Chromium, elastic on Android", .bounce, .elastic(amplitude: 0.2, stiffness: 20, period: 1.1),
      stop: .pixelDistance(0.5), rounding: .offsets(pixels: 1),
      source: "Chromium, elastic_overscroll_controller_exponential.cc"),
    CatalogueEntry(
      "Chromium, elastic on Windows", .overscroll, ChosenLaw(TangentOverscroll(), 0.1, 2),
      rounding: .offsets(pixels: 1), source: "Chromium, elastic_overscroll_controller_bezier.cc"),
    CatalogueEntry(
      "Chromium, elastic on Windows", .bounce, ChosenLaw(BezierReturnLaw(), 35, 0.1, 0.15, 0.3),
      rounding: .offsets(pixels: 1), source: "Chromium, elastic_overscroll_controller_bezier.cc"),
    CatalogueEntry(
      "Chromium, wheel", .snap, ChosenLaw(EasedSnap(duration: .falling), 0.1, 0.2),
      source: "Chromium, scroll_offset_animation_curve.cc, by Flutter's SmoothScrollSimulation"),
    CatalogueEntry(
      "Chromium, keyboard", .snap, ChosenLaw(EasedSnap(duration: .constant), 0.15),
      source: "Chromium, scroll_offset_animation_curve.cc, by Flutter's SmoothScrollSimulation"),
    CatalogueEntry(
      "Chromium, script", .snap, ChosenLaw(EasedSnap(duration: .root), 0.7),
      source: "Chromium, scroll_offset_animation_curve.cc, by Flutter's SmoothScrollSimulation"),
    CatalogueEntry(
      "Firefox", .fling, .decelerationRate(0.998, FrameDecayFling(.exponential)), stop: .speed(10),
      source: "Firefox, DesktopFlingPhysics.h, pref apz.fling_friction",
      note: "On desktops; the friction there is 1 − the rate, 0.002."),
    CatalogueEntry(
      "Firefox", .bounce, .spring(stiffness: 200, dampingRatio: 1.1),
      source: "Firefox, prefs apz.overscroll.spring_stiffness and damping", standing: .unverified,
      note: "The prefs are read from a browser, the law is not. Scroll offsets do not show it."),
    CatalogueEntry(
      "GTK", .fling, .exponential(4), stop: .frameStep(1),
      source: "GTK, gtkkineticscrolling.c, gtkscrolledwindow.c", note: "Also below 1 px/s."),
    CatalogueEntry(
      "GTK", .overscroll,
      ChosenLaw(
        LinearOverscroll(limit: 100), [1],
        [CatalogueConstant("slope", 1), CatalogueConstant("MAX_OVERSHOOT_DISTANCE", 100, "px")]),
      source: "GTK, gtkscrolledwindow.c",
      note: "The limit was 50 px before. The start edge cuts a pull at −50 px."),
    CatalogueEntry(
      "GTK", .bounce,
      ChosenLaw(CriticalReturn(), [20.0 / 2], [CatalogueConstant("OVERSHOOT_FRICTION", 20, "1/s")]),
      stop: .distance(0.1), source: "GTK, gtkkineticscrolling.c, gtkscrolledwindow.c",
      note: "The engine stays that near beside the edge; here it ends on it."),
    CatalogueEntry(
      "WebKit GTK", .fling, .exponential(4), stop: .speed(1), source: "WebKit, ScrollAnimationKinetic.cpp"),
    CatalogueEntry(
      "Windows InteractionTracker", .fling,
      ChosenLaw(
        ExponentialFling(), [DecelerationRate.decayConstant(ratePerSecond: 1 - 0.95)],
        [CatalogueConstant("PositionInertiaDecayRate", 0.95)]), stop: .speed(30),
      source: "unoplatform/uno, interaction-tracker-internals.md"),
    CatalogueEntry(
      "Qt Flickable", .fling, ChosenLaw(ConstantDecelerationFling(), 1500), largestSpeed: 2500,
      source: "Qt, qquickflickablebehavior_p.h",
      note: "Repeated flicks are boosted up to 3 times. 1750 in some versions."),
    CatalogueEntry(
      "Qt Flickable", .overscroll, ChosenLaw(LinearOverscroll(), 0.5),
      source: "Qt, QQuickFlickablePrivate::drag"
    ),
    CatalogueEntry(
      "QScroller", .fling,
      ChosenLaw(
        ConstantDecelerationFling(), [0.125 / 0.0254 * 100],
        [
          CatalogueConstant("DecelerationFactor", 0.125, "m/s²"),
          CatalogueConstant("pixelPerMeter", 100 / 0.0254, "px/m"),
        ]), source: "Qt, qscroller.cpp", note: "The curve OutQuad, its default."),
    CatalogueEntry(
      "QScroller", .overscroll, ChosenLaw(LinearOverscroll(), 0.5),
      source: "Qt, OvershootDragResistanceFactor"),
    CatalogueEntry(
      "Framer Motion", .fling,
      ChosenLaw(
        ExponentialFling(distance: .seconds(0.8)), [1 / 0.325],
        [CatalogueConstant("power", 0.8, "s"), CatalogueConstant("timeConstant", 0.325, "s")]),
      stop: .distance(0.5), source: "motion-dom, inertia"),
    CatalogueEntry(
      "Framer Motion", .bounce, .spring(stiffness: 500, damping: 10), stop: .distance(0.5),
      source: "motion-dom, inertia"),
    CatalogueEntry(
      "Web classics", .fling, ChosenLaw(FrameDecayFling(.perFrame), 0.05),
      source: "ariya, kinetic scrolling", note: "v → 0.95 v each frame of 1/60 s: a time constant of 325 ms."),
    CatalogueEntry(
      "Zynga Scroller", .fling, ChosenLaw(FrameDecayFling(.perFrame), 0.05), stop: .frameStep(0.1),
      source: "zynga/scroller, Scroller.js", standing: .unverified),
    CatalogueEntry(
      "Zynga Scroller", .bounce, ChosenLaw(PenetrationReturn(), 0.05, 0.03, 0.08),
      source: "zynga/scroller, Scroller.js"),
    CatalogueEntry(
      "MobileLikeScroller", .fling, ChosenLaw(QuarticFling(), 7.1397, 25.08, 37.43),
      source: "Stack Overflow 42436224; utsb-fmm", note: "A page is taken to be the viewport."),
  ]
}
