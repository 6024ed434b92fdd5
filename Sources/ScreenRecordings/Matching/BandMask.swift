internal import CKernels

/// Some bands of row signatures, by which these are compared.
struct BandMask {
  /// 0xFF in the bands, 0 in the others.
  private var bytes: [UInt8]
  private static var path: scrollfit_path { scrollfit_fastest_path() }

  init(_ bands: Range<Int>) {
    bytes = (0..<RowSignature.bands).map { bands.contains($0) ? .max : 0 }
  }

  /// The sum of the absolute differences of rows of two signatures over the bands, levels.
  ///
  /// - Parameters:
  ///   - frame: the first band of the first row; every row has `RowSignature.bands` bytes from there on.
  ///   - key: the same in the other signature.
  ///   - count: the number of rows, at most 2^19: 32 bits hold every sum.
  ///   - stride: the bytes from a row to the next compared one.
  /// - Complexity: O(rows).
  func difference(
    _ frame: UnsafePointer<UInt8>, _ key: UnsafePointer<UInt8>, count: Int, stride: Int
  ) -> Int {
    Int(scrollfit_row_difference(Self.path, frame, key, bytes, count, stride))
  }
}
