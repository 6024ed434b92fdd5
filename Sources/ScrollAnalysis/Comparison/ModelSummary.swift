import LeastSquares
import LinearAlgebra
import Recordings
import ScrollFitting
import ScrollModels

/// The constants of one model over all motions of a kind in a set.
///
/// A random-effects mean of each constant (``RandomEffects``): motions differ by a spread of their own beside
/// their fits' errors. The errors of two constants are as correlated in the means as those of a fit are, on average: that
/// is how the model mixes them up, whichever noise moves them. Their spreads are correlated as the motions show it: where
/// constants depend on the velocity that a fling starts with, both vary with it. One motion has its fit's own errors and
/// no spread.
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

    /// True for a standard deviation of more than a tenth of the constant.
    var varies: Bool { betweenDeviation.map { $0 > abs(value) / 10 } ?? false }
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
    correlations = Self.meanCorrelations(fits, constants)
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

  private static func meanCorrelations(_ fits: [ModelFit], _ constants: [ConstantSummary]) -> Matrix {
    var matrix = Matrix(rows: constants.count, columns: constants.count)
    var pair = 0
    for first in constants.indices {
      matrix[first, first] = 1
      for second in constants.indices.dropFirst(first + 1) {
        let ofErrors = fits.reduce(0) { $0 + $1.correlations[pair] } / Double(fits.count)
        let value = SpreadConstants(fits, constants, first, second).correlation(ofErrors: ofErrors)
        matrix[first, second] = value
        matrix[second, first] = value
        pair += 1
      }
    }
    return matrix
  }

  /// True if the motions differ more among each other than those of one engine do under its own model.
  var varies: Bool { constants.contains(where: \.varies) }

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

/// The models by which two sets are compared, in one kind of phase.
///
/// The simplest model that is not clearly worse than any other: whose AICc, summed over the motions, lies
/// within 10 of the best one (K. Burnham and D. Anderson, *Model Selection and Multimodel Inference*, 2002:
/// essentially no support beyond). One model for both sides wherever that is not clearly worse than a model of
/// its own for each.
struct ModelChoice {
  /// The difference that counts as clearly worse.
  private static let clearly = 10.0

  let a: ModelSummary
  let b: ModelSummary
  /// The start of a return after a release beyond the edge, where both sides are critically damped; UIScrollView's
  /// without an engine.
  private let criticalStart: ReturnStart

  /// Nil where a side has no model that at least half of its motions were fitted with.
  ///
  /// A motion too short for a model counts as if the model were the worst of those it has.
  init?(_ a: [RecordedMotion], _ b: [RecordedMotion], phase: PhaseKind) {
    let (ofA, ofB) = (Self.candidates(a, phase), Self.candidates(b, phase))
    guard let bestA = ofA.map(\.aicc).min(), let bestB = ofB.map(\.aicc).min(),
      let ownA = ofA.first(where: { $0.aicc <= bestA + Self.clearly }),
      let ownB = ofB.first(where: { $0.aicc <= bestB + Self.clearly })
    else { return nil }
    let common = ofA.lazy.compactMap { first in
      ofB.first { $0.summary.model == first.summary.model }.map { (first, $0) }
    }.first { $0.aicc + $1.aicc <= bestA + bestB + Self.clearly }
    (self.a, self.b) = common.map { ($0.summary, $1.summary) } ?? (ownA.summary, ownB.summary)
    criticalStart = .inwardVelocity
  }

  /// The constants of an engine (A) and the model of motions (B): the engine's model where it is not clearly worse than
  /// the best. Nil for an engine whose curve is not one of the fitted models, and where no model was fitted to at least
  /// half of the motions.
  init?(like entry: CatalogueEntry, _ b: [RecordedMotion], phase: PhaseKind) {
    let plausible = Self.plausible(b, phase)
    guard let own = plausible.first(where: { $0.model == entry.model.fitted?.model }) ?? plausible.first
    else {
      return nil
    }
    let dimension = own.constants.first { $0.name == Parameter.dimension.name }?.value
    guard let engine = Self.fitted(entry, phase, dimension: dimension) else { return nil }
    a = engine
    self.b = own
    criticalStart = entry.returnStart
  }

  /// The constants of an engine, of a row whose curve is one of the models that are fitted to a kind of phase; nil for other rows.
  ///
  /// - Parameter dimension: the viewport's length on the axis, in units of length; nil where it is not known.
  static func fitted(_ entry: CatalogueEntry, _ phase: PhaseKind, dimension: Double? = nil) -> ModelSummary? {
    let engine = ModelSummary(entry, dimension: dimension ?? EngineContext().dimension)
    return engine.flatMap { Fitting.models(of: phase).contains($0.model) ? $0 : nil }
  }

  /// The models that are not clearly worse than the best, the simplest first; empty where none was fitted to at least half
  /// of the motions.
  static func plausible(_ motions: [RecordedMotion], _ phase: PhaseKind) -> [ModelSummary] {
    let candidates = candidates(motions, phase)
    guard let best = candidates.map(\.aicc).min() else { return [] }
    return candidates.filter { $0.aicc <= best + clearly }.map(\.summary)
  }

  /// The models that at least half of the motions were fitted with, with their summed AICc.
  private static func candidates(
    _ motions: [RecordedMotion], _ phase: PhaseKind
  ) -> [(summary: ModelSummary, aicc: Double)] {
    Fitting.models(of: phase).compactMap { model in
      guard let summary = ModelSummary(motions, model: model), 2 * summary.count >= motions.count else {
        return nil
      }
      let sum = motions.reduce(0) { sum, motion in
        let own = motion.models.first { $0.model == model }?.aicc ?? motion.models.map(\.aicc).max()
        return sum + (own ?? 0)
      }
      return (summary, sum)
    }
  }

  var isCommon: Bool { a.model == b.model }

  /// True if a difference of the models is one of the engines beyond the recorded range too: an engine's own model, or one of both sides
  /// whose constants are alike in several motions. A model that only approximates a curve has constants that depend on the motion.
  var extrapolates: Bool { a.isOfEngine || isCommon && [a, b].allSatisfy { !$0.varies && $0.count > 1 } }

  /// The start of both sides' returns after a release beyond the edge.
  var returnStart: ReturnStart {
    [a, b].allSatisfy { $0.model == .bounce } ? criticalStart : .gestureVelocity
  }
}
