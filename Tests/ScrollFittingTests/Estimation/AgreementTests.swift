import Foundation
import LeastSquares
import Recordings
import ScrollModels
import TestSupport
import Testing

@testable import ScrollFitting

/// Every estimator ends in the same place on every shipped range, from the default start.
struct AgreementTests {
  private static let withDerivatives = [
    Estimator.variableProjection, .levenbergMarquardt, .gradientDescent,
  ]

  private func everywhere(
    _ estimator: Estimator,
    _ check: (_ phase: ShippedPhase, _ reference: ReferenceMinimum, Estimation) -> Void
  ) throws {
    let all = try ShippedPhase.all()
    #expect(all.count == 129)
    for one in all {
      let (scrollModel, phase) = try one.prepared()
      let reference = try ReferenceMinimum(scrollModel, phase, fixed: one.fixed)
      let options = options(one.scrollModel) { $0.estimator = estimator }
      let estimation = try Estimation(scrollModel, samples: phase.samples, fixed: one.fixed, options: options)
      #expect(
        estimation.minimum.termination.converged, "\(one) by \(estimator): \(estimation.minimum.termination)")
      #expect(
        estimation.minimum.evaluations <= 100_000, "\(one) by \(estimator): \(estimation.minimum.evaluations)"
      )
      check(one, reference, estimation)
    }
  }

  @Test(arguments: withDerivatives) func methodsWithDerivatives(estimator: Estimator) throws {
    try everywhere(estimator) { phase, reference, estimation in
      let distance = reference.distance(estimation)
      #expect(
        distance <= 1e-8, "\(phase) by \(estimator): \(distance), \(estimation.minimum.parameters)")
    }
  }

  @Test("The compass search ends at the minimum of variable projection") func compassSearch() throws {
    try everywhere(.compassSearch) { phase, reference, estimation in
      let distance = reference.distanceInErrors(estimation)
      #expect(distance <= 1e-4, "\(phase): \(distance), \(estimation.minimum.parameters)")
    }
  }

  /// A parameter that the samples do not determine has no error, and the report says so.
  @Test func whatIsNotDeterminedIsSaid() throws {
    var found: [String] = []
    for one in try ShippedPhase.all() {
      let fit = try Fitting(trace: one.trace, axis: one.axis, options: one.options).fit()
      guard fit.residuals.degreesOfFreedom > 0 else { continue }
      for parameter in fit.parameters where parameter.standardError == nil && !parameter.fixed {
        found.append("\(one) \(parameter.name)")
        #expect(fit.hasWarning("the samples do not determine"), "\(one): \(parameter.name)")
      }
    }
    #expect(!found.isEmpty)
    #expect(found.allSatisfy { $0.hasSuffix("stopVelocity") })
  }
}

/// The minimum of a phase by variable projection and how sure its parameters are.
struct ReferenceMinimum {
  let estimation: Estimation
  /// The standard errors of the reported parameters; NaN where the samples do not determine one, 0 where it is given.
  private let standardErrors: [Double]
  /// The same with the variance of a residual taken no smaller than what the data resolve.
  private let flooredErrors: [Double]
  /// Four times what rounding of sums of offsets, 16 ε of the largest, moves each.
  private let roundingErrors: [Double]

  init(_ scrollModel: any ScrollModel, _ phase: PhaseSamples, fixed: [String: Double]) throws {
    let estimation = try Estimation(
      scrollModel, samples: phase.samples, fixed: fixed,
      options: options(scrollModel.name) { $0.estimator = .variableProjection })
    self.estimation = estimation
    let count = estimation.residuals.count
    let sum = estimation.minimum.sumOfSquares
    let largest = phase.samples.observations.reduce(0) { max($0, abs($1)) }
    let resolved = InformationCriteria.resolvedVariance(grid: phase.resolution, largest: largest)
    func errors(variance: Double) -> [Double] {
      let point = estimation.point
      let covariance = Covariance(
        jacobian: estimation.jacobian, rows: count, columns: point.count, variance: variance)
      return scrollModel.parameters.indices.map { index in
        let gradient = numericalGradient(at: point, sizes: point.map { _ in 1e-12 }) {
          estimation.coordinates.reported($0)[index]
        }
        return covariance.standardError(gradient) ?? .nan
      }
    }
    standardErrors = errors(variance: sum / Double(max(1, count - estimation.point.count)))
    roundingErrors = errors(variance: pow(64 * Double.ulpOfOne * largest, 2))
    flooredErrors = errors(variance: max(sum / Double(count), resolved))
  }

  /// The largest distance of other parameters from these, in units of max(|value|, standard error), beyond
  /// what rounding the samples moves them.
  func distance(_ other: Estimation) -> Double { distance(to: other.minimum.parameters) }

  /// The same of reported parameters.
  func distance(to other: [Double]) -> Double {
    largest(other) { value, index in max(value, standardErrors[index].isNaN ? 0 : standardErrors[index]) }
  }

  /// The same in floored standard errors; in values where the samples do not determine one.
  func distanceInErrors(_ other: Estimation) -> Double {
    largest(other.minimum.parameters) { value, index in
      flooredErrors[index].isNaN ? value : flooredErrors[index]
    }
  }

  private func largest(_ other: [Double], unit: (_ value: Double, _ index: Int) -> Double) -> Double {
    var largest = 0.0
    for (index, value) in estimation.minimum.parameters.enumerated() {
      let difference = abs(other[index] - value)
      let rounding = roundingErrors[index].isNaN ? 0 : roundingErrors[index]
      guard difference > rounding else { continue }
      largest = max(largest, difference / unit(abs(value), index))
    }
    return largest
  }
}
