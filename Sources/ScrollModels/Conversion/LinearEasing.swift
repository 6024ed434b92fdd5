/// A motion as straight pieces, as the CSS easing function `linear()` has it: progress over the share of the duration.
///
/// The value at a share is start + distance · progress. Pieces are as long as the tolerance allows, so that there are
/// few. (CSS Easing Functions Level 2, `linear()`.)
public struct LinearEasing: Equatable, Sendable {
  public struct Stop: Equatable, Sendable {
    /// The share of the duration, 0…1, to 0.001: a tenth of a per cent.
    public let position: Double
    /// To 0.0001; 0 at the start, 1 at start + distance.
    public let progress: Double
  }

  public let stops: [Stop]
  /// s.
  public let duration: Double
  /// The value at progress 0, pt.
  public let start: Double
  /// From progress 0 to 1, pt.
  public let distance: Double
  /// Between the pieces and the motion within the duration, pt.
  public let largestError: Double

  /// Nil where the duration is not positive and finite, or nothing moves.
  ///
  /// Progress 1 is the end. Where the motion comes back to where it began, within a hundredth of its largest
  /// excursion, it is that excursion.
  ///
  /// - Parameters:
  ///   - duration: s.
  ///   - tolerance: how far the pieces may lie from the motion, pt; where a thousandth of the duration is too long
  ///     for that, it is exceeded and ``largestError`` tells by how much.
  ///   - value: x(t), pt; t in s.
  public init?(duration: Double, tolerance: Double, value: (Double) -> Double) {
    guard duration > 0, duration.isFinite else { return nil }
    let values = (0...Self.grid).map { value(duration * Double($0) / Double(Self.grid)) }
    let start = values[0]
    let excursions = values.map { $0 - start }
    guard let largest = excursions.max(by: { $0.magnitude < $1.magnitude }), largest != 0, largest.isFinite
    else { return nil }
    let total = excursions[Self.grid]
    let distance = total.magnitude < 0.01 * largest.magnitude ? largest : total
    let progress = excursions.map { ($0 / distance * 10_000).rounded() / 10_000 }

    func error(from first: Int, to last: Int) -> Double {
      let slope = (progress[last] - progress[first]) / Double(last - first)
      return (first...last).reduce(0) { error, index in
        let eased = start + distance * (progress[first] + slope * Double(index - first))
        return max(error, (eased - values[index]).magnitude)
      }
    }

    // Places on the grid that may be stops, every fourth: between them errors are still seen.
    let places = Array(stride(from: 0, through: Self.grid, by: Self.oversampling))
    var stops = [Stop(position: 0, progress: progress[0])]
    var largestError = 0.0
    var at = 0
    while at < places.count - 1 {
      var next = at + 1
      while next < places.count - 1, error(from: places[at], to: places[next + 1]) <= tolerance { next += 1 }
      largestError = max(largestError, error(from: places[at], to: places[next]))
      stops.append(
        Stop(position: Double(next) / Double(places.count - 1), progress: progress[places[next]]))
      at = next
    }
    self.stops = stops
    self.duration = duration
    self.start = start
    self.distance = distance
    self.largestError = largestError
  }

  private static let oversampling = 4
  private static let grid = 1000 * oversampling

  /// The progress at a share of the duration, as a browser computes it; the ends are held.
  public func progress(at share: Double) -> Double {
    guard let next = stops.firstIndex(where: { $0.position > share }) else {
      return stops[stops.count - 1].progress
    }
    guard next > 0 else { return stops[0].progress }
    let (low, high) = (stops[next - 1], stops[next])
    return low.progress
      + (high.progress - low.progress) * (share - low.position) / (high.position - low.position)
  }
}
