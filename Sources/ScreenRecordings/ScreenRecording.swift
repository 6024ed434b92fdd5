/// The offsets of a screen recording, frame by frame.
public struct ScreenRecording: Equatable, Sendable {
  /// The direction of scrolling.
  public enum Direction: String, Sendable {
    case vertical, horizontal
  }

  /// A rectangle of the video, pixels.
  public struct Region: Equatable, Sendable {
    public let x: Int
    public let y: Int
    public let width: Int
    public let height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// The rectangle with rows and columns exchanged.
    var transposed: Region { Region(x: y, y: x, width: height, height: width) }
  }

  /// Width and height of the video after rotation, pixels.
  public let size: (width: Int, height: Int)
  public let direction: Direction
  /// The part that scrolls.
  public let region: Region
  /// All frames of the scene that scrolls.
  public let frames: [FrameOffset]
  /// True if offsets are in halves of a pixel: the recorder halved its pictures.
  public let isHalved: Bool
  /// The period of rows that look alike, where frames are ambiguous, px.
  public let period: Int?
  /// The times of other scenes, which are not part of `frames`, s.
  public let otherScenes: [ClosedRange<Double>]

  public static func == (one: Self, other: Self) -> Bool {
    one.size == other.size && one.direction == other.direction && one.region == other.region
      && one.frames == other.frames && one.isHalved == other.isHalved && one.period == other.period
      && one.otherScenes == other.otherScenes
  }
}
