/// A rubber band in the terms of the engines that have one: y = c x/(1 + c x/d), d the view's length.
struct RubberBandEngines {
  /// c.
  let coefficient: Double

  var all: [EngineForm] {
    let c = number(coefficient)
    return [
      EngineForm(
        "Swift", "func rubberBand(_ x: Double, _ d: Double) -> Double { (1 - 1 / (x * \(c) / d + 1)) * d }",
        note: "UIScrollView's own coefficient is 0.55 and cannot be set"),
      EngineForm(
        "Flutter",
        "@override double frictionFactor(double fraction) => \(c) * math.pow(1 - fraction, 2);",
        note: "of a subclass of BouncingScrollPhysics; the curve in the limit of small moves of the finger"),
      EngineForm(
        "Compose", "fun rubberBand(x: Float, d: Float): Float = (1 - 1 / (x * \(c)f / d + 1)) * d"),
      EngineForm("JavaScript", "const rubberBand = (x, d) => (1 - 1 / (x * \(c) / d + 1)) * d;"),
    ]
  }
}
