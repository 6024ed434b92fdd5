import Elementary
import LeastSquares
import ScrollFitting

@testable import Kernels

/// A motion of a model, drawn at random and rounded as recorders do.
struct SimulatedTrace: Sendable, CustomStringConvertible {
  let abscissas: [Double]
  let observations: [Double]
  let dimension: Double?
  let description: String

  /// 16 to 300 samples, their times off an even grid by up to a fifth of a step, on grids from a point to a
  /// millionth.
  init(_ scrollModel: KernelModel, seed: UInt64, index: Int) {
    var random = SplitMix64(seed: seed, stream: index)
    func uniform(_ low: Double, _ high: Double) -> Double { low + (high - low) * random.uniform() }
    func logUniform(_ low: Double, _ high: Double) -> Double { low * power(high / low, random.uniform()) }
    func sign() -> Double { random.next() & 1 == 0 ? 1 : -1 }
    let count = Int(logUniform(16, 300))
    let grid = [1.0, 0.5, 1 / 3.0, 1e-6][random.index(below: 4)]
    let jitter = uniform(0, 0.2)
    func even(_ span: Double) -> [Double] {
      (0..<count).map { (Double($0) + ($0 == 0 ? 0 : jitter * uniform(-1, 1))) * span / Double(count - 1) }
    }
    let curve: (Double) -> Double
    let text: String
    switch scrollModel {
    case .deceleration:
      let k = logUniform(0.5, 12)
      let (x, v) = (uniform(-5000, 5000), sign() * logUniform(200, 10_000))
      abscissas = even(uniform(0.5, 8) / k)
      text = "k \(k), v₀ \(v), x₀ \(x)"
      curve = { x - v * exponentialMinusOne(-k * $0) / k }
    case .bounce, .bouncePhase:
      let damping = logUniform(3, 30)
      let rest = scrollModel == .bounce ? uniform(-3000, 3000) : 0
      let (d, v) = (sign() * uniform(0, 200), sign() * logUniform(50, 5000))
      abscissas = even(uniform(3, 12) / damping)
      text = "δ \(damping), d \(d), v₀ \(v), rest \(rest)"
      curve = { rest + (d + (v + damping * d) * $0) * exponential(-damping * $0) }
    case .rubberBand, .rubberBandOfDimension:
      let (c, d) = (uniform(0.2, 1), logUniform(200, 1500))
      abscissas = even(logUniform(0.3, 3) * d / c)
      text = "c \(c), d \(d)"
      curve = { c * d * $0 / (d + c * $0) }
    case .line, .quadratic, .cubic:
      let c = scrollModel.parameters.indices.map { sign() * logUniform(10, 1000) / power(3, Double($0)) }
      let start = uniform(-5, 5)
      abscissas = even(uniform(0.5, 3)).map { start + $0 }
      text = "c \(c), from \(start)"
      curve = { x in c.reversed().reduce(0) { $0 * x + $1 } }
    }
    let known = text.split(separator: " ").last.flatMap { Double($0) }
    dimension = scrollModel == .rubberBandOfDimension ? known : nil
    observations = abscissas.map { (curve($0) / grid).rounded() * grid }
    description = "\(text), \(count) samples, grid \(grid)"
  }

  /// The rounding error of arithmetic on sums of offsets of this size, pt.
  var rounding: Double { 64 * Double.ulpOfOne * observations.reduce(0) { max($0, abs($1)) } }

  /// The fit of the general solver; nil where it finds nothing.
  func plain(_ scrollModel: KernelModel) -> PlainValues? {
    guard
      let fit = try? PlainFit(
        scrollModel, abscissas: abscissas, observations: observations, dimension: dimension)
    else { return nil }
    return PlainValues(
      parameters: fit.parameters, standardErrors: fit.standardErrors, sumOfSquares: fit.sumOfSquares,
      converged: fit.converged)
  }
}

/// A fit to compare with.
struct PlainValues: Sendable {
  let parameters: [Double]
  let standardErrors: [Double]
  let sumOfSquares: Double
  var converged = true
}

extension KernelFits {
  func values(of trace: Int) -> [Double] { scrollModel.parameters.indices.map { parameter($0, of: trace) } }
  func standardErrors(of trace: Int) -> [Double] {
    scrollModel.parameters.indices.map { standardError($0, of: trace) }
  }

  /// The largest distance of a parameter from another fit's, in units of max(|value|, standard error), beyond
  /// what the rounding of offsets moves it.
  func distance(of trace: Int, to other: PlainValues, rounding: Double) -> Double {
    let deviation = (other.sumOfSquares / Double(max(1, sampleCounts[trace]))).squareRoot()
    return scrollModel.parameters.indices.reduce(0) { farthest, j in
      let error = other.standardErrors[j].isFinite ? other.standardErrors[j] : 0
      let moved = deviation > 0 ? rounding / deviation * error : 0
      let difference = abs(parameter(j, of: trace) - other.parameters[j])
      return max(farthest, max(0, difference - moved) / max(abs(other.parameters[j]), error))
    }
  }
}

extension TraceColumns {
  init(_ traces: [SimulatedTrace]) {
    self.init()
    for trace in traces {
      append(abscissas: trace.abscissas, observations: trace.observations, dimension: trace.dimension)
    }
  }
}
