import Foundation
import TestSupport

@testable import ScrollFitting

/// The least sum of squares over one nonlinear parameter by brute force: a dense grid, then golden section in every
/// local minimum. Shares nothing with the library.
struct Oracle {
  /// The columns that are fitted beside the constant, if there is one, at a value of the parameter.
  let columns: (_ parameter: Double, _ abscissa: Double) -> [Double]
  let hasConstant: Bool
  let samples: Samples
  /// Values of the parameter, increasing.
  let grid: [Double]

  /// The residuals' sum of squares after projecting out the constant and each column in turn, twice against rounding.
  func cost(_ parameter: Double) -> Double {
    var residual = samples.observations
    var basis = transposed(samples.abscissas.map { columns(parameter, $0) })
    if hasConstant {
      centre(&residual)
      for j in basis.indices { centre(&basis[j]) }
    }
    for j in basis.indices {
      for _ in 0..<2 {
        for earlier in basis[..<j] { remove(earlier, from: &basis[j]) }
      }
      let length = dot(basis[j], basis[j]).squareRoot()
      guard length > 0, length.isFinite else { continue }
      for i in basis[j].indices { basis[j][i] /= length }
    }
    for _ in 0..<2 {
      for column in basis { remove(column, from: &residual) }
    }
    let sum = dot(residual, residual)
    return sum.isFinite ? sum : .infinity
  }

  /// The lowest cost found, and where.
  func minimum() -> (parameter: Double, cost: Double) {
    let costs = grid.map(cost)
    var best = (parameter: Double.nan, cost: Double.infinity)
    func offer(_ parameter: Double, _ cost: Double) {
      if cost < best.cost { best = (parameter, cost) }
    }
    for i in grid.indices {
      offer(grid[i], costs[i])
      guard i > 0, i + 1 < grid.count, costs[i] <= costs[i - 1], costs[i] <= costs[i + 1] else { continue }
      let refined = goldenSection(grid[i - 1], grid[i + 1])
      offer(refined.parameter, refined.cost)
    }
    return best
  }

  private func goldenSection(_ low: Double, _ high: Double) -> (parameter: Double, cost: Double) {
    let ratio = (5.0.squareRoot() - 1) / 2
    var (a, b) = (low, high)
    var (left, right) = (b - ratio * (b - a), a + ratio * (b - a))
    var (leftCost, rightCost) = (cost(left), cost(right))
    for _ in 0..<50 {
      if leftCost < rightCost {
        (b, right, rightCost) = (right, left, leftCost)
        left = b - ratio * (b - a)
        leftCost = cost(left)
      } else {
        (a, left, leftCost) = (left, right, rightCost)
        right = a + ratio * (b - a)
        rightCost = cost(right)
      }
    }
    return leftCost < rightCost ? (left, leftCost) : (right, rightCost)
  }

  private func transposed(_ rows: [[Double]]) -> [[Double]] {
    (rows.first ?? []).indices.map { j in rows.map { $0[j] } }
  }

  private func centre(_ values: inout [Double]) {
    // About the first, then about the mean of what is left: offsets near 10⁶ keep their digits.
    let first = values[0]
    for i in values.indices { values[i] -= first }
    let mean = values.reduce(0, +) / Double(values.count)
    for i in values.indices { values[i] -= mean }
  }

  private func remove(_ unit: [Double], from values: inout [Double]) {
    let part = dot(unit, values)
    for i in values.indices { values[i] -= part * unit[i] }
  }

  private func dot(_ a: [Double], _ b: [Double]) -> Double {
    var sum = 0.0
    for i in a.indices { sum += a[i] * b[i] }
    return sum
  }
}

extension Oracle {
  /// `perDecade` values a decade.
  private static func decades(_ low: Double, _ high: Double, perDecade: Double = 15) -> [Double] {
    let count = Int((log10(high / low) * perDecade).rounded(.up))
    return (0...count).map { low * pow(high / low, Double($0) / Double(count)) }
  }

  static func deceleration(_ samples: Samples) -> Oracle {
    let span = samples.abscissas.last ?? 0
    let positive = decades(1e-4 / span, 40 * Double(samples.abscissas.count) / span)
    let negative = positive.reversed().filter { $0 * span < 300 }.map { -$0 }
    return Oracle(
      columns: { k, t in [k == 0 ? t : -expm1(-k * t) / k] }, hasConstant: true, samples: samples,
      grid: negative + [0] + positive)
  }

  static func bounce(_ samples: Samples) -> Oracle {
    let span = samples.abscissas.last ?? 0
    return Oracle(
      // (1 + δt) e^(−δt) less its value at 0: beside a constant it spans the same.
      columns: { damping, t in
        let push = t * exp(-damping * t)
        return [push, expm1(-damping * t) + damping * push]
      }, hasConstant: true, samples: samples,
      grid: decades(1e-2 / span, 40 * Double(samples.abscissas.count) / span))
  }

  static func rubberBand(_ samples: Samples) -> Oracle {
    let travel = samples.abscissas.last ?? 0
    return Oracle(
      columns: { bend, x in [x / (1 + bend * x)] }, hasConstant: false, samples: samples,
      grid: [0] + decades(1e-5 / travel, 40 * Double(samples.abscissas.count) / travel))
  }
}
