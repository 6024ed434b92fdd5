import Foundation

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
