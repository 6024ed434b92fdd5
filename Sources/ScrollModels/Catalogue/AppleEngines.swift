extension Catalogue {
  /// UIKit's scroll view and AppKit's.
  static let apple = [
    CatalogueEntry(
      "UIScrollView", .fling, .decelerationRate(DecelerationRate.normal), stop: .speed(10),
      source: "UIKit, UIScrollView.DecelerationRate.normal", standing: .recordings,
      note: "The stop speed is measured on iOS 26.5: 9.98 ± 0.11 pt/s.", reference: "UIScrollView normal"),
    CatalogueEntry(
      "UIScrollView, fast", .fling, .decelerationRate(DecelerationRate.fast), stop: .speed(10),
      source: "UIKit, UIScrollView.DecelerationRate.fast", standing: .recordings,
      note: "The stop speed is measured on iOS 26.5: 10.03 ± 0.48 pt/s.", reference: "UIScrollView fast"),
    CatalogueEntry(
      "UIScrollView", .bounce, ChosenLaw(CriticalReturn(), 10.9), stop: .distance(0.5),
      source: "measured by the article 深度剖析UIScrollView与阻尼动画", standing: .recordings,
      note:
        "Where it ends is not measured; half a point is assumed. After an overscroll drag it starts late and inward.",
      reference: "UIScrollView bounce", returnStart: .inwardVelocity),
    CatalogueEntry(
      "UIScrollView", .overscroll, .rubberBand(0.55),
      source: "super-ultra/ScrollMechanics, RubberBand.swift", reference: "UIScrollView rubber band"),
    CatalogueEntry(
      "UIScrollView", .projection,
      .decelerationRate(DecelerationRate.normal, ProjectedDistance(.apple)),
      source: "Designing Fluid Interfaces, WWDC 2018",
      note: "The formula of the talk; recorded targets follow the log formula with a stop speed."),
    CatalogueEntry(
      "AppKit", .fling, ChosenLaw(PowerFling(), 4, 4000), source: "ListViewKit", standing: .unverified,
      note: "A replica's. Fits of recorded trackpad momentum give exponents from 3.3 to 9.6."),
    CatalogueEntry("AppKit", .overscroll, .rubberBand(0.075), source: "ListViewKit"),
    CatalogueEntry(
      "AppKit", .bounce, .elastic(amplitude: 0.31, stiffness: 20, period: 1.6), stop: .pixelDistance(0.5),
      rounding: .offsets(pixels: 1), source: "_NSElasticDeltaForTimeDelta"),
    CatalogueEntry(
      "WebKit macOS", .fling, ChosenLaw(TailedDecayFling(), 0.975, 0.91, 250),
      source: "WebKit, MomentumEventDispatcher.cpp",
      note:
        "Before the system's acceleration curve, which the table has not. It is drawn a frame early and rounded to px."
    ),
    CatalogueEntry(
      "WebKit macOS", .overscroll, ChosenLaw(LinearOverscroll(), 1.0 / 20),
      rounding: .offsets(pixels: 1), source: "WebKit, ScrollElasticityController.mm",
      note: "The first 10 px of the finger do not stretch."),
    CatalogueEntry(
      "WebKit macOS", .bounce, .elastic(amplitude: 0.31, stiffness: 20, period: 1.6),
      stop: .pixelDistance(0.5), rounding: .offsets(pixels: 1),
      source: "WebKit, ScrollElasticityController.mm"),
  ]

  /// Scroll views and animation libraries written for Apple's systems.
  static let appleLibraries = [
    CatalogueEntry(
      "ScrollMechanics", .fling, .decelerationRate(0.998), stop: .distance(0.5),
      source: "super-ultra/ScrollMechanics, DecelerationTimingParameters.swift"),
    CatalogueEntry(
      "ScrollMechanics", .overscroll, .rubberBand(0.55),
      source: "super-ultra/ScrollMechanics, RubberBand.swift"),
    CatalogueEntry(
      "ScrollMechanics", .bounce, .spring(stiffness: 100, dampingRatio: 1), stop: .pixelDistance(0.5),
      source: "super-ultra/ScrollMechanics, SimpleScrollView.swift",
      note: "The sample's spring; the library's own default has stiffness 200."),
    CatalogueEntry(
      "Wave", .projection, .decelerationRate(0.998, ProjectedDistance(.apple)),
      source: "jtrivedi/Wave, UIMathUtilities.swift"),
    CatalogueEntry("Wave", .overscroll, .rubberBand(0.55), source: "jtrivedi/Wave, UIMathUtilities.swift"),
    CatalogueEntry(
      "Wave", .bounce, .spring(response: 0.2, dampingFraction: 0.8), source: "jtrivedi/Wave, Spring.swift",
      note: "The interactive default."),
    CatalogueEntry(
      "Wave, animated", .bounce, .spring(response: 0.82, dampingFraction: 1),
      source: "jtrivedi/Wave, Spring.swift", note: "The default of animations."),
    CatalogueEntry(
      "POP", .fling, .decelerationRate(0.998, ExponentialFling(distance: .millisecondSum)), stop: .speed(5),
      source: "facebookarchive/pop, POPDecayAnimationInternal.h",
      note: "In single precision. It stops at 5 times a threshold, taken as 1 pt/s here."),
    CatalogueEntry(
      "Motion", .fling, .decelerationRate(0.998), rounding: .destination(0.5),
      source: "b3ll/Motion, DecayFunction.swift, DecayAnimation.swift"),
    CatalogueEntry(
      "Motion", .overscroll, .rubberBand(0.55), source: "b3ll/Motion, CustomCustomScrollView.swift"),
    CatalogueEntry(
      "Motion", .bounce, .spring(stiffness: 193.41, damping: 26.70),
      source: "b3ll/Motion, CustomCustomScrollView.swift",
      note:
        "The sample's spring. The library's overdamped branch uses 4ω₀ where 4ω₀² is meant; this one is underdamped."
    ),
    CatalogueEntry(
      "Advance", .fling, .exponential(3), stop: .speed(0.1),
      source: "timdonnelly/Advance, DecayFunction.swift",
      note: "Integrated numerically there."),
    CatalogueEntry(
      "Advance", .bounce, .spring(stiffness: 120, damping: 12), source: "timdonnelly/Advance"),
    CatalogueEntry(
      "fluid-scroll", .fling, .decelerationRate(0.998), stop: .speed(10),
      source: "ktiays/fluid-scroll, scroller.rs, constants.rs"),
    CatalogueEntry(
      "fluid-scroll, fast", .fling, .decelerationRate(0.99), stop: .speed(10),
      source: "ktiays/fluid-scroll, scroller.rs, constants.rs"),
    CatalogueEntry("fluid-scroll", .overscroll, .rubberBand(0.55), source: "ktiays/fluid-scroll"),
    CatalogueEntry(
      "fluid-scroll", .bounce, .spring(response: 0.575, dampingFraction: 1),
      source: "ktiays/fluid-scroll, spring_back.rs"),
    CatalogueEntry(
      "LNCustomScrollView", .fling, .exponential(2), source: "LevisonNN/LNCustomScrollView"),
    CatalogueEntry(
      "LNCustomScrollView", .overscroll, ChosenLaw(ExponentialLinearOverscroll(), 0.88, 0.006, 0.12),
      source: "LevisonNN/LNCustomScrollView"),
  ]
}
