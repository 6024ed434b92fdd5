import LeastSquares
import LinearAlgebra
import ScrollModels

/// The best stop of a motion c₀ + c₁ p(min(t, tₛ)) at one decay constant after another: one pass over the samples has all stop
/// times tₛ.
///
/// The weights w add up to 1, y is less its mean, and P = p(tₛ) lies between the values of p at two samples s and s + 1. With the
/// best coefficients
///
/// cost = Σ w y² − A²/B,  A = Σ_{i≤s} w p y + P Σ_{i>s} w y,  B = Σ_{i≤s} w p² + P² W − (Σ_{i≤s} w p + P W)²,  W = Σ_{i>s} w,
///
/// which has one stationary P. Its rounding is some 10⁻¹⁵ of Σ w y².
struct StopScan {
  /// A decay constant, its best stop and the cost there.
  struct Stop {
    let rate: Double
    let time: Double
    let cost: Double
  }

  /// A local minimum over the decay constants, and the constants beside it that cost more.
  struct Basin {
    let bottom: Stop
    let range: ClosedRange<Double>
  }

  /// A sample's weight and weighted deviation, and the sums of both over all samples behind it.
  private struct Row {
    var weight = 0.0
    var deviation = 0.0
    var laterWeight = 0.0
    var laterDeviation = 0.0
  }

  /// Called once a pass: loops specialized for its type would gain nothing.
  private let scrollModel: any ScrollModel
  private let abscissas: [Double]
  private let rateIndex: Int
  private let rows: [Row]
  private let totalWeight: Double
  /// Σ w y².
  private let variance: Double
  private var alpha: [Double]
  private var basis: [Double]
  /// True to look at the motion that never stops alone.
  private let neverStops: Bool

  /// - Parameters:
  ///   - scrollModel: a model with the columns 1 and p(min(t, tₛ)).
  ///   - rateIndex: the index of the decay constant among the nonlinear parameters.
  ///   - timeIndex: that of the stop time.
  init(
    _ scrollModel: any ScrollModel, samples: Samples, rate rateIndex: Int, time timeIndex: Int,
    neverStops: Bool = false
  ) {
    self.scrollModel = scrollModel
    self.neverStops = neverStops
    self.rateIndex = rateIndex
    abscissas = samples.abscissas
    let count = abscissas.count
    let deviations = samples.weights.standardDeviations
    let weights = (0..<count).map { i in deviations.map { 1 / ($0[i] * $0[i]) } ?? 1 }
    let total = weights.reduce(0, +)
    let mean = zip(weights, samples.observations).reduce(0) { $0 + $1.0 / total * $1.1 }
    var rows = [Row](repeating: Row(), count: count)
    var variance = 0.0
    for i in (0..<count).reversed() {
      let difference = samples.observations[i] - mean
      rows[i].weight = weights[i] / total
      rows[i].deviation = rows[i].weight * difference
      variance += rows[i].deviation * difference
      guard i > 0 else { break }
      rows[i - 1].laterWeight = rows[i].laterWeight + rows[i].weight
      rows[i - 1].laterDeviation = rows[i].laterDeviation + rows[i].deviation
    }
    self.rows = rows
    self.variance = variance
    totalWeight = total
    alpha = .zeros(scrollModel.nonlinear.count)
    // The motion that never stops.
    alpha[timeIndex] = abscissas.last ?? 0
    basis = .zeros(2 * count)
  }

  /// Costs that differ by less may be the same.
  var rounding: Double { 1e-14 * totalWeight * variance }

  /// The best stop at a decay constant; its cost is infinite where the model has no finite values.
  ///
  /// - Complexity: O(n).
  mutating func stop(at rate: Double) -> Stop {
    alpha[rateIndex] = rate
    scrollModel.fillBasis(alpha, at: abscissas, basis: &basis)
    let count = abscissas.count
    let last = basis[2 * count - 1]
    guard last.isFinite else { return Stop(rate: rate, time: .nan, cost: .infinity) }
    return rows.withUnsafeBufferPointer { rows in
      basis.withUnsafeBufferPointer { basis in
        let column = UnsafeBufferPointer(rebasing: basis[count...])
        return Self.stop(
          rate, rows, column, abscissas, variance: variance, totalWeight: totalWeight, neverStops: neverStops)
      }
    }
  }

