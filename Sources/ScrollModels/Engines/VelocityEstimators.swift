extension Catalogue {
  /// 20 samples within 100 ms, none before a gap of 40 ms: Android's tracker and its descendants.
  private static let tracker = SampleWindow(duration: 0.1, maximumCount: 20, gap: 0.04)
  private static let slint = "slint-ui/slint"

  /// The estimates of the velocity of a release, by engine.
  package static let velocityEstimators = [
    VelocityEstimator(
      "UIScrollView", .differences(weights: [0.05, 0.35, 0.6]),
      gate: VelocityGate(weights: [0.2, 0.8], minimum: 250), speeds: 10...Double.infinity,
      source: .file(
        slint, "internal/core/animations/simulations/bounce.rs",
        "internal/core/animations/simulations/ios.rs",
        at: "10d22e30"),
      note:
        "Fitted there to an iPhone 13 Pro Max with iOS 27. A pause without samples keeps the velocity before it."
    ),
    VelocityEstimator(
      "Flutter iOS", .differences(weights: [0.05, 0.35, 0.6]), pause: 0.04, speeds: 0...8000,
      source: .file(
        "nate-thegrate/flutter", "packages/flutter/lib/src/gestures/velocity_tracker.dart", at: "9c4dd21f"),
      note:
        "IOSScrollViewFlingVelocityTracker, read in a fork of flutter/flutter; the limit is scroll_physics.dart's."
    ),
    VelocityEstimator(
      "Flutter macOS", .differences(weights: [0.2, 0.65, 0.15]), pause: 0.04, speeds: 0...64_000,
      source: .file(
        "nate-thegrate/flutter", "packages/flutter/lib/src/gestures/velocity_tracker.dart", at: "9c4dd21f"),
      note: "MacOSScrollViewFlingVelocityTracker, read in a fork of flutter/flutter."),
    VelocityEstimator(
      "Flutter Android", .parabola(tracker, needsThree: true), pause: 0.04,
      source: .file(
        "nate-thegrate/flutter", "packages/flutter/lib/src/gestures/velocity_tracker.dart", at: "9c4dd21f"),
      note: "VelocityTracker, read in a fork of flutter/flutter."),
    VelocityEstimator(
      "Android", .parabola(tracker, needsThree: false), pause: 0.04, gate: VelocityGate(minimum: 50),
      speeds: 0...8000,
      source: .file("LineageOS/android_frameworks_native", "libs/input/VelocityTracker.cpp", at: "0164277c"),
      note: "The default of this version; the limits are those of ViewConfiguration, not read."),
    VelocityEstimator(
      "Jetpack Compose", .parabola(tracker, needsThree: true), pause: 0.04,
      source: .file(
        "androidx/androidx",
        "compose/ui/ui/src/commonMain/kotlin/androidx/compose/ui/input/pointer/util/VelocityTracker.kt",
        at: "0634aa15")),
    VelocityEstimator(
      "Jetpack Compose, impulse", .impulse(tracker), pause: 0.04,
      source: .file(
        "androidx/androidx",
        "compose/ui/ui/src/commonMain/kotlin/androidx/compose/ui/input/pointer/util/VelocityTracker.kt",
        at: "0634aa15"),
      note: "Its strategy for differential input; Android has it for scroll axes."),
    VelocityEstimator(
      "Chromium", .parabola(tracker, needsThree: false), pause: 0.08,
      source: .file("chromium/chromium", "ui/events/gesture_detection/velocity_tracker.cc", at: "3e1a26c4"),
      provenance: .excerpt,
      note: "Of its strategies the one of Android; which one is the default is not in this file."),
    VelocityEstimator(
      "Avalonia", .parabola(tracker, needsThree: true), pause: 0.04, gate: VelocityGate(minimum: 50),
      speeds: 0...8000,
      source: .file(
        "AvaloniaUI/Avalonia", "src/Avalonia.Base/Input/GestureRecognizers/VelocityTracker.cs", at: "37f3e607"
      )),
    VelocityEstimator(
      "Avalonia, last two samples", .differences(weights: [1]),
      source: .publication("AvaloniaUI/Avalonia, before pull request 9804", version: "2022"),
      provenance: .excerpt, note: "Many web libraries do the same."),
    VelocityEstimator(
      "Slint", .mean(SampleWindow(maximumCount: 5)), pause: 0.1,
      source: .file(
        slint, "internal/core/items/flickable.rs", "internal/core/items/flickable/data_ringbuffer.rs",
        at: "12d762c5")),
    VelocityEstimator(
      "Qt Flickable", .differences(weights: [0, 0.5, 0.5]), speeds: 0...2500,
      source: .file(
        "qt/qtdeclarative", "src/quick/items/qquickflickable.cpp",
        "src/quick/items/qquickflickablebehavior_p.h",
        at: "c4d3c0cc"),
      note: "The newest of three velocities is discarded. Boosts of repeated flicks are left out."),
    VelocityEstimator(
      "Zynga Scroller", .mean(SampleWindow(duration: 0.1)), pause: 0.1, gate: VelocityGate(minimum: 60),
      source: .file("zynga/scroller", "src/Scroller.js", at: "a99b5a9")),
    VelocityEstimator(
      "Leaflet", .mean(SampleWindow(duration: 0.05)), pause: 0.05,
      source: .file("Leaflet/Leaflet", "src/map/handler/DragHandler.js", at: "c96f31a7"),
      note: "The map starts with half of it."),
    VelocityEstimator(
      "OpenLayers", .mean(SampleWindow(duration: 0.1, reference: .release, includesOlder: true)), pause: 0.1,
      gate: VelocityGate(minimum: 50),
      source: .file("openlayers/openlayers", "src/ol/Kinetic.js", at: "58a284c3"),
      note: "Pans of less than 1/60 s are left out there."),
    VelocityEstimator(
      "Framer Motion, drag", .mean(SampleWindow(duration: 0.1, includesOlder: true)),
      source: .file(
        "motiondivision/motion", "packages/framer-motion/src/gestures/pan/PanSession.ts", at: "1b037b00")),
    VelocityEstimator(
      "Pebble OS", .mean(SampleWindow(duration: 0.1, maximumCount: 3)), gate: VelocityGate(minimum: 250),
      speeds: 0...3600,
      source: .file("coredevices/PebbleOS", "src/fw/applib/ui/recognizer/pan.c", at: "eb194795"),
      provenance: .excerpt),
    VelocityEstimator(
      "kitty", .recentSteps(SampleWindow(duration: 0.15, includesOlder: true), interval: 0.008),
      source: .file("kovidgoyal/kitty", "glfw/momentum-scroll.c", at: "16295116"),
      note: "A velocity is a step there, repeated every 8 ms; added to a motion that goes on."),
  ]

  /// The estimate of an engine or, where a variant has none, of the engine that it is one of; nil for none.
  package static func velocityEstimator(of engine: String) -> VelocityEstimator? {
    let names =
      [engine, family(of: engine)] + aliases.filter { $0.alias == engine.lowercased() }.map(\.engine)
    return names.lazy.compactMap { name in
      velocityEstimators.first { $0.name.lowercased() == name.lowercased() }
    }.first
  }
}
