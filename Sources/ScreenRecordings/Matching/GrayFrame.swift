/// A picture of luma values, one byte a pixel, row after row.
struct GrayFrame {
  let width: Int
  let height: Int
  var pixels: [UInt8]

  /// A black picture.
  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    pixels = [UInt8](repeating: 0, count: width * height)
  }

  /// Copies a rectangle of another picture that has this one's size, without allocation.
  ///
  /// - Complexity: O(pixels).
  mutating func copy(_ other: GrayFrame, left: Int = 0, top: Int = 0) {
    precondition(left + width <= other.width && top + height <= other.height)
    let (width, height) = (width, height)
    pixels.withUnsafeMutableBufferPointer { target in
      other.pixels.withUnsafeBufferPointer { source in
        guard let target = target.baseAddress, let source = source.baseAddress else { return }
        for row in 0..<height {
          (target + row * width).update(
            from: source + (row + top) * other.width + left, count: width)
        }
      }
    }
  }
}
