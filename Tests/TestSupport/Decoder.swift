import Foundation

/// FFmpeg, which tests of videos need.
package enum Decoder {
  /// True if the program is in the search path; `scripts/setup.sh` installs it.
  package static let isInstalled = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .contains { FileManager.default.isExecutableFile(atPath: "\($0)/ffmpeg") }
}
