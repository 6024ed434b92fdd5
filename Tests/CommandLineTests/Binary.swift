import Foundation
import Testing

/// The built binary, run as a person runs it.
struct Binary {
  let status: Int32
  let output: String
  let errors: String

  /// - Parameter shell: a line for `sh` in which `$0` is the binary.
  init(shell: String, in folder: URL? = nil) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", shell, try Self.path().path]
    if let folder { process.currentDirectoryURL = folder }
    let output = Pipe(), errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    try process.run()
    // What is tested here is short: neither pipe fills before the other is read.
    self.output = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    self.errors = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    status = process.terminationStatus
  }

  /// Beside the test bundle.
  private static func path() throws -> URL {
    let folders = [Bundle.main.bundleURL, URL(filePath: CommandLine.arguments[0])].flatMap {
      sequence(first: $0.standardizedFileURL, next: { $0.path == "/" ? nil : $0.deletingLastPathComponent() })
        .prefix(6)
    }
    let binaries = folders.map { $0.appending(path: "scrollfit") }
    return try #require(
      binaries.first {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: $0.path, isDirectory: &isFolder) && !isFolder.boolValue
      })
  }
}

/// A folder that is gone after the test.
final class TemporaryFolder {
  let url = FileManager.default.temporaryDirectory.appending(path: "scrollfit-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path }

  func text(_ name: String) throws -> String {
    try String(contentsOf: url.appending(path: name), encoding: .utf8)
  }

  var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? [] }
}
