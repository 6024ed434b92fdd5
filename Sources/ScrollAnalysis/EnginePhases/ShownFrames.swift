import Recordings
import ScrollFitting

/// The samples of a phase, each at the time of the frame that it shows.
///
/// A recorder reads an offset a frame too early or too late; as they are, a model would have to bend between such samples and the others.
/// Those that may be early or late are left out; where they are most of the phase, each is moved to its frame, if the steps tell how late it is.
struct ShownFrames {
  let samples: Samples
  /// The treatment of the samples, for a sentence about their phase; nil where they are as recorded.
  let remark: String?

  /// - Parameters:
  ///   - range: the phase's samples in the recording.
  ///   - times: of the recording, s.
  ///   - offsets: of the recording; what lies around the phase shows which of its samples are early or late.
  init(_ phase: PhaseSamples, of range: Range<Int>, times: [Double], offsets: [Double]) {
    let first = max(0, range.lowerBound - RepeatedFrames.reach)
    let near = first..<min(times.count, range.upperBound + RepeatedFrames.reach)
    let nearby = Array(offsets[near])
    let motion = range.lowerBound - first..<range.upperBound - first
    let misread = RepeatedFrames.misread(nearby, grid: phase.resolution).intersection(motion)
    let (abscissas, observations) = (phase.samples.abscissas, phase.samples.observations)
    if !misread.isEmpty, misread.count * 2 < range.count {
      let kept = observations.indices.filter { !misread.contains(motion.lowerBound + $0) }
      samples = Samples(abscissas: kept.map { abscissas[$0] }, observations: kept.map { observations[$0] })
      remark = "\(misread.count) offsets around repeated frames are left out"
    } else if !misread.isEmpty,
      let delays = RepeatedFrames.delays(
        times: Array(times[near]), offsets: nearby, grid: phase.resolution, of: motion)
    {
      // Of two offsets of one frame the first; what is of a frame before the phase is left out.
      var frames: [(frame: Int, sample: Int)] = []
      for (sample, delay) in delays.enumerated() where sample - delay > frames.last?.frame ?? -1 {
        frames.append((sample - delay, sample))
      }
      samples = Samples(
        abscissas: frames.map { abscissas[$0.frame] }, observations: frames.map { observations[$0.sample] })
      remark =
        "\(delays.count { $0 > 0 }) of \(range.count) offsets are of an earlier frame, and are fitted at its time"
    } else {
      (samples, remark) = (phase.samples, nil)
    }
  }
}
