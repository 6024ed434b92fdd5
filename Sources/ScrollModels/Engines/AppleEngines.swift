extension Catalogue {
  private static let mechanics = "super-ultra/ScrollMechanics"
  private static let appKitReplica = CatalogueSource.file(
    "Lakr233/ListViewKit", "Sources/ListScrollView.swift", at: "c6a067b")
  private static let elasticity = CatalogueSource.file(
    "WebKit/WebKit", "Source/WebCore/platform/mac/ScrollElasticityController.mm", at: "8f159422")

  /// UIKit's scroll view and AppKit's.
  static let apple = [
    CatalogueEntry(
      "UIScrollView", .fling, .decelerationRate(DecelerationRate.normal), stop: .speed(10),
      source: .publication("UIKit, UIScrollView.DecelerationRate.normal", version: "iOS 26.5"),
      provenance: .recordings,
      note: "The stop speed is measured: 9.98 ± 0.11 pt/s on iOS 26.5, 10 on iOS 27 (slint-ui/slint).",
      reference: "UIScrollView normal"),
    CatalogueEntry(
      "UIScrollView, fast", .fling, .decelerationRate(DecelerationRate.fast), stop: .speed(10),
      source: .publication("UIKit, UIScrollView.DecelerationRate.fast", version: "iOS 26.5"),
      provenance: .recordings, note: "The stop speed is measured: 10.03 ± 0.48 pt/s.",
      reference: "UIScrollView fast"),
    CatalogueEntry(
      "UIScrollView", .bounce, CatalogueModel(CriticalReturn(), 10.9), stop: .distance(0.5),
      source: .publication("measured by the article 深度剖析UIScrollView与阻尼动画", version: "2017"),
      provenance: .recordings,
      note:
        "Where it ends is not measured; half a point is assumed. After an overscroll drag it starts late and inward.",
      reference: "UIScrollView bounce", returnStart: .inwardVelocity),
    CatalogueEntry(
      "UIScrollView", .overscroll, .rubberBand(0.55),
      source: .file(mechanics, "ScrollMechanics/Sources/RubberBand.swift", at: "587660a"),
      reference: "UIScrollView rubber band"),
    CatalogueEntry(
      "UIScrollView", .projection,
      .decelerationRate(DecelerationRate.normal, ProjectedDistance(.apple)),
      source: .publication("Designing Fluid Interfaces", version: "WWDC 2018"),
      note: "The formula of the talk; recorded targets follow the log formula with a stop speed."),
    CatalogueEntry(
      "AppKit", .fling, CatalogueModel(PowerFling(), 4, 4000), source: appKitReplica,
      note:
        "A replica's, not read in AppKit. Fits of recorded trackpad momentum give exponents from 3.3 to 9.6."),
    CatalogueEntry(
      "AppKit", .overscroll, .rubberBand(0.075), source: appKitReplica, note: "A replica's."),
    CatalogueEntry(
      "AppKit", .bounce, .elastic(amplitude: 0.31, stiffness: 20, period: 1.6), startSpeeds: 0...20_000,
      stop: .pixelDistance(0.5), rounding: .offsets(pixels: 1), source: appKitReplica,
      note: "A replica's of _NSElasticDeltaForTimeDelta."),
    CatalogueEntry(
      "WebKit macOS", .fling, CatalogueModel(TailedDecayFling(), 0.975, 0.91, 250),
      source: .file(
        "WebKit/WebKit", "Source/WebKit/WebProcess/WebPage/MomentumEventDispatcher.cpp", at: "eeb09250"),
      note:
        "Before the system's acceleration curve, which the table has not. It is drawn a frame early and rounded to px."
    ),
    CatalogueEntry(
      "WebKit macOS", .overscroll, CatalogueModel(LinearOverscroll(), 1.0 / 20),
      rounding: .offsets(pixels: 1), source: elasticity,
      note: "The first 10 px of the finger do not stretch."),
    CatalogueEntry(
      "WebKit macOS", .bounce, .elastic(amplitude: 0.31, stiffness: 20, period: 1.6),
      stop: .pixelDistance(0.5), rounding: .offsets(pixels: 1), source: elasticity),
  ]

  private static let wave = "jtrivedi/Wave"
  private static let motionScrollView = CatalogueSource.file(
    "b3ll/Motion", "CustomCustomScrollView.swift", at: "c9a57f9")
  private static let fluidScroll = "ktiays/fluid-scroll"
  private static let levisonScrollView = CatalogueSource.file(
    "LevisonNN/LNCustomScrollView", "LNCustomScrollView/CustomScrollView/LNCustomScrollView.m", at: "4af5755")

  /// Scroll views and animation libraries written for Apple's systems.
  static let appleLibraries = [
    CatalogueEntry(
      "ScrollMechanics", .fling, .decelerationRate(0.998), stop: .distance(0.5),
      source: .file(mechanics, "ScrollMechanics/Sources/DecelerationTimingParameters.swift", at: "587660a")),
    CatalogueEntry(
      "ScrollMechanics", .overscroll, .rubberBand(0.55),
      source: .file(mechanics, "ScrollMechanics/Sources/RubberBand.swift", at: "587660a")),
    CatalogueEntry(
      "ScrollMechanics", .bounce, .spring(stiffness: 100, dampingRatio: 1), stop: .pixelDistance(0.5),
      source: .file(mechanics, "SimpleScrollView.swift", at: "587660a"),
      note: "The sample's spring; the library's own default has stiffness 200."),
    CatalogueEntry(
      "Wave", .projection, .decelerationRate(0.998, ProjectedDistance(.apple)),
      source: .file(wave, "UIMathUtilities.swift", at: "a52498e")),
    CatalogueEntry(
      "Wave", .overscroll, .rubberBand(0.55), source: .file(wave, "UIMathUtilities.swift", at: "a52498e")),
    CatalogueEntry(
      "Wave", .bounce, .spring(response: 0.2, dampingFraction: 0.8),
      source: .file(wave, "Spring.swift", at: "a52498e"), note: "The interactive default."),
    CatalogueEntry(
      "Wave, animated", .bounce, .spring(response: 0.82, dampingFraction: 1),
      source: .file(wave, "Spring.swift", at: "a52498e"), note: "The default of animations."),
    CatalogueEntry(
      "POP", .fling, .decelerationRate(0.998, ExponentialFling(distance: .steps(of: 0.001))),
      stop: .speed(5),
      source: .file("facebookarchive/pop", "pop/POPDecayAnimationInternal.h", at: "87d1f8b"),
      note:
        "A step a millisecond, in single precision. It stops at 5 times a threshold, taken as 1 pt/s here."),
    CatalogueEntry(
      "Motion", .fling, .decelerationRate(0.998), rounding: .destination(0.5),
      source: .file("b3ll/Motion", "DecayFunction.swift", "DecayAnimation.swift", at: "c9a57f9")),
    CatalogueEntry("Motion", .overscroll, .rubberBand(0.55), source: motionScrollView),
    CatalogueEntry(
      "Motion", .bounce, .spring(stiffness: 193.41, damping: 26.70), source: motionScrollView,
      note:
        "The sample's spring. The library's overdamped branch uses 4ω₀ where 4ω₀² is meant; this one is underdamped."
    ),
    CatalogueEntry(
      "Advance", .fling, .exponential(3), stop: .speed(0.1),
      source: .file("timdonnelly/Advance", "DecayFunction.swift", at: "3156e6c"),
      note: "Integrated numerically there."),
    CatalogueEntry(
      "Advance", .bounce, .spring(stiffness: 120, damping: 12),
      source: .file("timdonnelly/Advance", "SpringFunction.swift", at: "3156e6c")),
    CatalogueEntry(
      "fluid-scroll", .fling, .decelerationRate(0.998), stop: .speed(10),
      source: .file(fluidScroll, "src/scroller.rs", "src/constants.rs", at: "fe2965f")),
    CatalogueEntry(
      "fluid-scroll, fast", .fling, .decelerationRate(0.99), stop: .speed(10),
      source: .file(fluidScroll, "src/scroller.rs", "src/constants.rs", at: "fe2965f")),
    CatalogueEntry(
      "fluid-scroll", .overscroll, .rubberBand(0.55),
      source: .file(fluidScroll, "src/rubber_band.rs", at: "fe2965f")),
    CatalogueEntry(
      "fluid-scroll", .bounce, .spring(response: 0.575, dampingFraction: 1),
      source: .file(fluidScroll, "src/spring_back.rs", at: "fe2965f")),
    CatalogueEntry("LNCustomScrollView", .fling, .exponential(2), source: levisonScrollView),
    CatalogueEntry(
      "LNCustomScrollView", .overscroll, CatalogueModel(ExponentialLinearOverscroll(), 0.88, 0.006, 0.12),
      source: levisonScrollView),
  ]
}
