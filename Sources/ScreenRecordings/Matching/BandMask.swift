/// Some bands of a row signature, by which two signatures are compared 16 bands at a time.
struct BandMask {
  /// 0xFF in the bands of each half of a row, 0 in the others.
  private var halves = (SIMD16<UInt8>(repeating: 0), SIMD16<UInt8>(repeating: 0))

  init(_ bands: Range<Int>) {
    for band in bands {
      if band < 16 { halves.0[band] = .max } else { halves.1[band - 16] = .max }
    }
  }

  /// The sum of the absolute differences of rows of two signatures over the bands, levels.
  ///
  /// - Parameters:
  ///   - frame: the first band of the first row; every row has `RowSignature.bands` bytes from there on.
  ///   - key: the same in the other signature.
  ///   - count: the number of rows, at most 2^20: 32 bits hold every sum.
  ///   - stride: the bytes from a row to the next compared one.
  /// - Complexity: O(rows).
  func difference(
    _ frame: UnsafePointer<UInt8>, _ key: UnsafePointer<UInt8>, count: Int, stride: Int
  ) -> Int {
    var sums = SIMD4<UInt32>(repeating: 0)
    var offset = 0
    for _ in 0..<count {
      let pairs =
        Self.sumsOfPairs(frame + offset, key + offset, halves.0)
        &+ Self.sumsOfPairs(frame + (offset &+ 16), key + (offset &+ 16), halves.1)
      let wide = unsafeBitCast(pairs, to: SIMD4<UInt32>.self)
      sums &+= (wide & 0xFFFF) &+ (wide &>> 16)
      offset &+= stride
    }
    return Int(sums.wrappedSum())
  }

  /// The absolute differences of 16 bands, summed by twos.
  @inline(__always)
  private static func sumsOfPairs(
    _ frame: UnsafePointer<UInt8>, _ key: UnsafePointer<UInt8>, _ mask: SIMD16<UInt8>
  ) -> SIMD8<UInt16> {
    let one = UnsafeRawPointer(frame).loadUnaligned(as: SIMD16<UInt8>.self)
    let other = UnsafeRawPointer(key).loadUnaligned(as: SIMD16<UInt8>.self)
    let distances = (one &- other).replacing(with: other &- one, where: one .< other) & mask
    let pairs = unsafeBitCast(distances, to: SIMD8<UInt16>.self)
    return (pairs & 0xFF) &+ (pairs &>> 8)
  }
}
