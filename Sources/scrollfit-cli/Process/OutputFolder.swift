import Foundation

/// A folder for files of the user's choice: checked before the work, made when the first file comes.
struct OutputFolder {
  let path: String

  /// Refuses what cannot be written before the work begins.
  func check() throws(RunFailure) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      // What is made there later must be able to stand beside others.
      return try Output(path: path, replacing: false).check()
    }
    guard isFolder.boolValue else { throw failure("is not a folder") }
    guard access(path, W_OK | X_OK) == 0 else { throw failure("cannot be written: \(reason)") }
  }

  func make() throws(RunFailure) {
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw failure("cannot be created: \(reason)") }
  }

  private var reason: String { FileDescriptor.Failure.last.reason }

  private func failure(_ sentence: String) -> RunFailure {
    RunFailure(.usage, [Diagnostic(file: path, sentence)])
  }
}
