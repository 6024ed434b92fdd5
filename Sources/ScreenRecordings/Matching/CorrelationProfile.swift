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
  private var products: [Int] = []
  private var energies: [Int] = []

  /// The distance of the rows whose difference is correlated: means are taken away so, and errors of a part of a pixel hardly matter.
  private static let lag = 4
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
  ///   - blocks: numbers of blocks.
  ///   - rows: the height of what scrolls.
  /// - Complexity: O(shifts · compared rows).
  mutating func fill(
    _ frame: RowSignature, _ key: RowSignature, shift: Int, blocks: some Sequence<Int>, rows: Int
  ) -> Bool {
    let reach = rows / Self.reach
    let step = max(1, rows / Self.comparedRows)
    let bands = RowSignature.bands / BlockGrid.columns
    let distance = Self.lag * RowSignature.bands
    products.removeAll(keepingCapacity: true)
    products.append(contentsOf: repeatElement(0, count: 2 * reach + 1))
    energies.removeAll(keepingCapacity: true)
    energies.append(contentsOf: repeatElement(0, count: 2 * reach + 1))
    var count = 0
    frame.means.withUnsafeBufferPointer { frame in
      key.means.withUnsafeBufferPointer { key in
        for block in blocks {
          let top = block / BlockGrid.columns * BlockGrid.rowsPerBlock
          let end = top + BlockGrid.rowsPerBlock + Self.lag
          guard end <= key.count / RowSignature.bands, top + shift - reach >= 0,
            end + shift + reach <= key.count / RowSignature.bands
          else { continue }
          count += 1
          for row in stride(from: top, to: top + BlockGrid.rowsPerBlock, by: step) {
            for band in block % BlockGrid.columns * bands..<(block % BlockGrid.columns + 1) * bands {
              let place = row * RowSignature.bands + band
              let own = Int(frame[place + distance]) - Int(frame[place])
              var other = place + (shift - reach) * RowSignature.bands
              for index in 0...2 * reach {
                let value = Int(key[other + distance]) - Int(key[other])
                products[index] &+= own &* value
                energies[index] &+= value &* value
                other += RowSignature.bands
              }
            }
          }
        }
      }
    }
    guard count >= Self.minimumBlocks, energies.allSatisfy({ $0 > 0 }) else { return false }
    correlations.removeAll(keepingCapacity: true)
    for (product, energy) in zip(products, energies) {
      correlations.append(Double(product) / Double(energy).squareRoot())
    }
    meanSquare = correlations.reduce(0) { $0 + $1 * $1 } / Double(correlations.count)
    return meanSquare > 0
  }

  /// Fewer blocks have correlations that scatter.
  private static let minimumBlocks = 32

  /// True if the correlations are symmetric about a center farther from the displacement than scaling or coding explains, and not about the displacement.
  var showsTwo: Bool {
    let near = (-Self.explainedDistance...Self.explainedDistance).lazy.map(asymmetry).min() ?? 0
    guard near >= Self.leastAsymmetry else { return false }
    let reach = correlations.count / 2
    return stride(from: Self.explainedDistance + 1, through: reach, by: 1).contains {
      Self.leastRatio * min(asymmetry(about: $0), asymmetry(about: -$0)) < near
    }
  }

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
