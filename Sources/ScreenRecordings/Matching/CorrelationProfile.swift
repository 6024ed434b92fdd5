internal import CKernels

/// The correlation of a frame with a key frame around a displacement, by which it is seen whether the frame shows one picture or two.
///
/// A picture's correlation with itself is symmetric about 0, ρ(u) = Σ k(x) k(x + u) = ρ(−u), so that the one with its displaced copy is symmetric about
/// the displacement, whatever the picture is, and stays so where noise is added and where an encoder blurs it. A frame that shows the pictures at two
/// displacements a and b, as editors make of two when they change the frame rate, has C(u) = α ρ(u − a) + β ρ(u − b). With like parts it is
/// symmetric about (a + b) / 2 alone, while its maximum, where blocks agree best, is at a or at b. So it is with key frames that are mixed themselves.
struct CorrelationProfile {
  /// The correlations at the shifts around the displacement, from −`reach` to `reach`.
  private var correlations: [Double] = []
  private var meanSquare = 0.0
  private var points: [scrollfit_row_point] = []
  private var products: [Int] = []
  private var energies: [Int] = []

  /// The distance of the rows whose difference is correlated: means are taken away so, and errors of a part of a pixel hardly matter.
  fileprivate static let lag = 4
  /// The part of the window's rows by which two displacements may differ.
  private static let reach = 8
  /// Rows of a window that are correlated: every further one costs time and adds little.
  private static let comparedRows = 360
  /// The asymmetry about the displacement from which on the frame may show two pictures, and the ratio to that about another center.
  private static let leastAsymmetry = 0.01
  private static let leastRatio = 4.0
  /// The largest distance between the center and the displacement, half pixels, that scaling or coding explains.
  private static let explainedDistance = 2

  /// Correlates some blocks; false where too few have their counterparts in the picture at all shifts.
  ///
  /// - Parameters:
  ///   - key: the differences of the key frame's rows.
  ///   - blocks: numbers of blocks.
  ///   - rows: the height of what scrolls.
  /// - Complexity: O(shifts · compared rows).
  mutating func fill(
    _ frame: RowSignature, _ key: RowDifferences, shift: Int, blocks: some Sequence<Int>, rows: Int
  ) -> Bool {
    let reach = rows / Self.reach
    let shifts = 2 * reach + 1
    guard
      place(blocks, of: frame, first: shift - reach, shifts: shifts, step: max(1, rows / Self.comparedRows))
    else { return false }
    correlate(key, shifts)
    guard energies.allSatisfy({ $0 > 0 }) else { return false }
    correlations.removeAll(keepingCapacity: true)
    for (product, energy) in zip(products, energies) {
      correlations.append(Double(product) / Double(energy).squareRoot())
    }
    meanSquare = correlations.reduce(0) { $0 + $1 * $1 } / Double(correlations.count)
    return meanSquare > 0
  }

  /// Makes the points of the blocks that have their counterparts in the picture at all shifts; false where they are too few.
  private mutating func place(
    _ blocks: some Sequence<Int>, of frame: RowSignature, first: Int, shifts: Int, step: Int
  ) -> Bool {
    points.removeAll(keepingCapacity: true)
    var count = 0
    for block in blocks {
      let (blockRow, column) = block.quotientAndRemainder(dividingBy: BlockGrid.columns)
      let top = blockRow * BlockGrid.rowsPerBlock
      let end = top + BlockGrid.rowsPerBlock + Self.lag
      guard end <= frame.rows, top + first >= 0, end + first + shifts - 1 <= frame.rows else { continue }
      count += 1
      for row in stride(from: top, to: top + BlockGrid.rowsPerBlock, by: step) {
        points.append(
          scrollfit_row_point(
            place: Int32(column * frame.rows + row + first), differences: frame.differences(row, column)))
      }
    }
    return count >= Self.minimumBlocks
  }

