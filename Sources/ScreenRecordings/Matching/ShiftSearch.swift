/// The search for whole-pixel shifts by the mean absolute difference of row signatures.
struct ShiftSearch {
  /// The part of the picture that scrolls: rows, and bands of the signature.
  struct Window: Equatable {
    var rows: Range<Int>
    var bands: Range<Int>
  }

  /// A local minimum of the difference.
  struct Candidate: Equatable {
    let shift: Int
    /// The mean absolute difference of the overlap, in levels.
    let difference: Double
  }

  /// Rows that a shift is judged by: every further one costs time and adds little.
  private static let comparedRows = 360
  /// The part of the window's rows that an overlap has at least.
  private static let minimumOverlap = 0.12

  /// The largest shift, px, of rows that show enough of what they showed before.
  static func reach(of rows: Int) -> Int { max(0, rows - max(16, Int(Double(rows) * minimumOverlap))) }

  private var differences: [Double] = []

  /// The shifts s at which the row r of a frame resembles the row r + s of a key frame: local minima of the
  /// difference over a range of shifts, best first.
  ///
  /// - Parameters:
  ///   - count: the maximum number of candidates.
  ///   - excludingZero: a distance from 0 below which minima are dropped, for the periods of a picture in itself.
  /// - Complexity: O(shifts · compared rows).
  mutating func candidates(
    of frame: RowSignature, in key: RowSignature, window: Window, shifts: ClosedRange<Int>, count: Int,
    excludingZero: Int = 0
  ) -> [Candidate] {
    let height = window.rows.count
    let reach = Self.reach(of: height)
    let first = max(shifts.lowerBound, -reach)
    let last = min(shifts.upperBound, reach)
    guard first <= last else { return [] }
    differences.removeAll(keepingCapacity: true)
    let step = max(1, height / Self.comparedRows)
    let mask = BandMask(window.bands)
    for shift in first...last {
      differences.append(Self.difference(of: frame, in: key, window: window, mask, shift: shift, step: step))
    }
    var found: [Candidate] = []
    for index in differences.indices {
      let value = differences[index]
      let before = index > 0 ? differences[index - 1] : .infinity
      let after = index + 1 < differences.count ? differences[index + 1] : .infinity
      guard value <= before, value < after || after == .infinity else { continue }
      guard abs(first + index) >= excludingZero else { continue }
      let position = found.firstIndex { $0.difference > value } ?? found.count
      guard position < count else { continue }
      found.insert(Candidate(shift: first + index, difference: value), at: position)
      if found.count > count { found.removeLast() }
    }
    return found
  }

  private static func difference(
    of frame: RowSignature, in key: RowSignature, window: Window, _ mask: BandMask, shift: Int, step: Int
  ) -> Double {
    let rows =
      max(
        window.rows.lowerBound, window.rows.lowerBound - shift)..<min(
        window.rows.upperBound, window.rows.upperBound - shift)
    guard !rows.isEmpty else { return .infinity }
    return frame.means.withUnsafeBufferPointer { frame in
      key.means.withUnsafeBufferPointer { key in
        guard let frame = frame.baseAddress, let key = key.baseAddress else { return .infinity }
        let count = (rows.count + step - 1) / step
        let own = frame + rows.lowerBound * RowSignature.bands
        let other = key + (rows.lowerBound + shift) * RowSignature.bands
        let total = mask.difference(own, other, count: count, stride: step * RowSignature.bands)
        return Double(total) / Double(count * window.bands.count)
      }
    }
  }
}
