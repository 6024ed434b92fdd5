import Foundation

/// FFmpeg, which tests of videos need.
package enum Decoder {
  /// True if the program is in the search path; `scripts/setup.sh` installs it.
  package static let isInstalled = Tool.isInstalled("ffmpeg")
}

/// The programs that are no part of the package.
package enum Tool {
  /// Returns true if a program is in the search path.
  package static func isInstalled(_ name: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
  }

  /// Runs a program of the search path.
  ///
  /// - Parameter command: the program and its arguments.
  /// - Returns: what it prints.
  package static func output(of command: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    defer { process.waitUntilExit() }
    return String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }
}
