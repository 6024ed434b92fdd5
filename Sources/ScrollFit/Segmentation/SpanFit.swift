import Elementary
import LeastSquares
internal import LinearAlgebra

/// A law fitted to a range of a motion.
struct SpanFit {
  /// The law's name: `deceleration`.
  let law: any SeparableModel
  let range: Range<Int>
  /// The law's t = 0 and the offset it is measured from.
  let alpha: [Double]
  let coefficients: [Double]
  /// Σ ((xᵢ − f(tᵢ))/σᵢ)².
  let misfit: Double

  /// Whether the law itself says where the range ends: then the end is no parameter of its own.
  var endsByItself = false

  var parameterCount: Int { alpha.count + coefficients.count }
  var cost: Double { spanCost(misfit: misfit, count: range.count, parameters: parameterCount) }

  /// The cost with a price for every parameter and one for the range's end.
  func total(price: Double) -> Double {
    cost + Double(min(parameterCount, range.count) + (endsByItself ? 0 : 1)) * price
  }
}

/// −2 log likelihood of samples that leave the weighted sum of squares `misfit`, with their common scale s ≥ 1 estimated:
/// ν log s² + misfit/s², s² = max(1, misfit/ν), ν = count − parameters.
///
/// A law that passes through all of its samples has explained none: ν ≤ 0 costs nothing and says nothing.
func spanCost(misfit: Double, count: Int, parameters: Int) -> Double {
  let freedom = Double(count - parameters)
  guard freedom > 0 else { return 0 }
  let scale = misfit / freedom
  return scale <= 1 ? misfit : freedom * (logarithm(scale) + 1)
}

/// Fits laws to ranges of one motion, with buffers that are used again.
///
/// Gauss–Newton in (c, α) on the law's own columns: each step takes the linear parameters that are best at the new α. A range
/// costs O(samples) a step, and a handful of steps.
struct SpanFitter {
  let motion: Motion
  private var times: [Double] = []
  private var basis: [Double] = []
  private var derivatives: [Double] = []

  init(_ motion: Motion) { self.motion = motion }

  /// The columns Φ and Σ cⱼ ∂φⱼ/∂α of a law over a range, each divided by σ, and the offsets, as rows for a
  /// ``RowUpdatedQR``.
  mutating func prepare<Model: SeparableModel>(
    _ law: Model, _ range: Range<Int>, _ alpha: [Double], differentiated: Bool, origin: Double
  ) {
    let count = range.count
    let columns = law.linear.count
    grow(count, columns, alpha.count)
    for i in 0..<count { times[i] = motion.times[range.lowerBound + i] - origin }
    // The laws index by the number of samples, so a buffer may be longer than they need.
    Self.evaluate(law, alpha, times, count, &basis, &derivatives, differentiated)
  }

  private static func evaluate<Model: SeparableModel>(
    _ law: Model, _ alpha: [Double], _ times: [Double], _ count: Int, _ basis: inout [Double],
    _ derivatives: inout [Double],
    _ differentiated: Bool
  ) {
    var values = basis.mutableSpan
    if differentiated {
      var slopes = derivatives.mutableSpan
      law.evaluate(alpha.span, at: times.span.extracting(0..<count), basis: &values, derivatives: &slopes)
    } else {
      var nothing: [Double] = []
      var slopes = nothing.mutableSpan
      law.evaluate(alpha.span, at: times.span.extracting(0..<count), basis: &values, derivatives: &slopes)
    }
  }

  private mutating func grow(_ count: Int, _ columns: Int, _ nonlinear: Int) {
    if times.count < count { times = Array(repeating: 0, count: max(64, 2 * count)) }
    if basis.count < count * columns { basis = Array(repeating: 0, count: 2 * count * columns) }
    let needed = count * columns * nonlinear
    if derivatives.count < needed { derivatives = Array(repeating: 0, count: 2 * needed) }
  }

