import Foundation
import ScrollFit
import ScrollFitting
import ScrollModels
import TestSupport
import Testing

/// The table of models, as far as it is fitted and documented.
struct ModelTableTests {
  /// The parameters of the model's own curve, and where the samples are taken: s, or pt of finger travel.
  private static func truth(of model: MotionModel) -> (parameters: [Double], abscissas: [Double])? {
    let second = (0..<60).map { Double($0) / 60 }
    return switch model {
    case .deceleration: ([113.7, -842.3, 2.37], second)
    case .decelerationStop: ([113.7, -842.3, 2.37, 171.9], second)
    case .constantDeceleration: ([113.7, -842.3, 1390], second)
    case .decelerationDrift: ([13.7, -842.3, 3.71, 171.9], second)
    case .powerDeceleration: ([113.7, -842.3, 2.358, 1.31], second)
    case .bounce: ([64.3, -12.7, -903.1, 10.9], second)
    case .spring: ([64.3, -12.7, -903.1, 10.4, 0.37], second)
    case .rubberBand: ([0.553, 811.9], (1...60).map { 11.3 * Double($0) })
    case .polynomial, .projection, .formula: nil
    }
  }

  @Test(
    "Every model finds the parameters of its own curve, by its kernel and by the general solver alike",
    arguments: MotionModel.all)
  func kernelAndGeneralSolver(model: MotionModel) throws {
    let (parameters, abscissas) = try #require(Self.truth(of: model))
    let curve = try #require(model.curve(of: parameters))
    // To a hundredth of a point, so that the minimum is not at zero residuals.
    let offsets = abscissas.map { (100 * curve.value(at: $0)).rounded() / 100 }
    func fit(usesKernels: Bool) throws -> Fit {
      var options = FitOptions()
      options.noise = .none
      options.usesKernels = usesKernels
      return model.entry.abscissa == .fingerTravel
        ? try model.fit(fingerTravel: abscissas, offsets: offsets, options: options)
        : try model.fit(times: abscissas, offsets: offsets, options: options)
    }
    let general = try fit(usesKernels: false)
    let kernel = try fit(usesKernels: true)
    #expect(general.termination.converged && kernel.termination.converged)
    let hasKernel = [MotionModel.deceleration, .bounce, .rubberBand].contains(model)
    #expect(general.start == .scan && (kernel.start == .kernel) == hasKernel)
    for (one, other) in zip(kernel.parameters, general.parameters) {
      #expect(abs(one.value - other.value) <= 1e-7 * abs(other.value), "\(one.name)")
      #expect(agree(try #require(one.standardError), try #require(other.standardError), 1e-4), "\(one.name)")
    }
    #expect(general.residuals.rms < 0.01)
    for (estimate, expected) in zip(general.parameters, parameters) {
      #expect(agree(estimate.value, expected, 0.02), "\(estimate.name): \(estimate.value)")
    }
  }

  @Test("Every model has its row in docs/models.md")
  func documentation() throws {
    let path = URL(filePath: fixtures).appending(path: "../docs/models.md").standardizedFileURL
    let rows = try String(contentsOf: path, encoding: .utf8).split(separator: "\n")
    for name in MotionModel.all.map(\.id) + ["polynomial:N"] {
      #expect(rows.contains { $0.hasPrefix("| `\(name)` | ") }, "\(name)")
    }
  }
}
