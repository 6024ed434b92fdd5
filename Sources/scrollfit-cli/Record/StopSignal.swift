import Dispatch
import Foundation

/// The end of a recording: asked for by the page, by an interrupt or by a request to terminate.
struct StopSignal: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let signals: sigset_t

  /// Takes the process's signals from now on. To be called before any thread is started: those after it have the signals blocked too, so that one
  /// that comes before ``whileUnsent(stop:_:)`` waits.
  init() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    self.signals = signals
  }

  func send() { semaphore.signal() }

  /// Does `work`, and calls `stop` from another thread once the end is asked for.
  func whileUnsent(stop: @escaping @Sendable () -> Void, _ work: () -> Void) {
    Thread.detachNewThread { [semaphore, signals] in
      var signals = signals
      var number: Int32 = 0
      sigwait(&signals, &number)
      semaphore.signal()
    }
    Thread.detachNewThread { [semaphore] in
      semaphore.wait()
      stop()
    }
    work()
  }
}
