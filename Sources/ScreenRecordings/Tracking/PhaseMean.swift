internal import Foundation

/// The weighted mean of numbers that are equal where they differ by a multiple of a step: displacements modulo a pixel.
///
/// Each number is a vector of length 1 at the angle 2π x / step. The mean vector's angle is the phase, its length 1 for numbers that
/// agree and about 0 for numbers that lie anywhere.
struct PhaseMean {
  let step: Double
  private(set) var cosine = 0.0
  private(set) var sine = 0.0
  private(set) var weight = 0.0

  init(step: Double) { self.step = step }

  mutating func add(_ number: Double, weight: Double = 1) {
    let angle = 2 * .pi * number / step
    cosine += weight * cos(angle)
    sine += weight * sin(angle)
    self.weight += weight
  }

  /// Adds the mean vector of another one as a single number.
  mutating func add(meanOf other: PhaseMean) {
    guard other.weight > 0 else { return }
    cosine += other.cosine / other.weight
    sine += other.sine / other.weight
    weight += 1
  }

  /// The mean of the numbers, from −step/2 to step/2.
  var phase: Double { atan2(sine, cosine) / (2 * .pi) * step }

  /// The square of the sum of the vectors.
  var squaredSum: Double { cosine * cosine + sine * sine }

  /// The squared length of the mean vector.
  var squaredLength: Double { weight > 0 ? squaredSum / (weight * weight) : 0 }
}
