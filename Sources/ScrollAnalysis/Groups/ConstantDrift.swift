import LeastSquares

/// The way a constant changes as time goes by: a straight line through its values, weighed by 1/(s² + τ²).
///
/// The time is that at which they were recorded where at least half of the recordings name it; the others are excluded
/// then. Where fewer do, or all were recorded at once, the order of the input stands for time.
package struct ConstantDrift: Equatable, Sendable {
  package enum Order: String, Sendable {
    /// The slope is in the constant's unit a day.
    case time
    /// The slope is in the constant's unit an input.
    case input
  }

  package let order: Order
  /// The number of values it is through.
  package let count: Int
  package let slope: Double
  package let standardError: Double
  /// Two-sided, of a slope this large where there is none; assumes independent, normal values.
  package let pValue: Double
  /// The first time, days since 1970, or position.
  package let origin: Double
  /// On the line at ``origin``.
  package let level: Double

  /// - Parameters:
  ///   - recordings: of each value.
  ///   - betweenDeviation: τ.
  /// - Returns: nil for fewer than three values, or where all errors and the spread are 0.
  init?(
    _ observations: [BatchCollection.Observation], of recordings: [BatchCollection.Recording],
    betweenDeviation: Double
  ) {
    let timed = zip(recordings, observations).compactMap { recording, observation in
      recording.days.map { (x: $0, observation: observation) }
    }
    if 2 * timed.count >= observations.count,
      let drift = Self(timed, .time, betweenDeviation: betweenDeviation)
    {
      self = drift
      return
    }
    let placed = zip(recordings, observations).map { (x: Double($0.position), observation: $1) }
    guard let drift = Self(placed, .input, betweenDeviation: betweenDeviation) else { return nil }
    self = drift
  }

  /// Days since the first, or the position; nil for a recording that has no time where that counts.
  func abscissa(_ recording: BatchCollection.Recording) -> Double? {
    switch order {
    case .time: recording.days.map { $0 - origin }
    case .input: Double(recording.position)
    }
  }

  private init?(
    _ points: [(x: Double, observation: BatchCollection.Observation)], _ order: Order,
    betweenDeviation: Double
  ) {
    let weights = points.map {
      1 / ($0.observation.standardError * $0.observation.standardError + betweenDeviation * betweenDeviation)
    }
    guard points.count > 2, weights.allSatisfy(\.isFinite), let origin = points.map(\.x).min() else {
      return nil
    }
    let total = weights.reduce(0, +)
    func mean(_ values: [Double]) -> Double { zip(weights, values).reduce(0) { $0 + $1.0 * $1.1 } / total }
    let centre = mean(points.map { $0.x - origin }), middle = mean(points.map(\.observation.value))
    var squares = 0.0, products = 0.0
    for (weight, point) in zip(weights, points) {
      let distance = point.x - origin - centre
      squares += weight * distance * distance
      products += weight * distance * (point.observation.value - middle)
    }
    guard squares > 0 else { return nil }
    slope = products / squares
    var rest = 0.0
    for (weight, point) in zip(weights, points) {
      let residual = point.observation.value - middle - slope * (point.x - origin - centre)
      rest += weight * residual * residual
    }
    let degreesOfFreedom = Double(points.count - 2)
    standardError = (rest / degreesOfFreedom / squares).squareRoot()
    pValue =
      standardError > 0
      ? 2 * StudentT(degreesOfFreedom: degreesOfFreedom).upperTail(abs(slope / standardError)) : 0
    self.order = order
    self.origin = origin
    count = points.count
    level = middle - slope * centre
  }
}

extension BatchCollection.Recording {
  /// Since 1970.
  fileprivate var days: Double? { time.map { $0 / 86_400 } }
}
