/// The curve of a fitted motion, for an annotation.
package struct FittedCurve: Equatable, Sendable {
  /// Seconds since the video's first frame, increasing.
  package let times: [Double]
  /// Pixels of the video, on the scale of ``FrameOffset/offset``; as many as times.
  package let offsets: [Double]

  package init(times: [Double], offsets: [Double]) {
    (self.times, self.offsets) = (times, offsets)
  }

  /// The points of a range of time, with one beyond each end so that the curve reaches it.
  func points(in range: ClosedRange<Double>) -> [(time: Double, offset: Double)] {
    guard let first = times.first, let last = times.last, first <= range.upperBound,
      last >= range.lowerBound
    else { return [] }
    let start = (times.firstIndex { $0 >= range.lowerBound } ?? times.count) - 1
    let end = (times.lastIndex { $0 <= range.upperBound } ?? -1) + 1
    return (max(0, start)...min(times.count - 1, max(start, end))).map { (times[$0], offsets[$0]) }
  }

  /// The offset at a time, between two points on the line through them; nil outside of the curve.
  func offset(at time: Double) -> Double? {
    guard let first = times.first, let last = times.last, first <= time, time <= last,
      let next = times.firstIndex(where: { $0 >= time })
    else { return nil }
    guard next > 0 else { return offsets[0] }
    let part = (time - times[next - 1]) / (times[next] - times[next - 1])
    return offsets[next - 1] + part * (offsets[next] - offsets[next - 1])
  }
}
