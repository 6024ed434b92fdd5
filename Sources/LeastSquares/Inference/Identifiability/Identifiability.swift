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