  /// Sums the products and the energies of all points at all shifts, of some points at once, whose sums 32 bits hold.
  private mutating func correlate(_ key: RowDifferences, _ shifts: Int) {
    products.removeAll(keepingCapacity: true)
    products.append(contentsOf: repeatElement(0, count: shifts))
    energies.removeAll(keepingCapacity: true)
    energies.append(contentsOf: repeatElement(0, count: shifts))
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * (shifts + Int(SCROLLFIT_LAGS))) { sums in
      guard let sums = sums.baseAddress else { return }
      let squares = sums + shifts + Int(SCROLLFIT_LAGS)
      for first in stride(from: 0, to: points.count, by: Self.pointsAtOnce) {
        points[first..<min(first + Self.pointsAtOnce, points.count)].withUnsafeBufferPointer { points in
          scrollfit_correlate_rows(
            Self.path, points.baseAddress, points.count, key.pairs, shifts, sums, squares)
        }
        for shift in 0..<shifts {
          products[shift] += Int(sums[shift])
          energies[shift] += Int(squares[shift])
        }
      }
    }
  }

  private static let pointsAtOnce = 16_000
  private static var path: scrollfit_path { scrollfit_fastest_path() }

  /// Fewer blocks have correlations that scatter.
  private static let minimumBlocks = 32

  /// Returns true if the correlations are symmetric about a center farther from the displacement than scaling or coding explains, and not about the displacement.
  ///
  /// The center shows a second displacement twice as far away. A picture that repeats after that distance, such as a table, is symmetric about it without one.
  ///
  /// - Parameter key: the differences that the frame was correlated with.
  func showsTwo(in key: RowDifferences) -> Bool {
    let near = (-Self.explainedDistance...Self.explainedDistance).lazy.map(asymmetry).min() ?? 0
    guard near >= Self.leastAsymmetry else { return false }
    let reach = correlations.count / 2
    func isMiddle(_ center: Int) -> Bool {
      // The distance of a center in half pixels is that of the second displacement in pixels.
      Self.leastRatio * asymmetry(about: center) < near && !repeats(key, after: center)
    }
    return stride(from: Self.explainedDistance + 1, through: reach, by: 1).contains {
      isMiddle($0) || isMiddle(-$0)
    }
  }

  /// Returns true if the key frame resembles itself after a distance, more than one that shows two pictures in equal parts: by half.
  private func repeats(_ key: RowDifferences, after distance: Int) -> Bool {
    let reach = correlations.count / 2
    var (product, energy, other) = (0, 0, 0)
    for point in points {
      let place = 2 * (Int(point.place) + reach)
      for band in place..<place + 2 {
        let (one, two) = (Int(key.pairs[band]), Int(key.pairs[band + 2 * distance]))
        product += one * two
        energy += one * one
        other += two * two
      }
    }
    return Double(product) > Self.leastRepetition * (Double(energy) * Double(other)).squareRoot()
  }

  private static let leastRepetition = 0.7

  /// The mean squared difference of the correlations on both sides of a center as a part of twice their mean square: 0 for symmetric ones, about 1 where
  /// both sides have nothing in common.
  ///
  /// - Parameter center: its distance from the displacement, half pixels.
  private func asymmetry(about center: Int) -> Double {
    let reach = correlations.count / 2
    var sum = 0.0
    var pairs = 0
    for distance in stride(from: 1 + (center + 1) & 1, through: reach, by: 2) {
      let (low, high) = ((center - distance) / 2 + reach, (center + distance) / 2 + reach)
      let difference = correlations[high] - correlations[low]
      sum += difference * difference
      pairs += 1
    }
    return sum / (2 * Double(max(1, pairs)) * meanSquare)
  }
}

/// The differences of the rows of a key frame, ready to be correlated.
struct RowDifferences {
  /// The differences of each row in the two bands of a column of blocks, row after row, column after column.
  fileprivate private(set) var pairs: [Int16] = []

  /// Computes the differences where they are not known, without allocation after the first time.
  ///
  /// - Complexity: O(rows).
  mutating func fill(from signature: RowSignature) {
    guard pairs.isEmpty else { return }
    pairs.reserveCapacity(2 * (BlockGrid.columns * signature.rows + Int(SCROLLFIT_LAGS)))
    for column in 0..<BlockGrid.columns {
      for row in 0..<signature.rows {
        // The last rows have none; no block asks for them.
        let (one, other) =
          row + CorrelationProfile.lag < signature.rows ? signature.differences(row, column) : (0, 0)
        pairs.append(one)
        pairs.append(other)
      }
    }
    pairs.append(contentsOf: repeatElement(0, count: 2 * Int(SCROLLFIT_LAGS)))
  }

  /// Forgets the differences, those of another picture.
  mutating func clear() { pairs.removeAll(keepingCapacity: true) }
}

extension RowSignature {
  /// The differences of a row and the one that lies ``CorrelationProfile/lag`` rows below, in the two bands of a column of blocks.
  fileprivate func differences(_ row: Int, _ column: Int) -> (Int16, Int16) {
    let place = row * Self.bands + column * Int(SCROLLFIT_BANDS_PER_BLOCK)
    let distance = CorrelationProfile.lag * Self.bands
    return (
      Int16(means[place + distance]) - Int16(means[place]),
      Int16(means[place + 1 + distance]) - Int16(means[place + 1])
    )
  }
}
