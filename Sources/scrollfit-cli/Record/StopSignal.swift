import Dispatch
import Foundation

/// The end of a recording: asked for by the page, by an interrupt or by a request to terminate.
struct StopSignal: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func send() { semaphore.signal() }

  /// Does `work`, and calls `stop` from another thread once the end is asked for.
  func whileUnsent(stop: @escaping @Sendable () -> Void, _ work: () -> Void) {
    let sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [semaphore] in semaphore.signal() }
      source.resume()
      return source
    }
    Thread.detachNewThread { [semaphore] in
      semaphore.wait()
      stop()
    }
    withExtendedLifetime(sources) { work() }
  }
}
