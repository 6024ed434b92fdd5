import LeastSquares
import LinearAlgebra
import ScrollModels

/// The constants of one model over all motions of a kind in a set.
///
/// A random-effects mean of each constant (``RandomEffects``): motions differ by a spread of their own beside
/// their fits' errors. The means of two constants are as correlated as those of a fit are, on average: that
/// is how the model mixes them up, whichever noise moves them. One motion has its fit's own errors and tells
/// nothing of a spread.
package struct ModelSummary: Equatable, Sendable {
  package let model: MotionModel
  /// The number of motions that were fitted with the model; 0 for an engine.
  package let count: Int
  package let constants: [ConstantSummary]
  /// The degrees of freedom of the standard errors: count − 1, or those of the one fit; infinite for a known variance.
  package let degreesOfFreedom: Double
  /// √ of the mean square of ``ModelFit/lackOfFit``.
  package let lackOfFit: Double
  /// True if the constants are those of an engine of the catalogue, known without error.
  package let isOfEngine: Bool
  /// Between the constants' means, p × p.
  let correlations: Matrix

  /// One constant over the motions.
  package struct ConstantSummary: Equatable, Sendable {
    package let name: String
    package let unit: String
    package let value: Double
    package let standardError: Double
    /// The standard deviation between motions beyond their fits' errors; nil for one motion.
    package let betweenDeviation: Double?
  }

  /// The summary of the motions that have the model; nil where none has.
  init?(_ motions: [RecordedMotion], model: MotionModel) {
    let fits = motions.compactMap { motion in motion.models.first { $0.model == model } }
    guard let first = fits.first,
      fits.allSatisfy({ $0.constants.map(\.name) == first.constants.map(\.name) })
    else { return nil }
    let constants = first.constants.indices.compactMap { index -> ConstantSummary? in
      RandomEffects(
        values: fits.map { $0.constants[index].value },
        standardErrors: fits.map { $0.constants[index].standardError }
      ).map {
        ConstantSummary(
          name: first.constants[index].name, unit: first.constants[index].unit, value: $0.mean,
          standardError: $0.standardError, betweenDeviation: $0.betweenDeviation)
      }
    }
    guard constants.count == first.constants.count else { return nil }
    self.model = model
    self.constants = constants
    count = fits.count
    degreesOfFreedom = fits.count > 1 ? Double(fits.count - 1) : first.degreesOfFreedom ?? .infinity
    lackOfFit = (fits.reduce(0) { $0 + $1.lackOfFit * $1.lackOfFit } / Double(fits.count)).squareRoot()
    correlations = Self.meanCorrelations(fits, size: constants.count)
    isOfEngine = false
  }

  /// The constants of a row of the catalogue; nil for a row whose curve is not one of the fitted models.
  ///
  /// - Parameter dimension: the viewport's length on the axis, in units of length.
  init?(_ entry: CatalogueEntry, dimension: Double) {
    guard let fitted = entry.model.fitted?.model, !fitted.constants.isEmpty else { return nil }
    var known = [Parameter.dimension.name: dimension]
    for (constant, value) in zip(entry.model.constants, entry.values) { known[constant.name] = value }
    let constants = fitted.constants.compactMap { constant in
      known[constant.name].map {
        ConstantSummary(
          name: constant.name, unit: constant.unit, value: $0, standardError: 0, betweenDeviation: nil)
      }
    }
    guard constants.count == fitted.constants.count else { return nil }
    model = fitted
    self.constants = constants
    count = 0
    degreesOfFreedom = .infinity
    lackOfFit = 0
    correlations = Matrix(rows: constants.count, columns: constants.count)
    isOfEngine = true
  }

  private static func meanCorrelations(_ fits: [ModelFit], size: Int) -> Matrix {
    var matrix = Matrix(rows: size, columns: size)
    var pair = 0
    for first in 0..<size {
      matrix[first, first] = 1
      for second in (first + 1)..<max(first + 1, size) {
        let mean = fits.reduce(0) { $0 + $1.correlations[pair] } / Double(fits.count)
        matrix[first, second] = mean
        matrix[second, first] = mean
        pair += 1
      }
    }
    return matrix
  }

  /// Independent displacements of the constants, each by one standard error: the columns of a square root of
  /// their covariance, diag(s) V √Λ with the correlations' V Λ Vᵀ.
  var displacements: [[Double]] {
    guard !isOfEngine else { return [] }
    guard let (values, vectors) = try? correlations.symmetricEigenvectors() else {
      // What has no root is not known at all.
      return [constants.map { _ in .infinity }]
    }
    return values.indices.map { column in
      constants.indices.map {
        constants[$0].standardError * vectors[$0, column] * max(0, values[column]).squareRoot()
      }
    }
  }
}
