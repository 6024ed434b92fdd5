import Foundation
import ScrollFitting

/// The right of one batch to write in a store, from here to the end of the process and of those it has started.
///
/// SQLite keeps single writes apart; two batches at once would take each other's recordings in work for their own.
struct StoreLock {
  private let path: String
  private let descriptor: Int32

  /// The maximum wait for another batch, s: one that was killed may still be ending.
  private static let patience = 5.0

  /// - Throws: a store that another batch is writing in, or a folder that cannot be written.
  init(_ store: String) throws(RunFailure) {
    path = store + "-lock"
    let end = ContinuousClock.now + .seconds(Self.patience)
    while true {
      // Those that are started inherit it: the lock ends with the last of them.
      let descriptor = open(path, O_RDWR | O_CREAT, 0o666)
      guard descriptor >= 0 else {
        throw Self.failure(store, "cannot be written: \(FileDescriptor.Failure.last.reason)")
      }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
        // The one before may have taken the file away after it was opened here.
        var held = stat(), named = stat()
        if fstat(descriptor, &held) == 0, stat(path, &named) == 0, held.st_ino == named.st_ino {
          self.descriptor = descriptor
          return
        }
      }
      close(descriptor)
      guard ContinuousClock.now < end else {
        throw Self.failure(store, "another batch is writing to this database")
      }
      usleep(20_000)
    }
  }

  func release() {
    unlink(path)
    close(descriptor)
  }

  private static func failure(_ store: String, _ sentence: String) -> RunFailure {
    RunFailure(.partial, [Diagnostic(file: store, sentence)])
  }
}
