/// The clarity with which a chain of alignments, from the first frame over key frames to this one, shows the pixel: that of its least clear link.
struct Clarity: Equatable {
  /// The least `margin` of ``Alignment``.
  private(set) var margin = Double.infinity
  /// The largest |`fraction`|.
  private(set) var fraction = 0.0
  /// The least margin of the links that lie on a whole pixel, and the least distance of a |`fraction`| from ¼; for halved pictures.
  private(set) var wholeMargin = Double.infinity
  private(set) var quarterDistance = 0.25

  /// The clarity of a frame that was not compared: the first one.
  init() {}

  init(fraction: Double, margin: Double) {
    self.margin = margin
    self.fraction = abs(fraction)
    wholeMargin = abs(fraction) < 0.25 ? margin : .infinity
    quarterDistance = abs(abs(fraction) - 0.25)
  }

  /// The chain with the other's links as well.
  func joined(with other: Clarity) -> Clarity {
    var joined = self
    joined.margin = min(margin, other.margin)
    joined.fraction = max(fraction, other.fraction)
    joined.wholeMargin = min(wholeMargin, other.wholeMargin)
    joined.quarterDistance = min(quarterDistance, other.quarterDistance)
    return joined
  }

  /// True if the picture lies neither clearly on a pixel nor clearly half-way to the next.
  ///
  /// - Parameter reach: the distance from a quarter of a pixel that is not clear.
  func isBetweenHalves(reach: Double) -> Bool {
    quarterDistance < reach || wholeMargin < Alignment.leastMargin
  }

  /// True for a picture that makes a good key frame: sharp, and on a pixel.
  var isSharp: Bool { margin > Self.sharpMargin && fraction < Self.sharpFraction }

  static let sharpMargin = 1.2
  static let sharpFraction = 0.14
}
