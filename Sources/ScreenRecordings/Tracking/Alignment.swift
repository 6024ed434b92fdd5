/// The verified displacement of a frame against a key frame.
struct Alignment: Equatable {
  /// Row r of the frame shows the row r + `shift` of the key frame.
  var shift: Int
  /// The fraction of a pixel by which the best displacement lies above `shift`, from −½ to ½: about 0 where the recorder did not scale.
  var fraction = 0.0
  /// Blocks that agree and disagree.
  var matched = 0
  var opposed = 0
  /// Scrolling blocks of the frame that have texture.
  var textured = 0
  /// Σ energy · (1 − e) / Σ energy over the live blocks, e of ``BlockComparison``.
  var correlation = 0.0
  /// The preference of the blocks for `shift` over its neighbors: the mean logarithm of the ratio of the mismatches; infinite where
  /// nothing changed.
  var margin = Double.infinity
  /// The distance of another displacement that the pictures suit equally, px.
  var period: Int?

  /// Fewer blocks may agree by chance.
  static let minimumBlocks = 6

  var net: Int { matched - opposed }

  /// The least correlation of a displacement.
  static let minimumCorrelation = 0.6

  /// True if the blocks that agree outnumber those that disagree by two to one, and all together correlate.
  var isVerified: Bool {
    matched >= Self.minimumBlocks && 3 * net >= matched + opposed && correlation >= Self.minimumCorrelation
  }

  /// True if of the blocks that agree or disagree at most one in eight disagrees.
  var isUnanimous: Bool { 7 * opposed <= matched }

  /// Returns true if more blocks agree by a tenth, or as many to within a tenth and they correlate better.
  func isBetter(than other: Alignment?) -> Bool {
    guard let other else { return true }
    let margin = max(net, other.net) / 10
    return net > other.net + margin || net >= other.net - margin && correlation > other.correlation
  }

  /// The part of the blocks that agree.
  var agreement: Double {
    matched + opposed == 0 ? 0 : Double(matched) / Double(matched + opposed)
  }
}
