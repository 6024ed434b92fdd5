/// The distance of five samples from the cubic that goes on between them: their fourth divided difference over its norm.
enum CubicDistance {
  static let samples = 5

  /// - Parameters:
  ///   - first: the first of the samples.
  ///   - x: their abscissas, increasing, in any unit.
  static func of(_ first: Int, x: (Int) -> Double, y: (Int) -> Double) -> Double {
    var (difference, squares) = (0.0, 0.0)
    for sample in first..<(first + samples) {
      var product = 1.0
      for other in first..<(first + samples) where other != sample { product *= x(sample) - x(other) }
      difference += y(sample) / product
      squares += 1 / (product * product)
    }
    return abs(difference) / squares.squareRoot()
  }
}
