/// A motion as straight pieces, as the CSS easing function `linear()` has it: progress over the share of the duration.
///
/// The value at a share is start + distance · progress. Pieces are as long as the tolerance allows, so that there are
/// few. (CSS Easing Functions Level 2, `linear()`.)
package struct LinearEasing: Equatable, Sendable {
  package struct Stop: Equatable, Sendable {
    /// The share of the duration, 0…1, to 0.001: a tenth of a per cent.
    package let position: Double
    /// 0 at the start, 1 at start + distance.
    package let progress: Double
  }

  package let stops: [Stop]
  /// s.
  package let duration: Double
  /// The value at progress 0, pt.
  package let start: Double
  /// From progress 0 to 1, pt.
  package let distance: Double
  /// Between the pieces and the motion within the duration, pt.
  package let largestError: Double

  /// Nil where the duration is not positive and finite, or nothing moves.
  ///
  /// Progress 1 is the end. Where the motion comes back to where it began, within a hundredth of its largest
  /// excursion, it is that excursion.
  ///
  /// - Parameters:
  ///   - duration: s.
  ///   - tolerance: how far the pieces may lie from the motion, pt; where a thousandth of the duration is too long
  ///     for that, it is exceeded and ``largestError`` gives by how much.
  ///   - value: x(t), pt; t in s.
  package init?(duration: Double, tolerance: Double, value: (Double) -> Double) {
    guard duration > 0, duration.isFinite else { return nil }
    let values = (0...Self.grid).map { value(duration * Double($0) / Double(Self.grid)) }
    let start = values[0]
    let excursions = values.map { $0 - start }
    guard let largest = excursions.max(by: { $0.magnitude < $1.magnitude }), largest != 0, largest.isFinite
    else { return nil }
    let total = excursions[Self.grid]
    let distance = total.magnitude < 0.01 * largest.magnitude ? largest : total
    // Rounding takes a tenth of the tolerance, or less.
    var digits = 1e4
    while distance.magnitude / digits > tolerance / 10, digits < 1e12 { digits *= 10 }
    let progress = excursions.map { ($0 / distance * digits).rounded() / digits }
    let eased = progress.map { start + distance * $0 }
    var stops = [Stop(position: 0, progress: progress[0])]
    var largestError = 0.0
    var at = 0
    while at < Self.grid {
      let next = Self.longest(from: at, eased, values, tolerance)
      largestError = max(largestError, Self.error(from: at, to: next, eased, values))
      stops.append(Stop(position: Double(next) / Double(Self.grid), progress: progress[next]))
      at = next
    }
    self.stops = stops
    self.duration = duration
    self.start = start
    self.distance = distance
    self.largestError = largestError
  }

  /// Returns the end of the longest piece from a stop: the last place whose slope keeps every value before it within the
  /// tolerance. The next one at least.
  private static func longest(from first: Int, _ eased: [Double], _ values: [Double], _ tolerance: Double)
    -> Int
  {
    var last = first + oversampling
    var low = -Double.infinity
    var high = Double.infinity
    for index in first + 1...grid {
      let run = Double(index - first)
      low = max(low, (values[index] - tolerance - eased[first]) / run)
      high = min(high, (values[index] + tolerance - eased[first]) / run)
      guard low <= high else { break }
      let slope = (eased[index] - eased[first]) / run
      if index.isMultiple(of: oversampling), low <= slope, slope <= high { last = max(last, index) }
    }
    return last
  }

  private static func error(from first: Int, to last: Int, _ eased: [Double], _ values: [Double]) -> Double {
    let slope = (eased[last] - eased[first]) / Double(last - first)
    return (first...last).reduce(0) { error, index in
      max(error, (eased[first] + slope * Double(index - first) - values[index]).magnitude)
    }
  }

  /// Stops stand at every fourth place of the grid, so that errors between them are seen.
  private static let oversampling = 4
  private static let grid = 1000 * oversampling

  /// The progress at a share of the duration, as a browser computes it; the ends are held.
  package func progress(at share: Double) -> Double {
    guard let next = stops.firstIndex(where: { $0.position > share }) else {
      return stops[stops.count - 1].progress
    }
    guard next > 0 else { return stops[0].progress }
    let (low, high) = (stops[next - 1], stops[next])
    return low.progress
      + (high.progress - low.progress) * (share - low.position) / (high.position - low.position)
  }
}
