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
