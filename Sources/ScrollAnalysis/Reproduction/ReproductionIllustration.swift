import ScrollFitting

/// The articles' pictures from recorded data.
public struct ReproductionIllustration: Equatable, Sendable {
  /// Each recorded bounce with the article's search beside others.
  public let bounces: [Bounce]
  public let rubberBand: RubberBand
  public let projection: ProjectionIllustration

  public struct Bounce: Equatable, Sendable {
    /// The name of the series.
    public let name: String
    /// Least squares, illustrated: its estimators are the article's search, Levenberg–Marquardt and variable
    /// projection.
    public let fit: Fit

    public init(name: String, fit: Fit) {
      self.name = name
      self.fit = fit
    }
  }

  /// The offset beyond the edge, over the finger's travel, pt.
  public struct RubberBand: Equatable, Sendable {
    public let travels: [Double]
    /// At the article's constants.
    public let formula: [Double]
    /// By least squares on the article's points.
    public let quadratic: [Double]
    /// The parabola that touches the formula at the edge.
    public let taylor: [Double]
    /// The article's points.
    public let points: PlaneCurve
    /// The same less the formula, in the order above.
    public let quadraticBeyond: [Double]
    public let pointsBeyond: PlaneCurve

    public init(
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

  public init(bounces: [Bounce], rubberBand: RubberBand, projection: ProjectionIllustration) {
    self.bounces = bounces
    self.rubberBand = rubberBand
    self.projection = projection
  }
}
