import ScrollModels

/// The rank of a fit among models of the same samples.
package struct Selection: Equatable, Sendable {
  /// Nil where n − p − 1 ≤ 0, and under a robust loss.
  package let aicc: Double?
  /// Nil under a robust loss, which has no likelihood of this kind.
  package let bic: Double?
  /// Centered R²; nil where the samples do not vary.
  package let rSquared: Double?
  /// Akaike weights of the models that `auto` weighed; empty otherwise.
  package let weights: [Weight]

  package struct Weight: Equatable, Sendable {
    package let model: MotionModel
    package let aicc: Double?
    package let weight: Double

    package init(model: MotionModel, aicc: Double?, weight: Double) {
      self.model = model
      self.aicc = aicc
      self.weight = weight
    }
  }

  package init(aicc: Double?, bic: Double?, rSquared: Double?, weights: [Weight]) {
    self.aicc = aicc
    self.bic = bic
    self.rSquared = rSquared
    self.weights = weights
  }
}

/// A fitted parameter against a constant known from elsewhere.
package struct Comparison: Equatable, Sendable {
  /// The engine of the constant: `UIScrollView normal`.
  package let reference: String
  package let parameter: String
  package let expected: Double
  /// value − expected.
  package let difference: Double
  /// difference / standard error; nil without one.
  package let z: Double?

  package init(reference: String, parameter: String, expected: Double, difference: Double, z: Double?) {
    self.reference = reference
    self.parameter = parameter
    self.expected = expected
    self.difference = difference
    self.z = z
  }
}
