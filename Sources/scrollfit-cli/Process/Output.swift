import Foundation
import ScrollFitting

/// The destination of a report: standard output, or a file that is written whole or not at all.
enum Output: Equatable {
  case standard
  case file(String, replacing: Bool)

  /// - Parameter path: nil or `-` for standard output.
  init(path: String?, replacing: Bool) {
    switch path {
    case nil, "-": self = .standard
    case let path?: self = .file(path, replacing: replacing)
    }
  }

  /// Refuses what cannot be written before the work begins.
  func check() throws(RunFailure) {
    guard case .file(let path, let replacing) = self else { return }
    switch Entry(path) {
    case .directory: throw .output(path, "is a directory", .usage)
    case .file where !replacing: throw Self.exists(path)
    case .stream: return
    case .nothing, .file:
      let folder = Self.folder(of: Self.resolved(path))
      guard access(folder, W_OK | X_OK) == 0 else {
        throw .output(path, "cannot be written: \(Self.reason)", .usage)
      }
    }
  }

  /// Writes the whole text. A reader of standard output that has left is no error: it had what it wanted.
  func write(_ text: String) throws(RunFailure) {
    try stream { try FileDescriptor.write(text, to: $0) }
  }

  /// Hands over where to write, piece by piece; what `body` throws leaves no file behind.
  ///
  /// - Throws: what kept it from being written, or what else `body` ended with.
  func stream(_ body: (_ descriptor: Int32) throws -> Void) throws(RunFailure) {
    switch self {
    case .standard: try Self.stream(to: STDOUT_FILENO, "standard output", body)
    case .file(let path, let replacing):
      try check()
      if Entry(path) == .stream {
        let descriptor = open(path, O_WRONLY)
        guard descriptor >= 0 else { throw .output(path, "cannot be written: \(Self.reason)", .usage) }
        defer { close(descriptor) }
        try Self.stream(to: descriptor, path, body)
      } else {
        try Self.writeFile(path, replacing: replacing, body)
      }
    }
  }

  private static func stream(
    to descriptor: Int32, _ name: String, _ body: (_ descriptor: Int32) throws -> Void
  ) throws(RunFailure) {
    do { try body(descriptor) } catch {
      if (error as? FileDescriptor.Failure)?.code == EPIPE { return }
      throw failure(error, name)
    }
  }

  private static func writeFile(
    _ path: String, replacing: Bool, _ body: (_ descriptor: Int32) throws -> Void
  ) throws(RunFailure) {
    // A link keeps pointing where it did.
    let target = resolved(path)
    var part: PartFile
    do { part = try PartFile(of: target, in: folder(of: target)) } catch {
      throw .output(path, "cannot be written: \(error.reason)", .usage)
    }
    do {
      try body(part.descriptor)
      try part.finish(replacing: replacing)
    } catch {
      throw failure(error, path)
    }
  }

  private static func failure(_ error: any Error, _ path: String) -> RunFailure {
    switch error {
    case let failure as RunFailure: failure
    case let failure as FileDescriptor.Failure where failure.code == EEXIST: exists(path)
    case let failure as FileDescriptor.Failure:
      .output(path, "cannot be written: \(failure.reason)", .noInput)
    case let problem as Diagnostic: RunFailure(.partial, [problem])
    default: .output(path, "\(error)", .noInput)
    }
  }

  private static func exists(_ path: String) -> RunFailure {
    .output(path, "already exists; use --force to overwrite it", .usage)
  }

  private static var reason: String { FileDescriptor.Failure.last.reason }

  /// The path without links, by which a file is the same.
  static func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// By hand: on Linux `deletingLastPathComponent` ends the process for a name of one letter.
  private static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

/// The kind of entry at a path, links followed.
private enum Entry {
  case nothing, file, directory
  /// A device or a pipe: nothing in it can be lost, and nothing can stand beside it.
  case stream

  init(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      self = .nothing
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .directory
    default: self = .stream
    }
  }
}

extension RunFailure {
  fileprivate static func output(_ path: String, _ sentence: String, _ status: ExitStatus) -> RunFailure {
    RunFailure(status, [Diagnostic(file: path, sentence)])
  }
}
