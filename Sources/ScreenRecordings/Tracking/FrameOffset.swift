/// The offset of one frame of a recording.
package struct FrameOffset: Equatable, Sendable {
  /// The frame's presentation time, s.
  package let time: Double
  /// The offset since the first frame of its scene, in pixels of the video; grows as the content moves up (or left). Only to be used where
  /// ``isLocated``.
  package let offset: Double
  /// The part of the compared blocks that agree, from 0 to 1; 0 where the frame is not located.
  package let confidence: Double
  /// The reason that the offset is not known to the pixel; nil where it is.
  package let doubt: Doubt?

  /// True if the offset is known to the pixel, or about (``deviation``).
  package var isLocated: Bool { doubt == nil || doubt == .blurred }

  /// The standard deviation of the offset of a located frame, px, apart from its rounding: 0 where it is known to the pixel.
  package var deviation: Double { doubt == nil ? 0 : Self.blurredDeviation }

  /// The root mean square of the errors of blurred frames was 0.1 to 0.4 px by `scripts/verify-video`.
  private static let blurredDeviation = 0.5

  package enum Doubt: Equatable, Sendable {
    /// The picture equals itself when moved by `period` pixels.
    case ambiguous(period: Int)
    /// No displacement explains the picture.
    case unmatched
    /// The encoder blurred the picture or displaced it by a part of a pixel, or the frame was compared with such a one: the offset is
    /// known to about a pixel.
    case blurred
    /// The picture shows two offsets at once.
    case mixed
    /// The picture has too little texture.
    case blank
  }
}

/// The comparison that an offset rests on: a frame against a key frame.
struct Link: Equatable {
  /// The number of the key frame's frame in the scene.
  let key: Int
  /// The whole pixels of the displacement.
  let shift: Int
  /// The part of a pixel beyond them, from −½ to ½.
  let fraction: Double
  /// The `margin` of ``Alignment``.
  let margin: Double

  var displacement: Double { Double(shift) + fraction }

  /// The weight of `fraction` in means: frames that show two offsets at once, or one half-way between two pixels, have little.
  var weight: Double { min(margin, 1.2) + 0.1 }
}
