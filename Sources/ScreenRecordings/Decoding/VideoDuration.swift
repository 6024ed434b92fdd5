internal import Foundation

/// The duration that a video's container names.
package enum VideoDuration {
  /// Returns the seconds of a file; nil where the container does not name them or FFmpeg cannot be run.
  ///
  /// FFmpeg describes an input without an output and decodes nothing.
  ///
  /// - Parameters:
  ///   - path: the file's name, ended by 0.
  ///   - kind: its container.
  package static func seconds(path: [CChar], kind: VideoKind) -> Double? {
    let words = [
      "-nostdin", "-hide_banner", "-loglevel", "info", "-protocol_whitelist", "file", "-f", kind.demuxer,
      "-i", "file:",
    ]
    guard let process = try? FFmpegProcess(words, input: path, channels: [.output(2)]) else { return nil }
    var text: [UInt8] = []
    while true {
      var descriptor = pollfd(fd: process.ends[0], events: Int16(POLLIN), revents: 0)
      guard poll(&descriptor, 1, patience) > 0 else { return nil }
      if FFmpegProcess.drain(
        process.ends[0], { text.append(contentsOf: $0.prefix(maximumSize - text.count)) })
      {
        break
      }
    }
    return seconds(in: String(decoding: text, as: UTF8.self))
  }

  private static let patience: Int32 = 10_000
  private static let maximumSize = 1 << 16

  /// The seconds of `Duration: 00:01:02.50,`, which FFmpeg writes as `N/A` where they are not known.
  static func seconds(in text: String) -> Double? {
    guard let start = text.firstRange(of: "Duration: ")?.upperBound else { return nil }
    let parts = text[start...].prefix { $0 != "," }.split(separator: ":").map { Double($0) }
    guard parts.count == 3, let hours = parts[0], let minutes = parts[1], let seconds = parts[2] else {
      return nil
    }
    let total = 3600 * hours + 60 * minutes + seconds
    return total > 0 ? total : nil
  }
}
