/// Frames that show the content at two displacements at once.
extension FrameMatcher {
  /// The correlation from which on a frame shows one picture.
  ///
  /// The mean of two unrelated pictures with the weights α and β = 1 − α has the mismatch 1 − 2α / (1 + α² + β²) with the one: it is above 0.1 where the other one
  /// has more than three parts of ten.
  static let pureCorrelation = 0.9

  /// Returns true if the frame of the last alignment shows the content at two displacements, farther from each other than scaling or coding explains.
  ///
  /// Blocks that disagree are not asked: they show something else, while those of a mixed frame agree in part.
  ///
  /// - Complexity: O(shifts · compared rows) where the blocks do not correlate clearly, else O(1).
  mutating func showsTwo(_ alignment: Alignment, _ frame: Picture, _ key: inout KeyFrame) -> Bool {
    guard alignment.correlation < Self.pureCorrelation else { return false }
    let blocks = live.numbers.lazy.filter { [best] in best.mismatches[$0] <= Self.disagreeing }
    key.differences.fill(from: key.picture.rows)
    return profile.fill(
      frame.rows, key.differences, shift: alignment.shift, blocks: blocks, rows: region.window.rows.count)
      && profile.showsTwo(in: key.differences)
  }
}
