import Elementary
import LeastSquares
import Numerals
import Recordings
import ScrollModels

/// The choice between the two dampings that explain a bounce, by the other bounces of its recording.
///
/// Bounces of one recording have one engine's damping: ln δ of nine in ten is normal about a common value, with the bounce's own error and 5 % between bounces;
/// one in ten is another spring's, as probable anywhere. The common value is the damping of a minimum at which the others' likelihood, summed over the minima of
/// each, is largest.
struct SpringAgreement {
  /// A minimum: ln δ, the variance that it has about the common value, and its probability among its bounce's minima.
  private struct Mode {
    let logarithm: Double
    let variance: Double
    let probability: Double

    /// The density of the minimum about a common value.
    func density(about center: Double) -> Double {
      let distance = logarithm - center
      let normal = exponential(-distance * distance / (2 * variance)) / (2 * .pi * variance).squareRoot()
      return (1 - SpringAgreement.otherSprings) * normal + SpringAgreement.otherSprings
        / SpringAgreement.range
    }
  }

  /// The modes of each bounce whose reported model is the critical spring; empty for others.
  private let modes: [[Mode]]

  private static let deviation = 0.05
  private static let otherSprings = 0.1
  /// The width of ln δ over all springs of scrolling.
  private static let range = logarithm(40)

  init(_ bounces: [FittedRecording]) {
    modes = bounces.map { bounce in
      guard let springs = bounce.springs, let first = bounce.spring.damping, bounce.spring.isCritical
      else { return [] }
      func mode(_ damping: (value: Double, relativeError: Double), _ probability: Double) -> Mode {
        Mode(
          logarithm: logarithm(damping.value),
          variance: damping.relativeError * damping.relativeError + Self.deviation * Self.deviation,
          probability: probability)
      }
      guard let second = springs.second?.damping, springs.share > 0 else { return [mode(first, 1)] }
      return [mode(first, 1 - springs.share), mode(second, springs.share)]
    }
  }

  /// The bounces, those that two dampings explain by the one that the others have.
  ///
  /// - Complexity: O(bounces²).
  func applied(to bounces: [FittedRecording]) -> [FittedRecording] {
    let ambiguous = modes.indices.filter { modes[$0].count > 1 }
    guard !ambiguous.isEmpty, modes.count(where: { !$0.isEmpty }) > 1 else { return bounces }
    let centers = modes.flatMap { $0.map(\.logarithm) }
    let owners = modes.indices.flatMap { index in modes[index].map { _ in index } }
    let likelihoods = centers.map { center in
      modes.map { $0.isEmpty ? 0 : Self.likelihood($0, about: center) }
    }
    let sums = likelihoods.map { $0.reduce(0, +) }
    var applied = bounces
    for index in ambiguous {
      let others = centers.indices.filter { owners[$0] != index }
      guard
        let best = others.max(by: { sums[$0] - likelihoods[$0][index] < sums[$1] - likelihoods[$1][index] })
      else { continue }
      let weights = modes[index].map { $0.probability * $0.density(about: centers[best]) }
      applied[index].choose(second: weights[1] / (weights[0] + weights[1]), by: exponential(centers[best]))
    }
    return applied
  }

  private static func likelihood(_ modes: [Mode], about center: Double) -> Double {
    logarithm(modes.reduce(0) { $0 + $1.probability * $1.density(about: center) })
  }
}

extension FittedRecording {
  /// Reports the likelier of two minima.
  ///
  /// - Parameters:
  ///   - share: the probability of the second minimum.
  ///   - damping: that of the recording's other bounces, 1/s.
  fileprivate mutating func choose(second share: Double, by damping: Double) {
    guard var springs, let second = springs.second, let chosen = second.damping,
      let first = spring.damping
    else { return }
    springs.share = share
    if share > 0.5 {
      springs.share = 1 - share
      springs.second = spring
      self = FittedRecording(
        fitting: fitting.beginning(atDamping: chosen.value), candidate: second.candidate,
        solution: second.solution, weights: weights)
      notices = [
        Notice(
          .interval,
          "two dampings explain these samples, \(Numerals.significant(first.value, 4)) and \(Numerals.significant(chosen.value, 4)) 1/s; "
            + "the first has the lower sum of squares, the second is reported, as other bounces of the recording have about \(Numerals.significant(damping, 4)) 1/s"
        )
      ]
    }
    self.springs = springs
  }
}
