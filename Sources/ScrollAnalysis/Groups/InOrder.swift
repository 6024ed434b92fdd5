internal import Dispatch
import ScrollFitting
internal import Synchronization

/// Work on a stream in several threads, its results in the order of the stream.
package enum InOrder {
  /// Calls `work` for every item and `deliver` for every result, in the order of the items, one at a time.
  ///
  /// - Parameters:
  ///   - jobs: how many items are worked on at once, at most.
  ///   - window: how many items may be taken and not delivered: what bounds the memory while one of them takes long.
  ///   - next: the next item, nil behind the last; never called by two threads at once, and not after `deliver` has
  ///     thrown.
  /// - Throws: what `deliver` threw first; what follows is not delivered.
  package static func forEach<Item: Sendable, Value: Sendable, Failure: Error>(
    jobs: Int, window: Int, next: @Sendable () -> Item?, work: @Sendable (Item) -> Value,
    deliver: @Sendable (Value) throws(Failure) -> Void
  ) throws(Failure) {
    let permits = DispatchSemaphore(value: max(jobs, window))
    let taken = Mutex(0)
    let output = Mutex((ready: [Int: Value](), delivered: 0, failure: Failure?.none))
    DispatchQueue.concurrentPerform(iterations: max(1, jobs)) { _ in
      while true {
        permits.wait()
        let item = taken.withLock { count -> (reference: Int, item: Item)? in
          guard output.withLock({ $0.failure == nil }), let item = next() else { return nil }
          count += 1
          return (count - 1, item)
        }
        guard let item else {
          permits.signal()
          return
        }
        let value = work(item.item)
        output.withLock { output in
          output.ready[item.reference] = value
          while let value = output.ready.removeValue(forKey: output.delivered) {
            if output.failure == nil {
              do throws(Failure) { try deliver(value) } catch { output.failure = error }
            }
            output.delivered += 1
            permits.signal()
          }
        }
      }
    }
    if let failure = output.withLock({ $0.failure }) { throw failure }
  }
}
