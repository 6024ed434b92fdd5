/// Samples that repeat the offset before them while the content moves: the frame was shown twice, or the offset was read too early.
package enum RepeatedFrames {
  /// The samples with the offset of the one before, between two steps in one direction.
  ///
  /// Both are more than two grid steps, and neither is four times the other: a motion that begins or ends there is no
  /// repetition. Slower content is known to repeat by a step that makes up for it: at a usual step of two grid steps or more,
  /// rounding leaves none of zero.
  ///
  /// - Parameters:
  ///   - offsets: of one axis.
  ///   - grid: of the offsets, or the last decimal they are written with.
  /// - Complexity: O(n).
  package static func detect(_ offsets: [Double], grid: Double) -> [Int] {
    guard offsets.count >= 4 else { return [] }
    return (2..<(offsets.count - 1)).filter { sample in
      guard offsets[sample] == offsets[sample - 1] else { return false }
      let before = offsets[sample - 1] - offsets[sample - 2]
      let after = offsets[sample + 1] - offsets[sample]
      guard (before > 0) == (after > 0), before != 0, after != 0 else { return false }
      let (less, more) = (min(abs(before), abs(after)), max(abs(before), abs(after)))
      if less > 2 * grid { return more < 4 * less }
      let usual = usualStep(offsets, near: sample)
      return usual >= 1.99 * grid && less >= 0.4 * usual && more >= makingUp * usual
    }
  }

  /// A step that makes up for a repeated frame, in usual ones.
  private static let makingUp = 1.6

  /// The median of the steps that are not zero within four samples; 0 where there is none.
  private static func usualStep(_ offsets: [Double], near sample: Int) -> Double {
    let near = (max(1, sample - 4)...min(offsets.count - 1, sample + 4)).map {
      abs(offsets[$0] - offsets[$0 - 1])
    }
    let steps = near.filter { $0 > 0 }.sorted()
    return steps.isEmpty ? 0 : steps[steps.count / 2]
  }

  /// The samples that may have been read a frame too early or too late: between a repeated frame and the double steps on both sides of it,
  /// of which either makes up for it.
  ///
  /// - Complexity: O(n + repeated samples · ``longestDelay``).
  package static func misread(_ offsets: [Double], grid: Double) -> Set<Int> {
    func isDouble(_ sample: Int) -> Bool {
      let usual = usualStep(offsets, near: sample)
      return usual > 0 && abs(offsets[sample] - offsets[sample - 1]) >= makingUp * usual
    }
    var misread: Set<Int> = []
    for sample in detect(offsets, grid: grid) {
      misread.formUnion([sample - 1, sample])
      if let start = (max(1, sample - longestDelay)..<sample).last(where: isDouble) {
        misread.formUnion(start..<sample)
      }
      let end = (sample + 1..<min(offsets.count, sample + longestDelay)).first(where: isDouble)
      if let end { misread.formUnion(sample..<end) }
    }
    return misread
  }

  /// Offsets are early or late for no longer than this many samples.
  private static let longestDelay = 16

  /// The number of samples on both sides of one that decide whether it was misread.
  package static let reach = 2 * longestDelay
}
