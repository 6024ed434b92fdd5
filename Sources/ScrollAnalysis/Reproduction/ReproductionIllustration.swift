import ScrollFitting

/// The articles' pictures from recorded data.
package struct ReproductionIllustration: Equatable, Sendable {
  /// Each recorded bounce with the article's search beside others.
  package let bounces: [Bounce]
  package let rubberBand: RubberBand
  package let projection: ProjectionIllustration

  package struct Bounce: Equatable, Sendable {
    /// The name of the series.
    package let name: String
    /// Least squares, illustrated: its estimators are the article's search, Levenberg–Marquardt and variable
    /// projection.
    package let fit: Fit

    package init(name: String, fit: Fit) {
      self.name = name
      self.fit = fit
    }
  }

  /// The offset beyond the edge, over the finger's travel, pt.
  package struct RubberBand: Equatable, Sendable {
    package let travels: [Double]
    /// At the article's constants.
    package let formula: [Double]
    /// By least squares on the article's points.
    package let quadratic: [Double]
    /// The parabola that touches the formula at the edge.
    package let taylor: [Double]
    /// The article's points.
    package let points: PlaneCurve
    /// The same less the formula, in the order above.
    package let quadraticBeyond: [Double]
    package let pointsBeyond: PlaneCurve

    package init(
      travels: [Double], formula: [Double], quadratic: [Double], taylor: [Double], points: PlaneCurve,
      quadraticBeyond: [Double], pointsBeyond: PlaneCurve
    ) {
      self.travels = travels
      self.formula = formula
      self.quadratic = quadratic
      self.taylor = taylor
      self.points = points
      self.quadraticBeyond = quadraticBeyond
      self.pointsBeyond = pointsBeyond
    }
  }

  package init(bounces: [Bounce], rubberBand: RubberBand, projection: ProjectionIllustration) {
    self.bounces = bounces
    self.rubberBand = rubberBand
    self.projection = projection
  }
}
