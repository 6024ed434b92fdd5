import Elementary

extension Catalogue {
  private static let framer = CatalogueSource.file(
    "motiondivision/motion", "packages/motion-dom/src/animation/generators/inertia.ts", at: "1b037b00")
  private static let framerDrag = CatalogueSource.file(
    "motiondivision/motion", "packages/framer-motion/src/gestures/drag/VisualElementDragControls.ts",
    "utils/constraints.ts", at: "1b037b00")
  private static let zynga = CatalogueSource.file("zynga/scroller", "src/Scroller.js", at: "a99b5a9")
  private static let iScroll = CatalogueSource.file(
    "cubiq/iscroll", "src/utils.js", "src/core.js", at: "60ed6f8")
  private static let betterScroll = CatalogueSource.file(
    "ustbhuangyi/better-scroll", "packages/core/src/scroller/Behavior.ts", "packages/core/src/Options.ts",
    "packages/shared-utils/src/ease.ts", at: "f87fbd16")
  private static let lenis = CatalogueSource.file(
    "darkroomengineering/lenis", "packages/core/src/lenis.ts", "packages/core/src/maths.ts", at: "82f782e")
  private static let gravity = CatalogueSource.file(
    "dcloudio/uni-app", "packages/uni-components/src/helpers/scroller/Scroll.ts", at: "67f68d9e")
  private static let enyo = CatalogueSource.file("enyojs/enyo", "src/ScrollMath.js", at: "14fe0017")

  static func linearOverscroll(_ slope: Double) -> CatalogueModel {
    CatalogueModel(LinearOverscroll(), slope)
  }

  static func eased(_ easing: Easing, _ seconds: Double) -> CatalogueModel {
    CatalogueModel(EasedSnap(duration: .constant, easing: easing), seconds)
  }

  /// Framer's inertia: so many seconds of the velocity, with a time constant.
  private static func inertia(power: Double, timeConstant: Double) -> CatalogueModel {
    CatalogueModel(
      ExponentialFling(distance: .seconds(power)), [1 / timeConstant],
      [CatalogueConstant("power", power, "s"), CatalogueConstant("timeConstant", timeConstant, "s")])
  }

  /// iScroll's throw: D = v₀²/(2a) in |v₀|/a.
  private static func iScrollThrow(_ easing: Easing) -> CatalogueModel {
    CatalogueModel(
      EasedThrow(time: .proportional(), distance: .square(0.5), easing: easing), [600],
      [CatalogueConstant("deceleration", 0.0006, "px/ms²")])
  }

