import Foundation

/// Wall-clock time.
struct Stopwatch {
  private let start: ContinuousClock.Instant

  init() { start = .now }

  private init(start: ContinuousClock.Instant) { self.start = start }

  /// Begun when the process did: what it computed before it could ask for the time counts, waiting for a
  /// processor does not.
  static func ofProcess() -> Stopwatch {
    var used = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used)
    return Stopwatch(start: .now - .seconds(used.tv_sec) - .nanoseconds(used.tv_nsec))
  }

  var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }
}
