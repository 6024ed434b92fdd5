import LeastSquares

/// The part of a fit that only a picture needs, where pictures are asked for.
package struct Illustration: Equatable, Sendable {
  /// The model between the samples too, in the unit of the offsets over the abscissas of ``Fit/Curve``.
  package let curve: PlaneCurve
  /// Half the width of the curve's confidence band at each of its points; empty where it is unknown.
  package let confidence: [Double]
  /// The largest absolute residual of the curve of least squares with equal weights, which the reported curve is
  /// not where the samples have weights.
  package let maximum: Double
  /// The model with each known constant in place of the fitted one, the others by least squares with the weights of the
  /// reported curve; closest first.
  package let references: [ReferenceCurve]
  /// The searches of four estimators for the minimum; nil for a model that is linear in its parameters and for constrained
  /// ones.
  package let estimators: EstimatorPaths?

  package init(
    curve: PlaneCurve, confidence: [Double], maximum: Double, references: [ReferenceCurve],
    estimators: EstimatorPaths?
  ) {
    self.curve = curve
    self.confidence = confidence
    self.maximum = maximum
    self.references = references
    self.estimators = estimators
  }
}

/// The model with a constant that is known from elsewhere, fitted to the same samples.
package struct ReferenceCurve: Equatable, Sendable {
  /// The engine of the constant: `UIScrollView normal`.
  package let reference: String
  package let parameter: String
  package let expected: Double
  /// observed − fitted at every sample.
  package let residuals: [Double]
  /// The largest absolute residual.
  package let maximum: Double
  /// The verdict on the model with this constant, by the same rule as the fit's.
  package let verdict: Adequacy.Verdict

  package init(
    reference: String, parameter: String, expected: Double, residuals: [Double], maximum: Double,
    verdict: Adequacy.Verdict
  ) {
    self.reference = reference
    self.parameter = parameter
    self.expected = expected
    self.residuals = residuals
    self.maximum = maximum
    self.verdict = verdict
  }
}

/// The searches of several estimators from a start to the minimum: their costs, their paths over two parameters, and
/// the curve on the way.
package struct EstimatorPaths: Equatable, Sendable {
  /// The parameters of the plane.
  package let horizontal: Quantity
  package let vertical: Quantity
  /// Lines of equal cost over the plane, the other parameters at their best, outermost first. Each has half
  /// the rms of the one outside of it.
  package let contours: [Contour]
  /// The abscissas of the curves on the way.
  package let abscissas: [Double]
  package let paths: [Path]

  package struct Quantity: Equatable, Sendable {
    package let name: String
    package let unit: String
    /// The range that the contours cover. A path may leave it.
    package let range: ClosedRange<Double>

    package init(_ name: String, unit: String, range: ClosedRange<Double>) {
      self.name = name
      self.unit = unit
      self.range = range
    }
  }

  package struct Contour: Equatable, Sendable {
    /// √(sum of squares / samples), in the unit of the offsets.
    package let rms: Double
    package let lines: [PlaneCurve]

    package init(rms: Double, lines: [PlaneCurve]) {
      self.rms = rms
      self.lines = lines
    }
  }

  package struct Path: Equatable, Sendable {
    /// As the command line names it: `gradient-descent`.
    package let estimator: String
    package let iterations: Int
    package let evaluations: Int
    package let termination: Termination
    /// Some of the points accepted, from the start to the end.
    package let steps: [Step]

    package init(
      estimator: String, iterations: Int, evaluations: Int, termination: Termination, steps: [Step]
    ) {
      self.estimator = estimator
      self.iterations = iterations
      self.evaluations = evaluations
      self.termination = termination
      self.steps = steps
    }
  }

  package struct Step: Equatable, Sendable {
    /// The number of points were accepted before.
    package let iteration: Int
    /// √(sum of squares / samples), in the unit of the offsets.
    package let rms: Double
    /// In the plane.
    package let x: Double
    package let y: Double
    /// The model at ``EstimatorPaths/abscissas``.
    package let curve: [Double]

    package init(iteration: Int, rms: Double, x: Double, y: Double, curve: [Double]) {
      self.iteration = iteration
      self.rms = rms
      self.x = x
      self.y = y
      self.curve = curve
    }
  }

  package init(
    horizontal: Quantity, vertical: Quantity, contours: [Contour], abscissas: [Double], paths: [Path]
  ) {
    self.horizontal = horizontal
    self.vertical = vertical
    self.contours = contours
    self.abscissas = abscissas
    self.paths = paths
  }
}
