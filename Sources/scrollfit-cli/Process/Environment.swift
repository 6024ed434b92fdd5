import Foundation

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
