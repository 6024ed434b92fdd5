/// The offsets of a screen recording, frame by frame.
package struct ScreenRecording: Equatable, Sendable {
  /// The direction of scrolling.
  package enum Direction: String, Sendable {
    case vertical, horizontal
  }

  /// A rectangle of the video, pixels.
  package struct Region: Equatable, Sendable {
    package let x: Int
    package let y: Int
    package let width: Int
    package let height: Int

    package init(x: Int, y: Int, width: Int, height: Int) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// The rectangle with rows and columns exchanged.
    var transposed: Region { Region(x: y, y: x, width: height, height: width) }
  }

  /// Width and height of the video after rotation, pixels.
  package let size: (width: Int, height: Int)
  package let direction: Direction
  /// The part that scrolls.
  package let region: Region
  /// All frames of the scene that scrolls.
  package let frames: [FrameOffset]
  /// True if offsets are in halves of a pixel: the recorder halved its pictures.
  package let isHalved: Bool
  /// The period of rows that look alike, where frames are ambiguous, px.
  package let period: Int?
  /// The times of other scenes, which are not part of `frames`, s.
  package let otherScenes: [ClosedRange<Double>]

  package static func == (one: Self, other: Self) -> Bool {
    one.size == other.size && one.direction == other.direction && one.region == other.region
      && one.frames == other.frames && one.isHalved == other.isHalved && one.period == other.period
      && one.otherScenes == other.otherScenes
  }
}
