/// The limits of what is read, in one place, each with its reason; `docs/formats.md` states them.
public enum ReadingLimits {
  /// Bytes of a line without its end: ten thousand samples on a line take a fifth of it.
  public static let maximumLineLength = 1 << 20
  /// Bytes of an input that is read as a whole: the formats of other tools, scenarios, a file of a batch. Their trees
  /// take up to ten times as much memory.
  public static let maximumWholeSize = 1 << 26
  /// Levels of objects and lists inside each other, and parts of a key: deeper than any log, far from the end of a
  /// thread's stack.
  public static let maximumDepth = 128
  /// The shortest recording with times of its own, s: the step of a unit that is a thousand times too small, squared.
  public static let minimumDuration = 1e-12
  /// Frames of a simulated recording: nearly three hours at 100 Hz.
  public static let maximumSimulatedFrames = 1_000_000

  /// A quantity whose size is limited.
  public enum Quantity: Equatable, Sendable {
    /// s since the first sample.
    case time
    /// pt or px, also of a finger's travel.
    case offset

    /// Below this the quantity's magnitude must be.
    public var limit: Double {
      switch self {
      // More than 64 bits of nanoseconds hold. Rates are reciprocals of times, and their squares must not underflow.
      case .time: 1e11
      // Beyond, a double has no digits for a part of a point.
      case .offset: 1e15
      }
    }
  }
}