  /// Libraries that scroll web pages and apps made of them.
  static let web = [
    CatalogueEntry(
      "Framer Motion", .fling, inertia(power: 0.8, timeConstant: 0.325), stop: .distance(0.5), source: framer,
      note: "The generator's defaults."),
    CatalogueEntry(
      "Framer Motion", .bounce, .spring(stiffness: 500, damping: 10), stop: .distance(0.5), source: framer,
      note: "The generator's defaults."),
    CatalogueEntry(
      "Framer Motion, drag", .fling, inertia(power: 0.8, timeConstant: 0.75), stop: .distance(0.5),
      source: framerDrag),
    CatalogueEntry(
      "Framer Motion, drag", .bounce, .spring(stiffness: 200, damping: 40), stop: .distance(0.5),
      source: framerDrag),
    CatalogueEntry("Framer Motion, drag", .overscroll, linearOverscroll(0.35), source: framerDrag),
    CatalogueEntry(
      "Ariya", .fling, inertia(power: 0.8, timeConstant: 0.325), stop: .distance(0.5),
      source: .file("ariya/kinetic", "2/scroll.js", "3/scroll.js", at: "b0ce308"),
      note: "Exact in time; Framer Motion has its numbers from here."),
    CatalogueEntry(
      "Zynga Scroller", .fling, CatalogueModel(FrameDecayFling(.perFrame), 0.05),
      startSpeeds: 60...Double.infinity, stop: .frameStep(0.001), source: zynga,
      note: "Starts above 1 px a frame; with snapping it stops below 4."),
    CatalogueEntry(
      "Zynga Scroller", .overscroll, linearOverscroll(0.5), source: zynga,
      note: "Of each move from beyond the edge."),
    CatalogueEntry(
      "Zynga Scroller", .bounce, CatalogueModel(PenetrationReturn(), 0.05, 0.03, 0.08), source: zynga),
    CatalogueEntry(
      "ScrollBooster", .fling, CatalogueModel(FrameDecayFling(.perFrame), 0.05), stop: .frameStep(0.01),
      source: .file("ilyashubin/scrollbooster", "src/index.js", at: "31ee2d1"),
      note: "v → 0.95 v each frame of 1/60 s: a time constant of 325 ms."),
    CatalogueEntry(
      "ScrollBooster", .bounce, CatalogueModel(EdgeForceReturn(), 0.05, 0.1), stop: .distance(0.5),
      source: .file("ilyashubin/scrollbooster", "src/index.js", at: "31ee2d1")),
    CatalogueEntry(
      "Impetus", .fling, CatalogueModel(FrameDecayFling(.perFrame), 0.08), startSpeeds: 60...Double.infinity,
      stop: .frameStep(0.3), source: .file("chrisbateman/impetus", "src/Impetus.js", at: "ef9fefe")),
    CatalogueEntry(
      "Impetus", .bounce,
      CatalogueModel(PenetrationReturn(order: .slowsFirst, rebound: 2.5), 0.08, 0.04, 0.11),
      source: .file("chrisbateman/impetus", "src/Impetus.js", at: "ef9fefe"),
      note: "It ends up to 0.3 px inside the edge, here on it."),
    CatalogueEntry(
      "iScroll", .fling, iScrollThrow(.bezier(UnitBezier(0.1, 0.57, 0.1, 1))), source: iScroll,
      note: "Into an edge: W v/20 beyond it, v in px/ms, along a Bézier curve near 1 − (1 − u)²."),
    CatalogueEntry(
      "iScroll, without transitions", .fling, iScrollThrow(.circularOut), source: iScroll,
      note: "The infinite scroller and the probe; the infinite one decelerates with 4000 px/s²."),
    CatalogueEntry("iScroll", .overscroll, linearOverscroll(1.0 / 3), source: iScroll),
    CatalogueEntry(
      "iScroll", .bounce, eased(.bezier(UnitBezier(0.1, 0.57, 0.1, 1)), 0.6), source: iScroll),
    CatalogueEntry(
      "better-scroll", .fling,
      CatalogueModel(
        EasedThrow(
          time: .proportional(longest: 2.5), distance: .square(0.5),
          easing: .bezier(UnitBezier(0.23, 1, 0.32, 1))), [1500.0 / 2],
        [CatalogueConstant("deceleration", 0.0015, "px/ms²"), CatalogueConstant("swipeTime", 2.5, "s")]),
      source: betterScroll,
      note: "Into an edge: the nearer of W/4 and W v/15 beyond it, v in px/ms, in 0.5 s."),
    CatalogueEntry("better-scroll", .overscroll, linearOverscroll(1.0 / 3), source: betterScroll),
    CatalogueEntry(
      "better-scroll", .bounce, eased(.bezier(UnitBezier(0.165, 0.84, 0.44, 1)), 0.8), source: betterScroll),
    CatalogueEntry(
      "Lenis, wheel", .snap,
      CatalogueModel(ExponentialReturn(), [0.1 * 60], [CatalogueConstant("lerp", 0.1)]),
      stop: .distance(0.5), source: lenis),
    CatalogueEntry(
      "Lenis", .fling,
      CatalogueModel(
        ExponentialFling(distance: .framePower(1.7)), [0.075 * 60],
        [CatalogueConstant("syncTouchLerp", 0.075), CatalogueConstant("touchInertiaExponent", 1.7)]),
      stop: .distance(0.5), source: lenis,
      note: "With syncTouch. Later commits have 0.1 and 2, on iOS 0.05 and 1.7."),
    CatalogueEntry(
      "Leaflet", .fling,
      CatalogueModel(
        EasedThrow(time: .proportional(), distance: .square(0.1), easing: .powerOut(5)), [3400],
        [CatalogueConstant("inertiaDeceleration", 3400, "px/s²"), CatalogueConstant("easeLinearity", 0.2)]),
      source: .file(
        "Leaflet/Leaflet", "src/map/handler/DragHandler.js", "src/dom/PosAnimation.js", at: "c96f31a7"),
      note: "It starts with half of the velocity."),
    CatalogueEntry(
      "OpenLayers", .fling,
      CatalogueModel(
        EasedThrow(time: .constant, distance: .seconds(0.2, above: 50), easing: .powerOut(3)), [0.5],
        [
          CatalogueConstant("decay", -0.005, "1/ms"), CatalogueConstant("minVelocity", 0.05, "px/ms"),
          CatalogueConstant("duration", 0.5, "s"),
        ]),
      source: .file(
        "openlayers/openlayers", "src/ol/Kinetic.js", "src/ol/interaction/DragPan.js", at: "58a284c3")
    ),
    CatalogueEntry(
      "pixi-viewport", .fling,
      CatalogueModel(
        ExponentialFling(), [-logarithm(0.98) / 0.016],
        [CatalogueConstant("friction", 0.98), CatalogueConstant("step", 0.016, "s")]), stop: .speed(10),
      source: .file("davidfig/pixi-viewport", "src/plugins/Decelerate.ts", at: "2e0ebcd"),
      note: "Beyond an edge the factor is 0.5."),
    CatalogueEntry(
      "pixi-viewport", .bounce, eased(.sineInOut, 0.15),
      source: .file("davidfig/pixi-viewport", "src/plugins/Bounce.ts", at: "2e0ebcd")),
    CatalogueEntry(
      "gravity.js", .fling,
      CatalogueModel(
        ExponentialFling(), [DecelerationRate.decayConstant(ratePerSecond: 0.01)],
        [CatalogueConstant("drag", 0.01, "1/s")]), source: gravity, provenance: .excerpt,
      note: "By copies: uni-app, WeChat's movable views."),
    CatalogueEntry(
      "gravity.js", .bounce, .spring(stiffness: 90, damping: 20), source: gravity, provenance: .excerpt,
      note: "By copies: uni-app, WeChat's movable views."),
    CatalogueEntry(
      "Enyo", .fling,
      CatalogueModel(
        ExponentialFling(distance: .steps(of: 1.0 / 120)), [-120 * logarithm(0.97)],
        [CatalogueConstant("kFrictionDamping", 0.97), CatalogueConstant("step", 1.0 / 120, "s")]),
      source: enyo,
      note:
        "LG webOS. Two steps each frame, taken to be of 1/60 s. Ends below 0.01 px a step, on webOS 4 0.1."),
    CatalogueEntry("Enyo", .overscroll, linearOverscroll(0.5), source: enyo),
    CatalogueEntry(
      "Enyo", .bounce,
      CatalogueModel(
        RelaxingReturn(), [-100 * logarithm(0.93), -100 * logarithm(0.97 * 0.9)],
        [
          CatalogueConstant("kSpringDamping", 0.93), CatalogueConstant("kSnapFriction", 0.9),
          CatalogueConstant("kFrictionDamping", 0.97), CatalogueConstant("frame", 0.01, "s"),
        ]), stop: .distance(0.5), source: enyo, note: "Beyond an edge its steps are of 10 ms."),
    CatalogueEntry(
      "react-spring", .fling,
      CatalogueModel(ExponentialFling(), [1000 * (1 - 0.998)], [CatalogueConstant("decay", 0.998, "1/ms")]),
      source: .file("pmndrs/react-spring", "packages/core/src/SpringValue.ts", at: "3d2523de")),
    CatalogueEntry(
      "MobileLikeScroller", .fling, CatalogueModel(QuarticFling(), 7.1397, 25.08, 37.43),
      source: .publication("Stack Overflow 42436224 (utsb-fmm, MobileLikeScroller)", version: "2017"),
      note: "A page is taken to be the viewport."),
  ]
}

