public import ScrollModels

/// The rank of a fit among models of the same samples.
public struct Selection: Equatable, Sendable {
  /// Nil where n − p − 1 ≤ 0, and under a robust loss.
  public let aicc: Double?
  /// Nil under a robust loss, which has no likelihood of this kind.
  public let bic: Double?
  /// Centred R²; nil where the samples do not vary.
  public let rSquared: Double?
  /// Akaike weights of the models that `auto` weighed; empty otherwise.
  public let weights: [Weight]

  public struct Weight: Equatable, Sendable {
    public let model: MotionModel
    public let aicc: Double?
    public let weight: Double

    public init(model: MotionModel, aicc: Double?, weight: Double) {
      self.model = model
      self.aicc = aicc
      self.weight = weight
    }
  }

  public init(aicc: Double?, bic: Double?, rSquared: Double?, weights: [Weight]) {
    self.aicc = aicc
    self.bic = bic
    self.rSquared = rSquared
    self.weights = weights
  }
}

/// A fitted parameter against a constant known from elsewhere.
public struct Comparison: Equatable, Sendable {
  /// The engine of the constant: `UIScrollView normal`.
  public let reference: String
  public let parameter: String
  public let expected: Double
  /// value − expected.
  public let difference: Double
  /// difference / standard error; nil without one.
  public let z: Double?

  public init(reference: String, parameter: String, expected: Double, difference: Double, z: Double?) {
    self.reference = reference
    self.parameter = parameter
    self.expected = expected
    self.difference = difference
    self.z = z
  }
}
