/// The times that a recording from a video has.
package enum FrameClockChoice: String, CaseIterable, Sendable {
  /// The presentation times of the file.
  case recorded
  /// The frames of the display, where the presentation times follow them.
  case vsync
}
