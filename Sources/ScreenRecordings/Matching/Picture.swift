internal import CKernels

/// A frame and what its rows are reduced to.
struct Picture {
  var frame: GrayFrame
  var rows: RowSignature

  /// Returns true if the picture has a grid's size.
  func hasSize(of grid: BlockGrid) -> Bool {
    frame.width == grid.width && frame.height == grid.height && rows.rows == grid.height
  }

  /// Copies a picture of the same size, without allocation.
  mutating func copy(_ other: Picture) {
    frame.copy(other.frame)
    rows.copy(other.rows)
  }

  /// Calls a body with what kernels read of the picture.
  func withLevels(_ body: (inout scrollfit_picture) -> Void) {
    frame.pixels.withUnsafeBufferPointer { levels in
      rows.sums.withUnsafeBufferPointer { sums in
        var picture = scrollfit_picture(levels: levels.baseAddress, sums: sums.baseAddress)
        body(&picture)
      }
    }
  }
}

extension Picture? {
  /// Keeps a picture, without allocation where one of its size is kept.
  mutating func keep(_ picture: Picture) {
    if case nil = self { self = picture } else { self?.copy(picture) }
  }
}
