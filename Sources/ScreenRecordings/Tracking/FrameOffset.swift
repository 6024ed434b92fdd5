/// The offset of one frame of a recording.
package struct FrameOffset: Equatable, Sendable {
  /// The frame's presentation time, s.
  package let time: Double
  /// The offset since the first frame of its scene, in pixels of the video; grows as the content moves up (or left). Not to be used where
  /// `doubt` is not nil.
  package let offset: Double
  /// The part of the compared blocks that agree, from 0 to 1; 0 where `doubt` is not nil.
  package let confidence: Double
  /// The reason that the offset is not known; nil where it is.
  package let doubt: Doubt?

  package enum Doubt: Equatable, Sendable {
    /// The picture equals itself when moved by `period` pixels.
    case ambiguous(period: Int)
    /// No displacement explains the picture.
    case unmatched
    /// The encoder blurred the picture or displaced it by a part of a pixel.
    case blurred
    /// The picture has too little texture.
    case blank
  }
}
