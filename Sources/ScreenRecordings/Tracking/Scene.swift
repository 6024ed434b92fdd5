/// A run of frames that show one scrolling picture.
struct Scene {
  /// One frame, before it is known whether the recorder scaled its pictures.
  struct Observation {
    let time: Double
    let position: Position
    let fraction: Double
    /// `margin` of ``Alignment``; infinite where the frame was not compared.
    let margin: Double
    let confidence: Double
    let doubt: FrameOffset.Doubt?
    /// True if the picture differs from the one before.
    let isChanged: Bool

    /// True if a halved picture lies neither clearly on a pixel nor clearly half-way to the next.
    ///
    /// - Parameter reach: the distance from a quarter of a pixel that is not clear.
    func isBetweenHalves(reach: Double) -> Bool {
      abs(abs(fraction) - 0.25) < reach || abs(fraction) < 0.25 && margin < Alignment.leastMargin
    }
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
    observations.filter { $0.isChanged && $0.doubt == nil && $0.margin.isFinite }
  }

  /// The part of the compared frames whose pixel is not clear.
  var blurred: Double {
    let compared = compared
    return Double(compared.count { $0.margin < Alignment.leastMargin }) / Double(max(1, compared.count))
  }

  /// True if displacements lie on pixels and half-way between them, and seldom elsewhere: the recorder halved its pictures.
  var isHalved: Bool {
    let fractions = compared.map { abs($0.fraction) }
    let halves = fractions.count { $0 >= 0.4 }
    let between = fractions.count { $0 >= 0.15 && $0 < 0.4 }
    return fractions.count >= 12 && halves * 5 >= fractions.count && halves >= between
  }

  /// The part of the compared frames of halved pictures that lie between the halves of a pixel.
  var betweenHalves: Double {
    let compared = compared
    return Double(compared.count { $0.isBetweenHalves(reach: 0.14) }) / Double(max(1, compared.count))
  }

  /// The offsets of all frames.
  ///
  /// The more frames are blurred by their encoder, the likelier a clear one is displaced as well, and the more is asked of it: that the
  /// blocks prefer its pixel, and that the best displacement is close to that pixel.
  var offsets: [FrameOffset] {
    let isHalved = isHalved
    let reach = betweenHalves > 0.15 ? 0.16 : 0.14
    let isCoarse = blurred > 0.1
    let leastMargin = isCoarse ? Alignment.leastMargin : Alignment.leastMargin / 2
    let largestFraction = isCoarse ? 0.14 : 0.3
    return observations.map { observation in
      let isBlurred =
        isHalved
        ? observation.isBetweenHalves(reach: reach)
        : observation.margin < leastMargin || abs(observation.fraction) > largestFraction
      let doubt = observation.doubt ?? (isBlurred ? .blurred : nil)
      return FrameOffset(
        time: observation.time,
        offset: isHalved ? Double(observation.position.halves) / 2 : Double(observation.position.whole),
        confidence: doubt == nil ? observation.confidence : 0, doubt: doubt)
    }
  }
}