  private static func stop(
    _ rate: Double, _ rows: UnsafeBufferPointer<Row>, _ column: UnsafeBufferPointer<Double>,
    _ abscissas: [Double], variance: Double, totalWeight: Double, neverStops: Bool
  ) -> Stop {
    let count = rows.count
    // In units of the whole travel no square overflows.
    let first = column[0]
    let scale = 1 / (column[count - 1] - first)
    var (moment, sum, squares) = (0.0, 0.0, 0.0)
    var travel = 0.0
    var (most, position, share) = (0.0, count - 1, 0.0)
    for i in 0..<(count - 1) {
      let row = rows[i]
      let weighted = row.weight * travel
      moment += row.deviation * travel
      sum += weighted
      squares += weighted * travel
      let next = (column[i + 1] - first) * scale
      let constant = squares - sum * sum
      let linear = -2 * sum * row.laterWeight
      let quadratic = row.laterWeight * (1 - row.laterWeight)
      let stationary =
        (moment * linear - 2 * row.laterDeviation * constant)
        / (row.laterDeviation * linear - 2 * moment * quadratic)
      let end = stationary > travel && stationary < next && !neverStops ? stationary : next
      let explained = moment + end * row.laterDeviation
      let spread = constant + end * (linear + end * quadratic)
      // Less is the square of a travel that has lost its digits.
      if !neverStops || i == count - 2, spread > 1e-280, explained * explained > most * spread {
        most = explained * explained / spread
        (position, share) = (i, (end - travel) / (next - travel))
      }
      travel = next
    }
    let time =
      position < count - 1
      ? abscissas[position] + share * (abscissas[position + 1] - abscissas[position]) : abscissas[position]
    return Stop(rate: rate, time: time, cost: totalWeight * max(0, variance - most))
  }

  /// The local minima among increasing decay constants, each followed between its neighbors by the golden section; the deepest first.
  mutating func basins(among rates: [Double]) -> [Basin] {
    var costs = [Double].zeros(rates.count)
    for i in rates.indices { costs[i] = stop(at: rates[i]).cost }
    var basins: [Basin] = []
    for i in rates.indices where costs[i].isFinite {
      let (before, after) = (max(i - 1, 0), min(i + 1, rates.count - 1))
      guard costs[i] <= costs[before], costs[i] <= costs[after], i == 0 || costs[i] < costs[before] else {
        continue
      }
      let range = rates[before]...rates[after]
      basins.append(Basin(bottom: bottom(in: range), range: range))
    }
    return basins.sorted { $0.bottom.cost < $1.bottom.cost }
  }

  /// The lowest point that the golden section meets.
  private mutating func bottom(in range: ClosedRange<Double>) -> Stop {
    let share = (5.0.squareRoot() - 1) / 2
    var (low, high) = (range.lowerBound, range.upperBound)
    var left = stop(at: high - share * (high - low))
    var right = stop(at: low + share * (high - low))
    // To three thousandths of the range.
    for _ in 0..<12 {
      if left.cost <= right.cost {
        (high, right) = (right.rate, left)
        left = stop(at: high - share * (high - low))
      } else {
        (low, left) = (left.rate, right)
        right = stop(at: low + share * (high - low))
      }
    }
    return left.cost <= right.cost ? left : right
  }
}

extension StartSearch {
  /// The stops to follow on all samples, the deepest first: the local minima over the decay constant of the cost with the best stop; none
  /// for a model without a stop, where a value is given, and where no cost is finite. They are all that there are unless
  /// their costs are of the size of rounding.
  ///
  /// - Parameters:
  ///   - starts: as in ``deepest(starts:)``.
  ///   - limits: index in (c, α) to the values that are searched.
  func stops(starts: [Int: Double], limits: [Int: ClosedRange<Double>]) -> (points: [[Double]], areAll: Bool)
  {
    let count = scrollModel.linear.count
    guard let time = scrollModel.timeOfChange, scrollModel.nonlinear.count == 2, count == 2, fixed.isEmpty,
      starts.isEmpty, limits[count + time] == scrollModel.nonlinear[time].domain
    else { return ([], false) }
    let rate = 1 - time
    let domain = limits[count + rate] ?? scrollModel.nonlinear[rate].domain
    // Means of neighbors distinguish basins. What the pixel grid makes of the deepest shows on the samples alone.
    let means = samples.thinned(to: grid.sampleCount)
    let rates = grid.values(of: scrollModel.nonlinear[rate], within: domain, ratio: SearchGrid.tenADecade)
    var coarse = StopScan(scrollModel, samples: means, rate: rate, time: time)
    let basins = coarse.basins(among: rates)
    guard let deepest = basins.first?.bottom.cost else { return ([], false) }
    var fine = StopScan(scrollModel, samples: samples.thinned(to: 1024), rate: rate, time: time)
    var bottoms: [StopScan.Stop] = []
    for basin in basins.prefix(3) where basin.bottom.cost <= 2 * deepest + coarse.rounding {
      let (low, high) = (basin.range.lowerBound, basin.range.upperBound)
      bottoms += fine.basins(among: (0...32).map { low + Double($0) / 32 * (high - low) }).map(\.bottom)
    }
    guard let lowest = bottoms.map(\.cost).min() else { return ([], false) }
    var stops = Array(
      bottoms.filter { $0.cost <= 1.01 * lowest + fine.rounding }.sorted { $0.cost < $1.cost }.prefix(4))
    // Where one stop costs as much at many rates, the motion that never stops hides in a narrow valley between two of them.
    var unstopped = StopScan(scrollModel, samples: means, rate: rate, time: time, neverStops: true)
    if let basin = unstopped.basins(among: rates).first,
      !stops.contains(where: { basin.range.contains($0.rate) })
    {
      stops.append(basin.bottom)
    }
    return (
      stops.map { time == 0 ? [$0.time, $0.rate] : [$0.rate, $0.time] }, lowest > 100 * fine.rounding
    )
  }
}
