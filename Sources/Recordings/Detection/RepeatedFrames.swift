/// Samples that repeat the offset before them while the content moves: the frame was shown twice, or the offset was read too early.
public enum RepeatedFrames {
  /// The samples with the offset of the one before, between two steps in one direction of more than two grid steps each, neither of
  /// them four times the other: a motion that begins or ends there is no repetition.
  ///
  /// - Parameters:
  ///   - offsets: of one axis.
  ///   - grid: of the offsets, or the last decimal they are written with.
  /// - Complexity: O(n).
  public static func detect(_ offsets: [Double], grid: Double) -> [Int] {
    guard offsets.count >= 4 else { return [] }
    return (2..<(offsets.count - 1)).filter { sample in
      guard offsets[sample] == offsets[sample - 1] else { return false }
      let before = offsets[sample - 1] - offsets[sample - 2]
      let after = offsets[sample + 1] - offsets[sample]
      let (less, more) = (min(abs(before), abs(after)), max(abs(before), abs(after)))
      return less > 2 * grid && more < 4 * less && (before > 0) == (after > 0)
    }
  }
}
