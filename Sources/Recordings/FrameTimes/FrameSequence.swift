internal import CKernels

/// The likeliest ticks of a display at which the frames of samples were shown.
///
/// A second-order Markov chain: every sample shows one of the last four ticks before it was recorded. Its cost is that of
/// the time's lateness (``Lateness``); that of three samples in a row, of two frames that last different numbers of ticks, and of
/// a change of speed beyond what scrolling does from frame to frame and rounding makes of it. The sequence of least cost is exact
/// (A. J. Viterbi, *Error bounds for convolutional codes*, IEEE Trans. Information Theory 13, 1967).
struct FrameSequence {
  /// The samples of a recording, and what their frames may be.
  struct Samples {
    /// s, increasing.
    let times: [Double]
    let offsets: [Double]
    /// The step of the offsets.
    let grid: Double
    /// The fewest ticks that a frame lasts.
    let shortestFrame: Int
    /// False if ticks are found by the times alone, so that the offsets can judge them.
    let usesOffsets: Bool
  }

  /// The tick of each sample; increasing.
  var ticks: [Double]
  /// −log likelihood but for the width of the lateness.
  let cost: Double

  /// The cost of a frame that lasts longer or shorter than the one before, and of one that is shown twice.
  private static let (changed, doubled) = (3.0, 2.0)
  static func change(_ first: Double, _ second: Double) -> Double {
    first == second ? 0 : first == 2 * second || second == 2 * first ? doubled : changed
  }
  /// The cost of a frame that is shorter than a display's.
  static let tooShort = 4.0
  /// The change of speed from frame to frame that is usual, relative to the speed, and the most that one costs: fingers stop and let go.
  private static let usualAcceleration = 0.12
  private static let maximumAccelerationCost = 8.0

  /// - Complexity: O(n) for n samples, of which there are at least three.
  init(_ samples: Samples, _ part: Range<Int>, _ lateness: Lateness) {
    var cost = 0.0
    ticks = Array(unsafeUninitializedCapacity: part.count) { ticks, count in
      cost = withUnsafeTemporaryAllocation(byteCount: 16 * part.count, alignment: 16) { origins in
        Self.withFrameTimes(samples.times[part], samples.offsets[part], lateness) { frames in
          frames.shortest_frame = Double(samples.shortestFrame)
          (frames.too_short, frames.doubled, frames.changed) = (Self.tooShort, Self.doubled, Self.changed)
          (frames.grid, frames.usual_acceleration) = (samples.grid, Self.usualAcceleration)
          frames.maximum_acceleration = samples.usesOffsets ? Self.maximumAccelerationCost : 0
          return scrollfit_frame_ticks(Self.path, &frames, origins.baseAddress, ticks.baseAddress)
        }
      }
      count = part.count
    }
    self.cost = cost
  }

  /// The cost of times where every one shows the tick that it most likely shows, whatever others show.
  ///
  /// - Complexity: O(n) for n times.
  static func cost(ofEach times: ArraySlice<Double>, _ lateness: Lateness) -> Double {
    withFrameTimes(times, [], lateness) { scrollfit_lateness(path, &$0) }
  }

  private static func withFrameTimes(
    _ times: ArraySlice<Double>, _ offsets: ArraySlice<Double>, _ lateness: Lateness,
    _ body: (inout scrollfit_frame_times) -> Double
  ) -> Double {
    times.withUnsafeBufferPointer { times in
      offsets.withUnsafeBufferPointer { offsets in
        var frames = scrollfit_frame_times()
        (frames.times, frames.offsets, frames.count) = (times.baseAddress, offsets.baseAddress, times.count)
        (frames.origin, frames.tick) = (lateness.origin, lateness.tick)
        (frames.late, frames.early) = (lateness.late, lateness.early)
        frames.maximum_lateness = Lateness.maximumCost
        frames.maximum_earliness = Lateness.maximumEarliness
        return body(&frames)
      }
    }
  }

  private static var path: scrollfit_path { scrollfit_fastest_path() }
}
