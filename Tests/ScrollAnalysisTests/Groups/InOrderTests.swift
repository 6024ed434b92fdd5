import Synchronization
import TestSupport
import Testing

@testable import ScrollAnalysis

struct InOrderTests {
  private struct Stop: Error, Equatable { let at: Int }

  @Test(arguments: [1, 2, 7])
  func resultsComeInTheOrderOfTheItemsAndNotTooManyAtOnce(_ jobs: Int) throws {
    let next = Mutex(0), results = Mutex([Int]()), waiting = Mutex((now: 0, most: 0))
    try InOrder.forEach(
      jobs: jobs, window: 8,
      next: { () -> Int? in
        waiting.withLock {
          $0.now += 1
          $0.most = max($0.most, $0.now)
        }
        return next.withLock { count in
          guard count < 500 else { return nil }
          defer { count += 1 }
          return count
        }
      },
      work: { item -> Int in
        // Long and short ones mix.
        var sum = 0
        for step in 0..<(item % 50 * 1000) { sum &+= step }
        return sum == -1 ? -1 : item * item
      },
      deliver: { (value: Int) throws(Stop) in
        waiting.withLock { $0.now -= 1 }
        results.withLock { $0.append(value) }
      })
    #expect(results.withLock { $0 } == (0..<500).map { $0 * $0 })
    // Those that find nothing left were asked as well.
    #expect(waiting.withLock { $0.most } <= 8 + jobs)
  }

  @Test func nothingIsDeliveredBehindAFailure() {
    let next = Mutex(0), delivered = Mutex([Int]())
    #expect(throws: Stop(at: 20)) {
      try InOrder.forEach(
        jobs: 3, window: 4,
        next: { () -> Int? in
          next.withLock { count in
            count += 1
            return count
          }
        },
        work: { $0 },
        deliver: { (value: Int) throws(Stop) in
          if value == 20 { throw Stop(at: value) }
          delivered.withLock { $0.append(value) }
        })
    }
    #expect(delivered.withLock { $0 } == Array(1..<20))
    // The endless stream was left.
    #expect(next.withLock { $0 } < 40)
  }
}
