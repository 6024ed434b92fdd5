/// Samples that repeat the offset before them while the content moves: the frame was shown twice, or the offset was read too early.
package enum RepeatedFrames {
  /// The samples with the offset of the one before, between two steps in one direction.
  ///
  /// Both are more than two grid steps, and neither is four times the other: a motion that begins or ends there is no
  /// repetition. Two in a row are repetitions where a step of about three makes up for them. Slower content is known to repeat
  /// by a step that makes up for it: at a usual step of two grid steps or more, rounding leaves none of zero.
  ///
  /// - Parameters:
  ///   - offsets: of one axis.
  ///   - grid: of the offsets, or the last decimal they are written with.
  /// - Complexity: O(n).
  package static func detect(_ offsets: [Double], grid: Double) -> [Int] {
    guard offsets.count >= 4 else { return [] }
    // Of a day most samples are at rest: a list of those would be as large as the offsets.
    return (2..<(offsets.count - 1)).filter {
      offsets[$0] == offsets[$0 - 1] && isRepeated($0, of: offsets, grid: grid)
    }
  }

  /// Returns true if a sample that has the offset of the one before repeats it.
  private static func isRepeated(_ sample: Int, of offsets: [Double], grid: Double) -> Bool {
    let (first, last) = run(offsets, around: sample)
    guard first > 0, last + 1 < offsets.count else { return false }
    let before = offsets[first] - offsets[first - 1]
    let after = offsets[last + 1] - offsets[last]
    guard (before > 0) == (after > 0), before != 0, after != 0 else { return false }
    let (less, more) = (min(abs(before), abs(after)), max(abs(before), abs(after)))
    let areTwo = last - first == 2
    if !areTwo, less > 2 * grid { return more < 4 * less }
    let usual = usualStep(offsets, near: sample)
    return usual >= 1.99 * grid && less >= 0.4 * usual
      && more >= (areTwo ? makingUpForTwo : makingUp) * usual
  }

  /// The first and the last sample with the offset of a sample and of the one before, of at most three.
  private static func run(_ offsets: [Double], around sample: Int) -> (first: Int, last: Int) {
    let isSecond = sample > 1 && offsets[sample - 2] == offsets[sample]
    let isFirst = !isSecond && sample + 1 < offsets.count && offsets[sample + 1] == offsets[sample]
    return (isSecond ? sample - 2 : sample - 1, isFirst ? sample + 1 : sample)
  }

  /// A step that makes up for two repeated frames, in usual ones.
  private static let makingUpForTwo = 2.2

  /// A step that makes up for a repeated frame, in usual ones.
  private static let makingUp = 1.6

  /// The median of the steps that are not zero within four samples; 0 where there is none.
  private static func usualStep(_ offsets: [Double], near sample: Int) -> Double {
    usual(near: sample, of: offsets.count) { abs(offsets[$0] - offsets[$0 - 1]) }
  }

  /// The median of what is not zero within four samples; 0 where there is none.
  private static func usual(near sample: Int, of count: Int, _ value: (Int) -> Double) -> Double {
    var steps = InlineArray<9, Double>(repeating: 0)
    let last = count - 1
    var count = 0
    for other in max(1, sample - 4)...min(last, sample + 4) {
      let step = value(other)
      guard step > 0 else { continue }
      var position = count
      while position > 0, steps[position - 1] > step {
        steps[position] = steps[position - 1]
        position -= 1
      }
      steps[position] = step
      count += 1
    }
    return count == 0 ? 0 : steps[count / 2]
  }

  /// The samples that may have been read a frame too early or too late: between a repeated frame and the double steps on both sides of it,
  /// of which either makes up for it.
  ///
  /// - Complexity: O(n + repeated samples · ``longestDelay``).
  package static func misread(_ offsets: [Double], grid: Double) -> Set<Int> {
    func isDouble(_ sample: Int) -> Bool {
      let usual = usualStep(offsets, near: sample)
      return usual > 0 && abs(offsets[sample] - offsets[sample - 1]) >= makingUp * usual
    }
    var misread: Set<Int> = []
    for sample in detect(offsets, grid: grid) {
      misread.formUnion([sample - 1, sample])
      if let start = (max(1, sample - longestDelay)..<sample).last(where: isDouble) {
        misread.formUnion(start..<sample)
      }
      let end = (sample + 1..<min(offsets.count, sample + longestDelay)).first(where: isDouble)
      if let end { misread.formUnion(sample..<end) }
    }
    return misread
  }

  /// Offsets are early or late for no longer than this many samples.
  private static let longestDelay = 16

  /// The number of samples on both sides of one that decide whether it was misread.
  package static let reach = 2 * longestDelay

  /// Returns for each sample of a motion the number of frames by which the content that it shows is late, 0 for the least late; nil where the
  /// steps do not tell.
  ///
  /// A page reads its position beside the thread that scrolls, now before it and now after it: a repeated frame puts the content a frame behind,
  /// which lasts until the content moves by two frames in one. Only differences show, so the least delay is taken for none.
  ///
  /// - Parameters:
  ///   - times: of the recording, or of a part of it, s, increasing.
  ///   - offsets: at those times.
  ///   - grid: of the offsets, or the last decimal they are written with.
  ///   - motion: the samples of a motion whose velocity changes little within nine of them. What lies around it shows the usual steps at its ends.
  /// - Complexity: O(n).
  package static func delays(
    times: [Double], offsets: [Double], grid: Double, of motion: Range<Int>
  ) -> [Int]? {
    let repeated = Set(detect(offsets, grid: grid)).intersection(motion.dropFirst())
    guard !repeated.isEmpty else { return nil }
    let speeds = offsets.indices.map { sample in
      sample == 0 ? 0 : abs((offsets[sample] - offsets[sample - 1]) / (times[sample] - times[sample - 1]))
    }
    /// The frames by which a step is longer than it should be; none where it is not faster than before and after: content that slows
    /// down skips no frame.
    func frames(in sample: Int) -> Int {
      guard sample > 1, sample + 1 < speeds.count, usualStep(offsets, near: sample) >= 1.99 * grid else {
        return 0
      }
      let usual = max(
        usual(near: sample, of: speeds.count) { speeds[$0] }, speeds[sample - 1], speeds[sample + 1])
      return speeds[sample] >= makingUp * usual ? max(1, Int((speeds[sample] / usual).rounded()) - 1) : 0
    }
    var delay = 0
    let delays = motion.map { sample in
      if sample > motion.lowerBound { delay += repeated.contains(sample) ? 1 : -frames(in: sample) }
      return delay
    }
    let least = delays.min() ?? 0
    guard (delays.max() ?? 0) - least <= largestDelay else { return nil }
    return delays.map { $0 - least }
  }

  /// The most frames that content is behind: where more are counted, some are missed.
  private static let largestDelay = 2
}
