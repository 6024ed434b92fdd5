import Foundation
import Synchronization

/// The progress of reading a video, on standard error where that is a terminal: one line that is written over.
final class VideoProgress: Sendable {
  private let isShown: Bool
  private let start = ContinuousClock.now
  private let shown = Mutex(ContinuousClock.now)

  init(isShown: Bool) { self.isShown = isShown && isatty(STDERR_FILENO) == 1 }

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
    let rate = Int((Double(frames) / elapsed).rounded())
    write("\r\u{1B}[2K\(frames) frames, \(Int(time)) s of the video, \(rate)/s")
  }

  deinit { if isShown { write("\r\u{1B}[2K") } }

  private func write(_ text: String) {
    // Where standard error is closed nobody can be told.
    try? FileDescriptor.write(text, to: STDERR_FILENO)
  }
}
