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
}
