import LinearAlgebra

/// The changes of the parameters that an estimate does not determine.
///
/// The singular values of J with its columns brought to one size show it, free of all units: a direction whose
/// value is at most max(m, n)·ε of the largest one is undetermined; at most 10⁻⁷ of it, weak: the parameters
/// along it are known ten million times worse than others, if at all.
///
/// It is a statement about the neighborhood of the estimate; a profile looks further (``ProfileInterval``).
package struct Identifiability: Equatable, Sendable {
  /// The number of directions that are determined, weak ones among them.
  package let rank: Int
  /// The largest of the scaled J's singular values over the smallest; ∞ where that is 0.
  package let condition: Double
  /// The undetermined ones, then the weak ones; empty where the samples determine every parameter.
  package let directions: [UndeterminedDirection]

  /// A function of the parameters whose determination is asked for, such as A·e^(−δφ).
  package struct Quantity: Equatable, Sendable {
    package let name: String
    /// Its derivatives by the parameters at the estimate.
    package let gradient: [Double]

    package init(_ name: String, gradient: [Double]) {
      self.name = name
      self.gradient = gradient
    }
  }

  /// A weak direction's singular value is at most this part of the largest.
  package static let weakness = 1e-7

  /// - Parameters:
  ///   - jacobian: ∂rᵢ/∂pⱼ at `[j·rows + i]`.
  ///   - names: of the parameters, in J's order.
  ///   - sizes: a natural size of each parameter, > 0, in which its change along a direction is told.
  ///   - quantities: candidates for what is determined although its parameters are not.
  /// - Returns: nil where a number of J is not finite.
  package init?(
    jacobian: [Double], rows: Int, names: [String], sizes: [Double], quantities: [Quantity] = []
  ) {
    let n = names.count
    precondition(
      jacobian.count == rows * n && sizes.count == n,
      "\(jacobian.count) derivatives and \(sizes.count) sizes for \(rows) × \(n)")
    // Rows of zeros change nothing, and a singular value decomposition wants as many as columns.
    let padding = [Double](repeating: 0, count: max(0, n - rows))
    let padded = (0..<n).flatMap { (column: Int) -> [Double] in
      jacobian[(column * rows)..<((column + 1) * rows)] + padding
    }
    let matrix = Matrix(rows: max(rows, n), columns: n, elements: padded)
    guard let (values, vectors, scales) = try? matrix.scaledSingularVectors() else { return nil }

    let largest = values.first ?? 0
    let floor = Double(max(rows, n)) * Double.ulpOfOne * largest
    let rank = values.prefix { $0 > floor }.count
    let strong = values.prefix { $0 > max(floor, Self.weakness * largest) }.count
    func directions(_ range: Range<Int>, isWeak: Bool) -> [UndeterminedDirection] {
      // Any basis of the space serves; the one with the most zeros names the fewest parameters together.
      let effects = sparse(range.map { i in (0..<n).map { vectors[$0, i] } })
      return effects.map {
        UndeterminedDirection(
          effect: $0, scales: scales, names: names, sizes: sizes, isWeak: isWeak)
      }
    }
    let found = directions(rank..<n, isWeak: false) + directions(strong..<rank, isWeak: true)
    self.rank = rank
    condition = rank < n ? .infinity : largest / (values.last ?? 1)
    self.directions = found.map { direction in
      direction.determining(
        quantities.filter { quantity in
          direction.involves(quantity.gradient) && !found.contains { $0.moves(quantity.gradient) }
        })
    }
  }

  /// Returns true if a function of this gradient keeps its value along every direction that is undetermined or weak.
  package func determines(_ gradient: [Double]) -> Bool { !directions.contains { $0.moves(gradient) } }
}

