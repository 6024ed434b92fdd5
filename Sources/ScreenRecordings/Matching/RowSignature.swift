/// The mean luma of each row of a picture in 32 bands of columns: what shifts are searched in.
///
/// A row of 1170 pixels becomes 32 bytes, so that a shift costs a thirtieth of a comparison of pixels.
struct RowSignature {
  static let bands = 32

  let rows: Int
  /// Row after row, `bands` bytes each.
  private(set) var means: [UInt8]

  init(rows: Int) {
    self.rows = rows
    means = [UInt8](repeating: 0, count: rows * Self.bands)
  }

  /// Computes the means of a picture with as many rows, without allocation.
  ///
  /// - Complexity: O(pixels).
  mutating func fill(from frame: GrayFrame) {
    precondition(frame.height == rows && frame.width >= Self.bands)
    let (width, bands) = (frame.width, Self.bands)
    means.withUnsafeMutableBufferPointer { means in
      frame.pixels.withUnsafeBufferPointer { pixels in
        guard let means = means.baseAddress, let pixels = pixels.baseAddress else { return }
        for row in 0..<frame.height {
          let line = pixels + row * width
          var start = 0
          for band in 0..<bands {
            let end = (band + 1) * width / bands
            var sum: UInt32 = 0
            for column in start..<end { sum &+= UInt32(line[column]) }
            means[row &* bands &+ band] = UInt8(truncatingIfNeeded: sum / UInt32(end &- start))
            start = end
          }
        }
      }
    }
  }

  /// Copies the means of a signature with as many rows, without allocation.
  mutating func copy(_ other: RowSignature) {
    precondition(other.rows == rows)
    means.withUnsafeMutableBufferPointer { target in
      _ = target.update(fromContentsOf: other.means)
    }
  }

  /// Returns true if no mean differs by more than a level and at most one in 2000 differs at all.
  func isRepetition(of other: RowSignature) -> Bool {
    means.withUnsafeBufferPointer { own in
      other.means.withUnsafeBufferPointer { other in
        var differing = 0
        var largest: UInt8 = 0
        for index in own.indices {
          let distance = own[index] > other[index] ? own[index] &- other[index] : other[index] &- own[index]
          largest = max(largest, distance)
          differing &+= distance > 0 ? 1 : 0
        }
        return largest <= 1 && differing * 2000 <= own.count
      }
    }
  }
}
