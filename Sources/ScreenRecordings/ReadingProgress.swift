/// The state of reading a video.
package struct ReadingProgress {
  /// The number of frames read, and the time of the last one, s.
  package let frames: Int
  package let time: Double
  /// The seconds since the beginning.
  package let elapsed: Double
  /// The time at which reading ends, s; nil where it is not known.
  package let end: Double?

  package init(frames: Int, time: Double, elapsed: Double, end: Double?) {
    (self.frames, self.time, self.elapsed, self.end) = (frames, time, elapsed, end)
  }

  /// The seconds that the rest takes at the rate so far; nil where the end or the rate is not known.
  package var left: Double? {
    guard let end, time > 0 else { return nil }
    return max(0, end - time) * elapsed / time
  }

  /// A line such as `600 frames, 10 of 42 s, 180/s, 11 s left`.
  package var text: String {
    let rate = Int((Double(frames) / max(1e-3, elapsed)).rounded())
    guard let end, let left else { return "\(frames) frames, \(Int(time)) s of the video, \(rate)/s" }
    return
      "\(frames) frames, \(Int(time)) of \(Int(end.rounded(.up))) s, \(rate)/s, \(Int(left.rounded(.up))) s left"
  }
}
