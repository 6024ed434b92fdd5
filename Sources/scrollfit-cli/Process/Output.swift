import Foundation
import Numerals
import Recordings
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

  /// The path without links, by which a file is the same; of one that is not there yet that of its folder.
  static func resolved(_ path: String) -> String {
    if let real = real(path) { return real }
    let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.index(after: $0)...] } ?? path[...]
    return real(folder(of: path)).map { ($0 == "/" ? "" : $0) + "/" + name } ?? path
  }

  private static func real(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Returns true for a device or a pipe, in which nothing can be lost.
  static func isStream(_ path: String) -> Bool { Entry(path) == .stream }

  static func isThere(_ path: String) -> Bool { Entry(path) != .nothing }

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

/// A file that the program has written, as a report names it.
enum WrittenFile {
  /// `wrote fit.html (0.9 MB)`.
  static func sentence(of path: String) -> String {
    var status = stat()
    let size = stat(path, &status) == 0 ? " (\(size(Int(status.st_size))))" : ""
    return "wrote \(FileName.shown(path))\(size)"
  }

  private static func size(_ bytes: Int) -> String {
    bytes < 1_000_000
      ? "\(max(1, (bytes + 500) / 1000)) kB" : "\(Numerals.significant(Double(bytes) / 1e6, 2)) MB"
  }
}

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

/// A file that is being written, on the file system of the one that it becomes.
///
/// It has no name where the system has such files: whatever ends the process, nothing of it is left.
struct PartFile: ~Copyable {
  let descriptor: Int32
  private let target: String
  /// The name that it has until it gets that of the target.
  let path: String
  private var isNamed: Bool
  private var isOpen = true

  /// - Parameter folder: that of `target`.
  init(of target: String, in folder: String) throws(FileDescriptor.Failure) {
    self.target = target
    // The number keeps files apart that are written at once, and those of a run that was killed.
    path = folder + "/.scrollfit.\(getpid()).\(UInt64.random(in: 0 ... .max)).part"
    if let unnamed = Self.unnamed(in: folder) {
      descriptor = unnamed
      isNamed = false
      return
    }
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o666)
    isNamed = true
    guard descriptor >= 0 else {
      isNamed = false
      isOpen = false
      throw .last
    }
  }

  deinit {
    if isOpen { close(descriptor) }
    if isNamed { unlink(path) }
  }

  /// Gives the file the target's name: whoever looks there finds the old file or the new one.
  ///
  /// - Parameter replacing: false to fail with `EEXIST` where a file of that name has come up.
  mutating func finish(replacing: Bool) throws(FileDescriptor.Failure) {
    var status = stat()
    if replacing, stat(target, &status) == 0 { fchmod(descriptor, status.st_mode & 0o7777) }
    if !isNamed {
      // A link fails where the name is taken; a rename replaces.
      let failure = link(to: target)
      guard let failure, failure.code == EEXIST, replacing else {
        if let failure { throw failure }
        return try end()
      }
      unlink(path)
      if let failure = link(to: path) { throw failure }
      isNamed = true
    }
    try end()
    if replacing { try Self.check(rename(path, target)) } else { try name() }
    unlink(path)
    isNamed = false
  }

  /// Closes the file: some file systems report only here that they could not keep it.
  private mutating func end() throws(FileDescriptor.Failure) {
    isOpen = false
    try Self.check(close(descriptor))
  }

  /// Links the named file to its target. Some file systems have no links.
  private func name() throws(FileDescriptor.Failure) {
    if Foundation.link(path, target) == 0 { return }
    let failure = FileDescriptor.Failure.last
    guard [EPERM, ENOSYS, ENOTSUP, EMLINK].contains(failure.code) else { throw failure }
    guard access(target, F_OK) != 0 else { throw FileDescriptor.Failure(code: EEXIST) }
    try Self.check(rename(path, target))
  }

  #if os(Linux)
    /// A file without a name; nil where the file system has none, or it could not get one.
    private static func unnamed(in folder: String) -> Int32? {
      guard access("/proc/self/fd", X_OK) == 0 else { return nil }
      // O_TMPFILE is a macro that Swift does not import.
      let descriptor = open(folder, O_WRONLY | O_DIRECTORY | 0o20_000_000, 0o666)
      return descriptor < 0 ? nil : descriptor
    }

    /// Links the file without a name; nil where that succeeds.
    private func link(to name: String) -> FileDescriptor.Failure? {
      let result = linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, name, AT_SYMLINK_FOLLOW)
      return result == 0 ? nil : .last
    }
  #else
    private static func unnamed(in folder: String) -> Int32? { nil }

    private func link(to name: String) -> FileDescriptor.Failure? { FileDescriptor.Failure(code: ENOTSUP) }
  #endif

  private static func check(_ result: Int32) throws(FileDescriptor.Failure) {
    guard result == 0 else { throw .last }
  }
}