/// A basis of the same space with as many zeros as elimination gives: each vector has a place where it is 1
/// and the others are 0. Of places nearly as large the last is taken, so that rounding does not choose.
private func sparse(_ vectors: [[Double]]) -> [[Double]] {
  var basis = vectors
  var order: [(row: Int, position: Int)] = []
  for _ in basis.indices {
    let rows = basis.indices.filter { row in !order.contains { $0.row == row } }
    let sizes = rows.map { row in (row, basis[row].map { abs($0) }) }
    let largest = sizes.flatMap { $0.1 }.max() ?? 0
    guard largest > 0 else { break }
    let candidates = sizes.flatMap { row, sizes in
      sizes.indices.filter { sizes[$0] >= largest / 2 }.map { (row: row, position: $0) }
    }
    guard let pivot = candidates.max(by: { $0.position < $1.position }) else { break }
    let divisor = basis[pivot.row][pivot.position]
    basis[pivot.row] = basis[pivot.row].map { $0 / divisor }
    for row in basis.indices where row != pivot.row {
      let factor = basis[row][pivot.position]
      basis[row] = zip(basis[row], basis[pivot.row]).map { $0 - factor * $1 }
    }
    order.append(pivot)
  }
  return order.sorted { $0.position < $1.position }.map { basis[$0.row] }
}

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

/// A change of the parameters that the samples do not feel, or nearly not.
package struct UndeterminedDirection: Equatable, Sendable, CustomStringConvertible {
  /// True if the samples feel it, but 10⁷ times less than other changes.
  package let isWeak: Bool
  /// The parameters that take part, in the model's order.
  package let components: [Component]
  /// Names of quantities that keep their value along this direction and every other one though they are made
  /// of its parameters.
  package private(set) var determined: [String] = []
  /// The change of every parameter, in its own unit.
  private let changes: [Double]

  /// The way a parameter changes along the direction.
  package struct Component: Equatable, Sendable {
    package let name: String
    /// In units of the parameter's natural size; the largest of a direction is ±1, the first is positive.
    package let change: Double
  }

  /// Parts that move the residuals by less than this of the largest part take no part.
  private static let resolution = 1e-6

  /// - Parameters:
  ///   - effect: the change of each parameter times the size of its column.
  ///   - scales: the sizes of the columns.
  init(effect: [Double], scales: [Double], names: [String], sizes: [Double], isWeak: Bool) {
    let largest = effect.reduce(0) { max($0, abs($1)) }
    let taking = effect.indices.filter { abs(effect[$0]) > Self.resolution * largest }
    let changes = effect.indices.map { taking.contains($0) ? effect[$0] / scales[$0] : 0 }
    let relative = zip(changes, sizes).map { $0 / $1 }
    let extent = relative.reduce(0) { max($0, abs($1)) }
    let sign = taking.first.map { relative[$0] < 0 ? -1.0 : 1 } ?? 1
    components = taking.map { Component(name: names[$0], change: sign * relative[$0] / extent) }
    self.changes = changes
    self.isWeak = isWeak
  }

  /// Returns true if a function of this gradient is made of the direction's parameters.
  func involves(_ gradient: [Double]) -> Bool { zip(gradient, changes).contains { $0 * $1 != 0 } }

  /// Returns true if it changes along the direction: whether its parts do not cancel.
  func moves(_ gradient: [Double]) -> Bool {
    let parts = zip(gradient, changes).map { $0 * $1 }
    return abs(parts.reduce(0, +)) > Self.resolution * parts.reduce(0) { $0 + abs($1) }
  }

  func determining(_ quantities: [Identifiability.Quantity]) -> UndeterminedDirection {
    var direction = self
    direction.determined = quantities.map(\.name)
    return direction
  }

  /// “A and φ trade off: only A·e^(−δφ) is determined”.
  package var description: String {
    let names = components.map(\.name)
    guard names.count > 1 else {
      return isWeak
        ? "the samples hardly feel \(listed(names))" : "the samples do not feel \(listed(names))"
    }
    let subject = determined.isEmpty ? "a combination of them" : listed(determined)
    let verb = determined.count > 1 ? "are" : "is"
    return isWeak
      ? "\(listed(names)) nearly trade off: only \(subject) \(verb) well determined"
      : "\(listed(names)) trade off: only \(subject) \(verb) determined"
  }

  /// “a, b and c”.
  private func listed(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }
}
