public import LeastSquares

/// The searches of several estimators from a start to the minimum: their costs, their paths over two parameters, and
/// the curve on the way.
public struct EstimatorPaths: Equatable, Sendable {
  /// The parameters of the plane.
  public let horizontal: Quantity
  public let vertical: Quantity
  /// Lines of equal cost over the plane, the other parameters at their best, outermost first. Each has half
  /// the rms of the one outside of it.
  public let contours: [Contour]
  /// The abscissas of the curves on the way.
  public let abscissas: [Double]
  public let paths: [Path]

  public struct Quantity: Equatable, Sendable {
    public let name: String
    public let unit: String
    /// The range that the contours cover. A path may leave it.
    public let range: ClosedRange<Double>

    public init(_ name: String, unit: String, range: ClosedRange<Double>) {
      self.name = name
      self.unit = unit
      self.range = range
    }
  }

  public struct Contour: Equatable, Sendable {
    /// √(sum of squares / samples), in the unit of the offsets.
    public let rms: Double
    public let lines: [PlaneCurve]

    public init(rms: Double, lines: [PlaneCurve]) {
      self.rms = rms
      self.lines = lines
    }
  }

  public struct Path: Equatable, Sendable {
    /// As the command line names it: `gradient-descent`.
    public let estimator: String
    public let iterations: Int
    public let evaluations: Int
    public let termination: Termination
    /// Some of the points accepted, from the start to the end.
    public let steps: [Step]

    public init(
      estimator: String, iterations: Int, evaluations: Int, termination: Termination, steps: [Step]
    ) {
      self.estimator = estimator
      self.iterations = iterations
      self.evaluations = evaluations
      self.termination = termination
      self.steps = steps
    }
  }

  public struct Step: Equatable, Sendable {
    /// The number of points were accepted before.
    public let iteration: Int
    /// √(sum of squares / samples), in the unit of the offsets.
    public let rms: Double
    /// In the plane.
    public let x: Double
    public let y: Double
    /// The law at ``EstimatorPaths/abscissas``.
    public let curve: [Double]

    public init(iteration: Int, rms: Double, x: Double, y: Double, curve: [Double]) {
      self.iteration = iteration
      self.rms = rms
      self.x = x
      self.y = y
      self.curve = curve
    }
  }

  public init(
    horizontal: Quantity, vertical: Quantity, contours: [Contour], abscissas: [Double], paths: [Path]
  ) {
    self.horizontal = horizontal
    self.vertical = vertical
    self.contours = contours
    self.abscissas = abscissas
    self.paths = paths
  }
}
