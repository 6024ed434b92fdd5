import Foundation
import LeastSquares
import TestSupport

@testable import ScrollFitting

/// A motion of one model, drawn at random and rounded to whole points as a recording's offsets are.
struct SimulatedTrace {
  let samples: Samples
  /// The drawn values, for a failure's message.
  let description: String

  /// The first draw in which something moves.
  private static func moving(_ draw: () -> SimulatedTrace) -> SimulatedTrace {
    while true {
      let trace = draw()
      if trace.samples.observations.contains(where: { $0 != trace.samples.observations[0] }) { return trace }
    }
  }

  private init(_ description: String, at abscissas: [Double], _ value: (Double) -> Double) {
    samples = Samples(abscissas: abscissas, observations: abscissas.map { value($0).rounded() })
    self.description = "\(description), \(abscissas.count) samples to \(abscissas.last ?? 0)"
  }

  /// Even steps over 0.2 to 10 time constants, 5 to 2,000 of them.
  private static func times(rate: Double, _ random: inout SplitMix64) -> [Double] {
    let span = random.logUniform(0.2, 10) / rate
    let count = Int(random.logUniform(5, 2001))
    return (0..<count).map { Double($0) * span / Double(count - 1) }
  }

  private static func offset(_ random: inout SplitMix64) -> Double {
    random.sign() * random.logUniform(1, 1e6)
  }

  /// x₀ + v₀ (1 − e^(−kt))/k; one k in five is negative.
  static func deceleration(_ random: inout SplitMix64) -> SimulatedTrace {
    moving {
      let rate = random.logUniform(0.1, 60)
      let times = times(rate: rate, &random)
      let k = random.unit() < 0.2 ? -rate : rate
      let velocity = random.sign() * random.logUniform(20, 1e5)
      let start = offset(&random)
      return SimulatedTrace("k \(k), v₀ \(velocity), x₀ \(start)", at: times) {
        start - velocity * expm1(-k * $0) / k
      }
    }
  }

  /// rest + (d + (v₀ + δd) t) e^(−δt).
  static func bounce(_ random: inout SplitMix64) -> SimulatedTrace {
    moving {
      let damping = random.logUniform(1, 60)
      let times = times(rate: damping, &random)
      let displacement = random.sign() * random.logUniform(0.1, 1000)
      let velocity = random.sign() * random.logUniform(20, 2e4)
      let rest = offset(&random)
      return SimulatedTrace("δ \(damping), d \(displacement), v₀ \(velocity), rest \(rest)", at: times) {
        rest + (displacement + (velocity + damping * displacement) * $0) * exp(-damping * $0)
      }
    }
  }

  /// c d x/(d + c x) over the finger's travel.
  static func rubberBand(_ random: inout SplitMix64) -> SimulatedTrace {
    moving {
      let coefficient = random.uniform(0.05, 1)
      let dimension = random.logUniform(100, 2000)
      let travel = random.logUniform(50, 5000)
      let count = Int(random.logUniform(5, 501))
      let abscissas = (0..<count).map { Double($0) * travel / Double(count - 1) }
      return SimulatedTrace("c \(coefficient), d \(dimension)", at: abscissas) {
        coefficient * dimension * $0 / (dimension + coefficient * $0)
      }
    }
  }
}
