extension Catalogue {
  /// UIKit's scroll view.
  static let apple = [
    CatalogueEntry(
      "UIScrollView", .fling, .decelerationRate(DecelerationRate.normal), stop: .speed(10),
      source: "UIKit, UIScrollView.DecelerationRate.normal; the stop speed measured on iOS 26.5",
      standing: .recordings),
    CatalogueEntry(
      "UIScrollView", .bounce, .critical(damping: 10.9), stop: .distance(0.5),
      source: "measured by the article 深度剖析UIScrollView与阻尼动画", standing: .recordings),
    CatalogueEntry(
      "UIScrollView", .overscroll, .rubberBand(0.55),
      source: "super-ultra/ScrollMechanics, RubberBand.swift"),
  ]
}
