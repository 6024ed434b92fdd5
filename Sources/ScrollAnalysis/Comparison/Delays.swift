/// The delays of one motion at the positions of another.
struct Delays {
  /// For each sample of A: the time at which B is where A is, nearest to it, less its own, ms; nil where B is
  /// never there.
  let milliseconds: [Double?]

  /// - Parameters:
  ///   - times: s, of both.
  ///   - a, b: offsets; between its samples B moves along straight lines.
  init(_ times: [Double], _ a: [Double], _ b: [Double]) {
    milliseconds = a.indices.map { index in
      var nearest: Double?
      func take(_ time: Double) {
        let delay = (time - times[index]) * 1000
        if abs(delay) < abs(nearest ?? .infinity) { nearest = delay }
      }
      for end in b.indices.dropFirst() {
        let (low, high) = (b[end - 1] - a[index], b[end] - a[index])
        guard (low <= 0) != (high <= 0) || high == 0 || low == 0 else { continue }
        let share = low == high ? 0 : low / (low - high)
        guard share.isFinite else { continue }
        take(times[end - 1] + share * (times[end] - times[end - 1]))
      }
      return nearest
    }
  }
}
