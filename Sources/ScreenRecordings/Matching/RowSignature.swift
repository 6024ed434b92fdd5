internal import CKernels

/// The rows of a picture, reduced to the mean luma in 32 bands of columns, which shifts are searched in, and the sums over each column
/// of blocks, which the variances of blocks are computed from.
///
/// A row of 1170 pixels becomes 32 bytes, so that a shift costs a thirtieth of a comparison of pixels.
struct RowSignature {
  static let bands = Int(SCROLLFIT_BANDS)

  let rows: Int
  /// Row after row, `bands` bytes each.
  private(set) var means: [UInt8]
  /// Row after row, the sums of the levels and of their squares in each column of blocks.
  private(set) var sums: [scrollfit_level_sums]

  init(rows: Int) {
    self.rows = rows
    means = [UInt8](repeating: 0, count: rows * Self.bands)
    sums = [scrollfit_level_sums](
      repeating: scrollfit_level_sums(levels: 0, squares: 0), count: rows * BlockGrid.columns)
  }

  /// Reduces the rows of a picture that has as many, without allocation.
  ///
  /// - Complexity: O(pixels).
  mutating func fill(from frame: GrayFrame) {
    precondition(frame.height == rows && frame.width >= Self.bands)
    means.withUnsafeMutableBufferPointer { means in
      sums.withUnsafeMutableBufferPointer { sums in
        frame.pixels.withUnsafeBufferPointer { pixels in
          scrollfit_sum_rows(
            Self.path, pixels.baseAddress, frame.width, frame.height, means.baseAddress, sums.baseAddress)
        }
      }
    }
  }

  /// Copies a signature with as many rows, without allocation.
  mutating func copy(_ other: RowSignature) {
    precondition(other.rows == rows)
    means.withUnsafeMutableBufferPointer { _ = $0.update(fromContentsOf: other.means) }
    sums.withUnsafeMutableBufferPointer { _ = $0.update(fromContentsOf: other.sums) }
  }

  /// Returns true if no mean differs by more than a level and at most one in 2000 differs at all.
  func isRepetition(of other: RowSignature) -> Bool {
    means.withUnsafeBufferPointer { own in
      other.means.withUnsafeBufferPointer { other in
        var differing = 0
        // Most pictures that are no repetition show it in their first rows.
        for first in stride(from: 0, to: own.count, by: Self.compared) {
          var largest: UInt8 = 0
          for index in first..<min(first + Self.compared, own.count) {
            let distance = max(own[index], other[index]) &- min(own[index], other[index])
            largest = max(largest, distance)
            differing &+= distance > 0 ? 1 : 0
          }
          guard largest <= 1, differing * 2000 <= own.count else { return false }
        }
        return true
      }
    }
  }

  /// Means that are compared before it is asked whether they repeat others.
  private static let compared = 1024
  private static var path: scrollfit_path { scrollfit_fastest_path() }
}
