/// A run of frames that show one scrolling picture.
struct Scene {
  /// One frame, before it is known whether the recorder scaled its pictures.
  struct Observation {
    let time: Double
    let position: Position
    /// The clarity of the comparison itself, and that of all comparisons that the position rests on.
    let own: Clarity
    let clarity: Clarity
    let confidence: Double
    let doubt: FrameOffset.Doubt?
    /// True if the picture differs from the one before.
    let isChanged: Bool
  }

  var observations: [Observation] = []
  /// The blocks that scrolled.
  var region: ScrollingRegion

  /// Frames whose picture differs from the one before, and those of them that no displacement explains.
  var changed: Int { observations.count { $0.isChanged } }
  var unexplained: Int { observations.count { $0.isChanged && $0.doubt == .unmatched } }

  /// The frames at another known offset than the one before.
  var moving: Int {
    let known = observations.filter { $0.doubt == nil }
    return zip(known.dropFirst(), known).count { $0.position.whole != $1.position.whole }
  }

  /// The largest number of ambiguous frames' common period; nil where no frame is ambiguous.
  var period: Int? {
    let periods = observations.compactMap {
      if case .ambiguous(let period) = $0.doubt { period } else { Int?.none }
    }
    return periods.isEmpty ? nil : periods.sorted()[periods.count / 2]
  }

  /// The frames that were compared at a known offset.
  private var compared: [Observation] {
    observations.filter { $0.isChanged && $0.doubt == nil && $0.own.margin.isFinite }
  }

  /// The part of the compared frames whose pixel is not clear.
  var blurred: Double {
    let compared = compared
    return Double(compared.count { $0.own.margin < Alignment.leastMargin }) / Double(max(1, compared.count))
  }

  /// True if displacements lie on pixels and half-way between them, and seldom elsewhere: the recorder halved its pictures.
  ///
  /// Judged by fast motion where there is some: the pictures that encoders show for a motion of a pixel lie between.
  var isHalved: Bool {
    let known = observations.filter { $0.doubt == nil }
    let fast = zip(known.dropFirst(), known).filter { abs($0.position.halves - $1.position.halves) >= 4 }.map(
      \.0)
    let compared = fast.count >= Self.leastFast ? fast.filter { $0.own.margin.isFinite } : compared
    let fractions = compared.map(\.own.fraction)
    let halves = fractions.count { $0 >= 0.4 }
    let between = fractions.count { $0 >= 0.15 && $0 < 0.4 }
    return fractions.count >= 12 && halves * 5 >= fractions.count && halves >= between
  }

  /// The part of the compared frames of halved pictures that lie between the halves of a pixel.
  var betweenHalves: Double {
    let compared = compared
    return Double(compared.count { $0.own.isBetweenHalves(reach: 0.14) }) / Double(max(1, compared.count))
  }

  /// Frames in fast motion by which halved pictures are recognized.
  private static let leastFast = 24
  /// The part of the compared frames between two pixels from which on none is sure.
  private static let mostUnclear = 0.4
  /// The same of halved pictures, between halves of a pixel.
  private static let mostBetweenHalves = 0.25

  /// The offsets of all frames.
  ///
  /// The more frames are blurred by their encoder, the likelier a clear one is displaced as well, and the more is asked of it: that the
  /// blocks prefer its pixel, that the best displacement is close to that pixel, and that the content moves by more than a pixel a
  /// frame. Less than that encoders leave out now and then, and show the picture before for it. A frame that is not clear has the estimate
  /// with its fraction then: the only one that follows a video that was scaled.
  var offsets: [FrameOffset] {
    let isHalved = isHalved
    let (blurred, betweenHalves) = (blurred, betweenHalves)
    let isCoarse = (isHalved ? betweenHalves : blurred) > 0.1
    let reach = isCoarse ? 0.16 : 0.14
    let isUnclear = isHalved ? betweenHalves > Self.mostBetweenHalves : blurred > Self.mostUnclear
    let leastMargin = isCoarse ? Clarity.sharpMargin : Alignment.leastMargin / 2
    let largestFraction = isCoarse ? Clarity.sharpFraction : 0.3
    let lags = isCoarse ? mayLag(isHalved: isHalved) : []
    return observations.enumerated().map { index, observation in
      let clarity = observation.clarity
      let isBlurred =
        isHalved
        ? clarity.isBetweenHalves(reach: reach)
        : clarity.margin < leastMargin || clarity.fraction > largestFraction
      let isUnsure = isBlurred || clarity.margin.isFinite && isUnclear || isCoarse && lags[index]
      let position = observation.position
      return FrameOffset(
        time: observation.time,
        offset: isUnsure && isCoarse
          ? position.estimate : isHalved ? Double(position.halves) / 2 : Double(position.whole),
        confidence: observation.confidence, doubt: observation.doubt ?? (isUnsure ? .blurred : nil))
    }
  }

  /// True for the frames that may show an earlier offset: those in slow motion, and at rest behind it.
  private func mayLag(isHalved: Bool) -> [Bool] {
    var lags: [Bool] = []
    var isSlow = false
    var last: Position?
    for observation in observations {
      if observation.doubt == nil {
        let position = observation.position
        let step = last.map { isHalved ? position.halves - $0.halves : position.whole - $0.whole } ?? 0
        if observation.isChanged { isSlow = abs(step) < 2 }
        last = position
      }
      lags.append(isSlow)
    }
    return lags
  }
}