  /// Puts row `i` of the range into the factor's row.
  func fill(
    _ factor: inout RowUpdatedQR, _ i: Int, _ range: Range<Int>, columns: Int, coefficients: [Double],
    nonlinear: Int,
    reference: Double? = nil
  ) {
    let count = range.count
    let precision = motion.precisions[range.lowerBound + i]
    for j in 0..<columns { factor.row[j] = basis[j * count + i] * precision }
    for k in 0..<nonlinear {
      var slope = 0.0
      for j in 0..<columns { slope += coefficients[j] * derivatives[(k * columns + j) * count + i] }
      factor.row[columns + k] = slope * precision
    }
    factor.row[columns + nonlinear] =
      (motion.offsets[range.lowerBound + i] - (reference ?? motion.offsets[range.lowerBound])) * precision
  }

  /// The least-squares fit of a law to a range, from the best of several α.
  ///
  /// Gauss–Newton on (c, α): one pass over the samples gives the misfit and the best c at an α, and the step from it, which is
  /// halved until it lowers the misfit. Ends where a step would lower the misfit by less than ``tolerance``.
  ///
  /// - Parameter starts: the α to begin from.
  /// - Returns: nil where no start gives a finite fit.
  mutating func fit<Model: SeparableModel>(_ law: Model, _ range: Range<Int>, from starts: [[Double]])
    -> SpanFit?
  {
    var best: Point?
    for alpha in starts {
      let point = linearized(law, range, alpha, slopesOf: starts.count == 1 ? best?.coefficients : nil)
      if point.misfit.isFinite, point.misfit < best?.misfit ?? .infinity { best = point }
    }
    guard var point = best else { return nil }
    if !point.alpha.isEmpty {
      // The slopes need the linear parameters: with them the first step is known.
      point = linearized(law, range, point.alpha, slopesOf: point.coefficients)
      for _ in 0..<20 where point.gain > Self.tolerance + 1e-9 * point.misfit {
        guard let next = lower(law, range, point) else { break }
        point = next
      }
    }
    return SpanFit(
      law: law, range: range, alpha: point.alpha, coefficients: point.coefficients,
      misfit: max(0, point.misfit - max(0, point.gain.isFinite ? min(point.gain, Self.tolerance) : 0)))
  }

  /// A misfit, in units of a sample's variance, that no decision turns on.
  private static let tolerance = 1e-3

  /// The law at one α: the best linear parameters, their misfit, and where Gauss–Newton goes from there.
  private struct Point {
    var alpha: [Double]
    var coefficients: [Double]
    var misfit: Double
    /// The change of α.
    var change: [Double]
    /// By how much it would lower the misfit.
    var gain: Double
  }

  /// - Parameter slopes: the linear parameters that the derivatives are taken at; nil leaves the step out.
  private mutating func linearized<Model: SeparableModel>(
    _ law: Model, _ range: Range<Int>, _ alpha: [Double], slopesOf slopes: [Double]?
  ) -> Point {
    let columns = law.linear.count
    let nonlinear = slopes == nil ? 0 : alpha.count
    prepare(law, range, alpha, differentiated: nonlinear > 0, origin: motion.times[range.lowerBound])
    var factor = RowUpdatedQR(columns: columns + nonlinear)
    for i in 0..<range.count {
      fill(&factor, i, range, columns: columns, coefficients: slopes ?? [], nonlinear: nonlinear)
      factor.add()
    }
    let misfit = factor.sumOfSquares(first: columns)
    return Point(
      alpha: alpha, coefficients: factor.solution(first: columns), misfit: misfit,
      change: nonlinear > 0 ? Array(factor.solution(first: columns + nonlinear).suffix(nonlinear)) : [],
      gain: nonlinear > 0 ? misfit - factor.sumOfSquares : 0)
  }

  /// The next point down the step; nil where none of its halves is lower.
  private mutating func lower<Model: SeparableModel>(_ law: Model, _ range: Range<Int>, _ point: Point)
    -> Point?
  {
    var share = 1.0
    for _ in 0..<10 {
      let alpha = point.alpha.indices.map { k in
        // A rate at most triples or falls to a third in one step.
        min(max(point.alpha[k] + share * point.change[k], point.alpha[k] / 3), point.alpha[k] * 3)
      }
      let next = linearized(law, range, alpha, slopesOf: point.coefficients)
      if next.misfit < point.misfit { return next }
      share /= 2
    }
    return nil
  }
}
