import Foundation
import ScrollFitting

/// The terminal that standard output may be.
enum Terminal {
  /// Columns of text where standard output is no terminal.
  private static let defaultWidth = 80

  /// The columns of the terminal that a report goes to; 80 for a file and a pipe.
  static func width(of destination: Output) -> Int {
    var size = winsize()
    guard isTerminal(destination), ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return defaultWidth
    }
    return max(40, Int(size.ws_col))
  }

  /// A report with its verdicts in color where it goes to a terminal: same green, different red, undecided yellow.
  static func colored(_ text: String, to destination: Output) -> String {
    guard isTerminal(destination), acceptsColor(ProcessInfo.processInfo.environment) else { return text }
    return colored(text)
  }

  /// Returns true unless the environment refuses escape sequences for color (https://no-color.org).
  static func acceptsColor(_ environment: [String: String]) -> Bool {
    environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
  }

  /// The text with its headings bold, and its verdicts in their color.
  static func colored(_ text: String) -> String {
    let colors: [(mark: String, code: Int)] = [("✓ ", 32), ("✗ ", 31), ("? ", 33)]
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      if let color = colors.first(where: { line.hasPrefix("  " + $0.mark) || line.contains(": " + $0.mark) })
      {
        return "\u{1b}[\(color.code)m\(line)\u{1b}[0m"
      }
      return line.isEmpty || line.hasPrefix(" ") ? String(line) : "\u{1b}[1m\(line)\u{1b}[0m"
    }.joined(separator: "\n")
  }

  private static func isTerminal(_ destination: Output) -> Bool {
    destination == .standard && isatty(STDOUT_FILENO) == 1
  }
}

/// The environment that computing and writing require.
enum Environment {
  /// The number of concurrent computations.
  static var threads: Int { ProcessInfo.processInfo.activeProcessorCount }

  /// One BLAS thread, so that the same bytes in give the same bytes out, and a reader that closes its pipe ends the
  /// writing, not the process.
  static func prepare() {
    // A standard descriptor that is closed would be the next file's: it stays one that cannot be used.
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
    signal(SIGPIPE, SIG_IGN)
    // A file that has reached the largest size allowed is an error of the call that writes.
    signal(SIGXFSZ, SIG_IGN)
    for library in ["OPENBLAS", "OMP", "MKL", "BLIS"] { setenv("\(library)_NUM_THREADS", "1", 1) }
    setenv("VECLIB_MAXIMUM_THREADS", "1", 1)
    // OpenBLAS has read its variable when it was loaded, before this line: it must be told.
    if let symbol = dlsym(dlopen(nil, RTLD_LAZY), "openblas_set_num_threads") {
      unsafeBitCast(symbol, to: (@convention(c) (CInt) -> Void).self)(1)
    }
  }
}

/// Reading from and writing to what is open.
enum FileDescriptor {
  /// The system's reason that a call failed.
  struct Failure: Error, Equatable {
    let code: Int32
    var reason: String { String(cString: strerror(code)) }

    /// The error number of the call before.
    static var last: Failure { Failure(code: errno) }
  }

  /// Writes all of a text in UTF-8.
  static func write(_ text: String, to descriptor: Int32) throws(Failure) {
    try write(Array(text.utf8), to: descriptor)
  }

  /// Writes all bytes.
  static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw .last
      }
    }
  }

  /// False for a pipe or a socket whose other end is closed, so that writing to it fails.
  static func hasReader(_ descriptor: Int32) -> Bool {
    var status = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&status, 1, 0) <= 0 || Int32(status.revents) & Int32(POLLERR | POLLHUP) == 0
  }

  /// Reads as many bytes as asked for; nil where they end before.
  static func read(_ count: Int, from descriptor: Int32) -> [UInt8]? {
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { bytes, length in
      while length < count {
        let more = Foundation.read(descriptor, bytes.baseAddress.map { $0 + length }, count - length)
        guard more > 0 || more < 0 && errno == EINTR else { return }
        length += max(0, more)
      }
    }
    return bytes.count == count ? bytes : nil
  }
}
