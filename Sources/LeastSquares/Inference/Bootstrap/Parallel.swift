internal import Dispatch
internal import Synchronization

/// Independent computations on several threads.
package enum Parallel {
  /// The values of `body` for 0 ..< count, in that order, whatever the count of threads and the order of
  /// their ends.
  ///
  /// Indices are dealt out one by one, so that long and short ones mix.
  ///
  /// - Parameter threads: how many run at once, at most; 1 or less runs on the caller's own.
  package static func map<T: Sendable>(
    _ count: Int, threads: Int, _ body: @Sendable (_ index: Int) -> T
  ) -> [T] {
    guard count > 1, threads > 1 else { return (0..<max(0, count)).map(body) }
    let remaining = Mutex(0..<count)
    let gathered = Mutex([(index: Int, value: T)]())
    DispatchQueue.concurrentPerform(iterations: min(threads, count)) { _ in
      var own: [(index: Int, value: T)] = []
      while let index = remaining.withLock({ $0.popFirst() }) { own.append((index, body(index))) }
      gathered.withLock { $0 += own }
    }
    return gathered.withLock { $0 }.sorted { $0.index < $1.index }.map(\.value)
  }
}
