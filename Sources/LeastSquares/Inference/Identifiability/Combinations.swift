extension Identifiability.Quantity {
  /// The simple combinations of parameters that samples often determine where they don't determine the parameters: a·b,
  /// a/b, a + b, a − b, and a·e^(b·c), a·e^(−b·c), the size of an exponential that begins at an unknown time.
  ///
  /// Gradients are those of a combination divided by its size, which have the same directions.
  ///
  /// - Parameter values: the parameters at the estimate.
  package static func combinations(names: [String], values: [Double]) -> [Identifiability.Quantity] {
    let indices = names.indices
    func quantity(_ name: String, _ parts: [(Int, Double)]) -> Identifiability.Quantity {
      var gradient = [Double](repeating: 0, count: names.count)
      for (index, slope) in parts { gradient[index] += slope }
      return Identifiability.Quantity(name, gradient: gradient)
    }
    var found: [Identifiability.Quantity] = []
    for i in indices {
      for j in indices where j > i {
        let (a, b) = (names[i], names[j])
        if values[i] != 0, values[j] != 0 {
          found.append(quantity("\(a)·\(b)", [(i, 1 / values[i]), (j, 1 / values[j])]))
          found.append(quantity("\(a)/\(b)", [(i, 1 / values[i]), (j, -1 / values[j])]))
        }
        found.append(quantity("\(a) + \(b)", [(i, 1), (j, 1)]))
        found.append(quantity("\(a) − \(b)", [(i, 1), (j, -1)]))
      }
    }
    for i in indices where values[i] != 0 {
      for j in indices where j != i {
        for k in indices where k > j && k != i {
          for (sign, mark) in [(-1.0, "−"), (1.0, "")] {
            found.append(
              quantity(
                "\(names[i])·e^(\(mark)\(names[j])·\(names[k]))",
                [(i, 1 / values[i]), (j, sign * values[k]), (k, sign * values[j])]))
          }
        }
      }
    }
    return found
  }
}
