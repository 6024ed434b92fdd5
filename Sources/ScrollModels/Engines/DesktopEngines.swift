extension Catalogue {
  private static let gtk = CatalogueSource.file(
    "GNOME/gtk", "gtk/gtkkineticscrolling.c", "gtk/gtkscrolledwindow.c", at: "d8de23be")
  private static let flickable = CatalogueSource.file(
    "qt/qtdeclarative", "src/quick/items/qquickflickable.cpp", "qquickflickablebehavior_p.h", at: "c4d3c0cc")
  private static let scroller = CatalogueSource.file(
    "qt/qtbase", "src/widgets/util/qscroller.cpp", "qscrollerproperties.cpp", at: "0008bb24")
  private static let slintIOS = CatalogueSource.file(
    "slint-ui/slint", "internal/core/animations/simulations/bounce.rs", "rubber_band.rs", at: "10d22e30")
  private static func kivy(_ file: String, at version: String) -> CatalogueSource {
    .file("kivy/kivy", "kivy/effects/\(file).py", at: version)
  }

  /// The meter in px of a screen of 100 px an inch.
  private static let meter = 100 / 0.0254

  /// Desktop toolkits.
  static let desktop = [
    CatalogueEntry(
      "GTK", .fling, .exponential(4), stop: .frameStep(1), source: gtk, note: "Also below 1 px/s."),
    CatalogueEntry(
      "GTK", .overscroll,
      CatalogueModel(
        LinearOverscroll(limit: 100), [1],
        [CatalogueConstant("slope", 1), CatalogueConstant("MAX_OVERSHOOT_DISTANCE", 100, "px")]),
      source: gtk, note: "The limit was 50 px before. The start edge cuts a pull at −50 px.",
      showsInOffsets: false),
    CatalogueEntry(
      "GTK", .bounce,
      CatalogueModel(CriticalReturn(), [20.0 / 2], [CatalogueConstant("OVERSHOOT_FRICTION", 20, "1/s")]),
      stop: .distance(0.1), source: gtk,
      note: "The engine stays that near beside the edge; here it ends on it.", showsInOffsets: false),
    CatalogueEntry(
      "Qt Flickable", .fling, CatalogueModel(ConstantDecelerationFling(), 1500), startSpeeds: 0...2500,
      source: flickable,
      note: "Repeated flicks from 1250 px/s on are boosted up to 3 times. 5000 px/s² on BlackBerry."),
    CatalogueEntry(
      "Qt Flickable", .overscroll, CatalogueModel(LinearOverscroll(), 0.5), source: flickable,
      note: "A flick goes at most 150 px beyond the edge."),
    CatalogueEntry(
      "Qt Flickable", .bounce,
      CatalogueModel(
        EasedSnap(duration: .constant, easing: .squareThenExponential), [0.4],
        [CatalogueConstant("fixupDuration", 0.4, "s")]),
      source: flickable),
    CatalogueEntry(
      "QScroller", .fling,
      CatalogueModel(
        ConstantDecelerationFling(), [0.125 * meter],
        [
          CatalogueConstant("DecelerationFactor", 0.125, "m/s²"),
          CatalogueConstant("pixelPerMeter", meter, "px/m"),
        ]), startSpeeds: (0.05 * meter)...(0.5 * meter), source: scroller,
      note: "The curve OutQuad, its default. A flick within 1.25 s of another starts up to 3 times as fast."),
    CatalogueEntry(
      "QScroller", .overscroll, CatalogueModel(LinearOverscroll(), 0.5), source: scroller,
      note: "At most half of the viewport."),
    CatalogueEntry(
      "QScroller", .bounce,
      CatalogueModel(
        EasedSnap(duration: .constant, easing: .powerOut(2)), [0.7 * 0.7],
        [CatalogueConstant("OvershootScrollTime", 0.7, "s")]),
      source: scroller, note: "0.35 s on Windows. 0.7 of that time is the way back."),
    CatalogueEntry(
      "Kivy 2", .fling, .kivyFriction(FrameDecayFling(.euler)), stop: .frameStep(0.1),
      source: kivy("kinetic", at: "2.3.1"), note: "Also below 0.5 px/s."),
    CatalogueEntry(
      "Kivy 2", .overscroll, CatalogueModel(RootOverscroll(), 200), source: kivy("dampedscroll", at: "2.3.1"),
      note: "Its spring pulls meanwhile."),
    CatalogueEntry(
      "Kivy 2", .bounce,
      .kivyFriction(
        FrameSpringReturn(),
        and: [
          CatalogueConstant("edge_damping", 0.25), CatalogueConstant("spring_constant", 2),
          CatalogueConstant("softness", 200, "pt"),
        ]), source: kivy("dampedscroll", at: "2.3.1")),
    CatalogueEntry(
      "Kivy 3", .fling, .kivyFriction(FrameDecayFling(.euler)), stop: .frameStep(0.1),
      source: kivy("kinetic", at: "26f870bb"), note: "Also below 0.5 px/s."),
    CatalogueEntry(
      "Kivy 3", .overscroll,
      CatalogueModel(
        ScaledRootOverscroll(), [0.55 / 2, 0.55], [CatalogueConstant("rubber_band_coeff", 0.55)]),
      source: kivy("dampedscroll", at: "26f870bb"),
      note:
        "A rubber band's quotient times ½ on each event, whose integral this is. W is the content's length there, the viewport's here."
    ),
    CatalogueEntry(
      "Kivy 3", .bounce,
      CatalogueModel(
        EulerSpringReturn(), [(100 as Double).squareRoot(), 0.05 / 0.017],
        [
          CatalogueConstant("spring_stiffness", 100, "1/s²"), CatalogueConstant("friction", 0.05),
          CatalogueConstant("std_dt", 0.017, "s"),
        ]), source: kivy("dampedscroll", at: "26f870bb"),
      note: "From half a point on it glides on inside the edge, which is left out."),
    CatalogueEntry(
      "Slint", .fling, CatalogueModel(ConstantDecelerationFling(), 2000),
      source: .file("slint-ui/slint", "internal/core/items/flickable.rs", at: "12d762c5"),
      note: "A wheel moves for 180 ms by it."),
    CatalogueEntry("Slint iOS", .fling, .ratePerSecond(0.135), stop: .speed(10), source: slintIOS),
    CatalogueEntry("Slint iOS", .overscroll, .rubberBand(0.55), source: slintIOS),
    CatalogueEntry(
      "Slint iOS", .bounce, CatalogueModel(CriticalReturn(), 10.67037), startSpeeds: 0...5000,
      stop: .distance(0.5),
      source: slintIOS,
      note:
        "A held pull returns with v₀ = −(5.470122 + 4.825567 d²/(165.8656² + d²)) d. Where it ends is not read; half a point is assumed."
    ),
    CatalogueEntry(
      "Avalonia", .fling, .ratePerSecond(0.15, FrameDecayFling(.exponential)), stop: .speed(5),
      source: .file(
        "AvaloniaUI/Avalonia", "src/Avalonia.Base/Input/GestureRecognizers/ScrollGestureRecognizer.cs",
        at: "37f3e607")),
    CatalogueEntry(
      "Avalonia, iOS trackpad", .fling, CatalogueModel(FrameDecayFling(.perFrame), 0.05),
      source: .file("AvaloniaUI/Avalonia", "src/iOS/Avalonia.iOS/InputHandler.cs", at: "37f3e607")),
    CatalogueEntry(
      "JavaFX", .fling,
      CatalogueModel(
        ConstantDecelerationFling(), [1000 / 1.5],
        [
          CatalogueConstant("MAX_INITIAL_VELOCITY", 1000, "px/s"),
          CatalogueConstant("SCROLL_INERTIA_MILLIS", 1500, "ms"),
        ]), startSpeeds: 0...1000,
      source: .file(
        "openjdk/jfx",
        "modules/javafx.graphics/src/main/java/com/sun/javafx/tk/quantum/ScrollGestureRecognizer.java",
        at: "011017b7"),
      note: "Touch. The 1.5 s are those of the highest velocity: others take less in proportion."),
    CatalogueEntry(
      "egui", .fling, CatalogueModel(ConstantDecelerationFling(), 1000), stop: .speed(20),
      source: .file("emilk/egui", "crates/egui/src/containers/scroll_area.rs", at: "97603fc0")),
    CatalogueEntry(
      "VS Code", .fling,
      CatalogueModel(
        ConstantDecelerationFling(), [5000], [CatalogueConstant("SCROLL_FRICTION", -0.005, "px/ms²")]),
      source: .file("microsoft/vscode", "src/vs/base/browser/touch.ts", at: "00db1968"),
      note: "Touch. By frames, the velocity first: that of a curve that starts with half a frame's loss."),
    CatalogueEntry(
      "Clay", .fling, CatalogueModel(FrameDecayFling(.perFrame), 0.05), stop: .frameStep(0.1),
      source: .file("nicbarker/clay", "clay.h", at: "448e800")),
    CatalogueEntry(
      "niri", .projection, .decelerationRate(0.997, ProjectedDistance(.log)),
      source: .file("YaLTeR/niri", "src/input/swipe_tracker.rs", at: "f30db163"), note: "Touchpad swipes."),
  ]

  /// Terminals, editors and tools that scroll other programs.
  static let tools = [
    CatalogueEntry(
      "kitty", .fling, .perStep(0.96, every: 0.008), startSpeeds: 0...(100 / 0.008),
      stop: .speed(0.5 / 0.008),
      source: .file("kovidgoyal/kitty", "glfw/momentum-scroll.c", at: "9475a58f"),
      note: "Steps of 8 ms for touchpads; the default timer has 10 ms."),
    CatalogueEntry(
      "hypr-kinetic-scroll", .fling, .perStep(0.92, every: 0.016), stop: .speed(0.5 / 0.016),
      source: .file("savonovv/hypr-kinetic-scroll", "kinetic.cpp", "main.cpp", at: "1e77fb6"),
      note: "Its README sets 0.99 every 8 ms, stopping below 1.3 px."),
    CatalogueEntry(
      "Mac Mouse Fix, trackpad", .fling, CatalogueModel(DragFling(), 30, 0.7), stop: .speed(1),
      source: mouseFix,
      note: "A power-deceleration of exponent 4.33."),
    CatalogueEntry(
      "Mac Mouse Fix, medium", .fling, CatalogueModel(DragFling(), 15, 1.05), stop: .speed(30),
      source: mouseFix),
    CatalogueEntry(
      "Mac Mouse Fix, low", .fling, CatalogueModel(DragFling(), 23, 1), stop: .speed(30), source: mouseFix),
    CatalogueEntry(
      "comfortable-motion.vim", .fling,
      CatalogueModel(
        DriftingFling(), [2, 80.0 / 2],
        [CatalogueConstant("friction", 80, "line/s²"), CatalogueConstant("air_drag", 2, "1/s")]),
      source: .file("yuttie/comfortable-motion.vim", "autoload/comfortable_motion.vim", at: "e20aeaf"),
      note: "Offsets in lines of text."),
    CatalogueEntry(
      "vim-smoothie", .snap,
      CatalogueModel(
        DistanceSpeedReturn(step: 0.02), [10, 10, 0.9],
        [
          CatalogueConstant("speed_constant_factor", 10, "line/s"),
          CatalogueConstant("speed_linear_factor", 10), CatalogueConstant("speed_exponentiation_factor", 0.9),
        ]), source: .file("psliwka/vim-smoothie", "autoload/smoothie.vim", at: "df1e324"),
      note: "Offsets in lines of text."),
    CatalogueEntry(
      "KOReader", .fling,
      CatalogueModel(
        ExponentialFling(distance: .steps(of: 1.0 / 30)),
        [DecelerationRate.decayConstant(ratePerSecond: 0.2)],
        [CatalogueConstant("scroll_friction", 0.2, "1/s"), CatalogueConstant("interval", 1.0 / 30, "s")]),
      rounding: .offsets(pixels: 1),
      source: .file("koreader/koreader", "frontend/apps/reader/modules/readerscrolling.lua", at: "fc888876"),
      note: "Whole px a step; it ends where a step has at most 2, and slows down faster before."),
  ]

  private static let mouseFix = CatalogueSource.file(
    "noah-nuebling/mac-mouse-fix", "Shared/Math/Curves/DragCurve.swift",
    "Helper/Core/Config/ScrollConfig.swift",
    at: "98fa6631")
}

extension CatalogueModel {
  /// Kivy's friction, in a time of its own, and a model's other constants.
  fileprivate static func kivyFriction(_ model: some EngineModel, and others: [CatalogueConstant] = [])
    -> CatalogueModel
  {
    CatalogueModel(
      model, [0.05 / 0.017] + others.map(\.value),
      [CatalogueConstant("friction", 0.05), CatalogueConstant("std_dt", 0.017, "s")] + others)
  }
}