extension Catalogue {
  private static let swiper = "nolimits4web/swiper"
  private static let flickity = CatalogueSource.file(
    "metafizzy/flickity", "js/core.js", "js/animate.js", at: "a64cc33")
  private static let embla = CatalogueSource.file(
    "davidjerleke/embla-carousel", "packages/embla-carousel/src/components/ScrollBody.ts", "Engine.ts",
    "DragHandler.ts", at: "25eff504")
  private static let photoSwipe = CatalogueSource.file(
    "dimsemenov/PhotoSwipe", "src/js/gestures/drag-handler.js", "src/js/util/spring-easer.js", at: "cd41cb5")
  private static let anime = CatalogueSource.file(
    "juliangarnier/anime", "src/draggable/draggable.js", at: "308c0934")
  private static let useGesture = CatalogueSource.file(
    "pmndrs/use-gesture", "packages/core/src/utils/maths.ts", at: "c779631a")

  /// Carousels, drawers and wheels of the web.
  static let carousels = [
    CatalogueEntry(
      "Swiper, free mode", .fling,
      CatalogueModel(
        EasedThrow(time: .constant, distance: .seconds(0.5), easing: .out), [1],
        [CatalogueConstant("momentumRatio", 1, "s")]), startSpeeds: 40...Double.infinity,
      source: .file(swiper, "src/modules/free-mode/free-mode.ts", "free-mode.css", at: "865dba47"),
      note: "It halves the velocity. Into an edge: at most 10 px for each px/ms beyond it."),
    CatalogueEntry(
      "Swiper", .overscroll,
      CatalogueModel(
        PowerOverscroll(onset: 1), [0.85], [CatalogueConstant("resistanceRatio", 0.85)]),
      source: .file(swiper, "src/core/events/onTouchMove.ts", at: "865dba47")),
    CatalogueEntry(
      "Flickity, free scroll", .fling, CatalogueModel(FrameDecayFling(.perFrame), 0.075), source: flickity),
    CatalogueEntry(
      "Flickity", .snap,
      CatalogueModel(
        AttractedReturn(), [1 - 0.28, 0.025],
        [CatalogueConstant("friction", 0.28), CatalogueConstant("selectedAttraction", 0.025)]),
      source: flickity),
    CatalogueEntry("Embla", .snap, emblaAttraction(duration: 25), source: embla, note: emblaNote),
    CatalogueEntry(
      "Embla, drag free", .snap, emblaAttraction(duration: 43), source: embla, note: emblaNote),
    CatalogueEntry(
      "PhotoSwipe", .overscroll, linearOverscroll(0.35), source: photoSwipe, note: "To close: 0.6."),
    CatalogueEntry(
      "PhotoSwipe", .bounce,
      CatalogueModel(CriticalReturn(), [30], [CatalogueConstant("naturalFrequency", 30, "1/s")]),
      source: photoSwipe),
    CatalogueEntry(
      "PhotoSwipe, thrown", .bounce, CatalogueModel(SpringReturn(), 30, 0.82), source: photoSwipe,
      note: "Where the projection lies beyond the edge."),
    CatalogueEntry(
      "PhotoSwipe", .projection, .decelerationRate(0.995, ProjectedDistance(.apple)), source: photoSwipe),
    CatalogueEntry(
      "anime.js", .overscroll,
      CatalogueModel(LinearOverscroll(), [1 - 0.8], [CatalogueConstant("containerFriction", 0.8)]),
      source: anime),
    CatalogueEntry(
      "anime.js", .bounce, .spring(stiffness: 80, damping: 20), source: anime,
      note: "A throw goes 0.15 s of the velocity by the same spring."),
    CatalogueEntry(
      "use-gesture", .overscroll, .rubberBand(0.15), source: useGesture,
      note: "W is the range of the bounds there."),
    CatalogueEntry(
      "use-gesture, one bound", .overscroll,
      CatalogueModel(PowerOverscroll(), [5 * 0.15], [CatalogueConstant("constant", 0.15)]), source: useGesture
    ),
    CatalogueEntry(
      "vaul", .overscroll, CatalogueModel(LogarithmicOverscroll(), 8, 2),
      source: .file("emilkowalski/vaul", "src/helpers.ts", at: "3e97aac"), note: "Of drawers."),
    CatalogueEntry(
      "SmoothScroll", .snap, eased(.pulse(scale: 4), 0.4),
      source: .file("gblazex/smoothscroll-for-websites", "SmoothScroll.js", at: "06d58943"),
      provenance: .excerpt,
      note: "Each notch of a wheel is such a pulse; they add up. OpenLogi's takes 0.36 s (its PR 1268)."),
  ]

  private static let emblaNote =
    "After a drag of force factor f the duration is less by 10 f, the friction more by f/50."

  /// v → (v + d/duration) · 0.68.
  private static func emblaAttraction(duration: Double) -> CatalogueModel {
    CatalogueModel(
      AttractedReturn(), [0.68, 0.68 / duration],
      [CatalogueConstant("friction", 0.68), CatalogueConstant("duration", duration)])
  }
}
