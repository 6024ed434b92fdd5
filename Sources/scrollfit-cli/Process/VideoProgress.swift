import Foundation
import ScreenRecordings
import Synchronization

/// The progress of reading a video and the time that is left, on standard error where that is a terminal: one line that is written over.
final class VideoProgress: Sendable {
  private let isShown: Bool
  private let start = ContinuousClock.now
  private let shown = Mutex(ContinuousClock.now)

  /// The time of the video at which reading ends, s; nil where it is not known.
  private let end: Double?

  /// - Parameter end: asked for only where progress is shown.
  init(isShown: Bool, end: () -> Double?) {
    self.isShown = isShown && isatty(STDERR_FILENO) == 1
    self.end = self.isShown ? end() : nil
  }

  /// Shows the number of frames read and the time of the last one, s, where the last line is old enough.
  func update(frames: Int, time: Double) {
    guard isShown else { return }
    let isDue = shown.withLock { shown in
      guard shown.duration(to: .now) > .milliseconds(200) else { return false }
      shown = .now
      return true
    }
    guard isDue else { return }
    let (seconds, attoseconds) = start.duration(to: .now).components
    let elapsed = max(1e-3, Double(seconds) + Double(attoseconds) * 1e-18)
    let progress = ReadingProgress(frames: frames, time: time, elapsed: elapsed, end: end)
    write("\r\u{1B}[2K\(progress.text)")
  }

  deinit { if isShown { write("\r\u{1B}[2K") } }

  private func write(_ text: String) {
    // Where standard error is closed nobody can be told.
    try? FileDescriptor.write(text, to: STDERR_FILENO)
  }
}
