/// The positions of a finger from its coming down to its release on one axis.
package struct TouchSamples: Equatable, Sendable {
  /// s, increasing.
  package let times: [Double]
  /// pt, in the content's sense: positive scrolls towards the end.
  package let positions: [Double]
  /// The time of the release, s; not before the last sample.
  package let release: Double

  /// - Parameter positions: as many as times.
  package init(times: [Double], positions: [Double], release: Double) {
    self.times = times
    self.positions = positions
    self.release = release
  }

  /// The velocity between two successive samples, pt/s: 0 names the two newest, 1 those before; 0 where there are none.
  package func velocity(_ index: Int) -> Double {
    let end = times.count - 1 - index
    guard end >= 1, times[end] > times[end - 1] else { return 0 }
    return (positions[end] - positions[end - 1]) / (times[end] - times[end - 1])
  }

  /// The newest samples: those of a window, before the first gap in it.
  func newest(_ window: SampleWindow) -> TouchSamples {
    guard let last = times.last else { return self }
    let end = window.reference == .release ? release : last
    var first = times.count - 1
    while first > 0, times.count - first < window.maximumCount, times[first] - times[first - 1] <= window.gap
    {
      let isWithin = end - times[first - 1] <= window.duration + Self.rounding
      guard isWithin || window.includesOlder else { break }
      first -= 1
      if !isWithin { break }
    }
    return TouchSamples(
      times: Array(times[first...]), positions: Array(positions[first...]), release: release)
  }

  /// s: two stamps that are a window apart differ by it to rounding.
  private static let rounding = 1e-9
}

/// The samples that an estimate of the velocity takes in.
package struct SampleWindow: Equatable, Sendable {
  /// The time that the window's length is counted back from.
  package enum Reference: Equatable, Sendable { case newestSample, release }

  /// s.
  package var duration = Double.infinity
  package var maximumCount = Int.max
  /// Samples before a longer time without one are ignored, s.
  package var gap = Double.infinity
  package var reference = Reference.newestSample
  /// True if the first sample beyond the window belongs to it.
  package var includesOlder = false
}
