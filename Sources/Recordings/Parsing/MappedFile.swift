internal import Foundation

/// A file's bytes in memory, read by the system as they are touched; behind the last one stand a newline and
/// zeros.
///
/// A file that another process cuts short meanwhile takes its pages away, and the process with them: for
/// files of one's own.
// Sendable: it cannot be copied, so its one owner gives the pages back, after every borrow; `base` is private and
// constant, nothing writes through it after `init`, and `start` hands out a pointer that cannot be written through.
package struct MappedFile: ~Copyable, @unchecked Sendable {
  private let base: UnsafeMutableRawPointer
  private let length: Int
  package let count: Int

  /// - Throws: a file that is missing or no file, as a pipe is none.
  package init(path: String) throws(ReadingError) {
    (base, length, count) = try Self.mapped(path)
  }

  private static func mapped(
    _ path: String
  ) throws(ReadingError) -> (base: UnsafeMutableRawPointer, length: Int, count: Int) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw ReadingError(path, RawBytes.problem(errno)) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw ReadingError(path, RawBytes.problem(errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ReadingError(path, .unreadable(reason: "not a regular file"))
    }
    let count = Int(status.st_size)
    // Room for the file and at least a page of zeros, then the file over the front of it.
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let length = (count / page + 2) * page
    let rights = PROT_READ | PROT_WRITE
    guard let base = mmap(nil, length, rights, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), base != MAP_FAILED else {
      throw ReadingError(path, RawBytes.problem(errno))
    }
    guard count == 0 || mmap(base, count, rights, MAP_PRIVATE | MAP_FIXED, descriptor, 0) != MAP_FAILED else {
      let code = errno
      munmap(base, length)
      throw ReadingError(path, RawBytes.problem(code))
    }
    // The page is this process's own from now on; the file stays as it is.
    base.storeBytes(of: Ascii.newline, toByteOffset: count, as: UInt8.self)
    return (base, length, count)
  }

  deinit { munmap(base, length) }

  /// The first byte.
  package var start: UnsafePointer<UInt8> { UnsafePointer(base.assumingMemoryBound(to: UInt8.self)) }

  /// The boundaries of parts of whole lines, each of about `size` bytes: from `[i]` to `[i + 1]`.
  package func parts(of size: Int) -> [Int] {
    var bounds = [0]
    while let last = bounds.last, last < count {
      let next = Window.newline(start + min(count, last + size), start + count)
      bounds.append(next.map { $0 - start + 1 } ?? count)
    }
    return bounds
  }
}
