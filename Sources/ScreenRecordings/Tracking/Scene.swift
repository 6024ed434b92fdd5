/// A run of frames that show one scrolling picture.
struct Scene {
  /// One frame, before it is known how its encoder shows pictures.
  struct Observation {
    let time: Double
    /// The offset, whole pixels: that of the comparison with the key frame.
    let position: Int
    /// The comparison with a key frame; nil for the first frame, for one that repeats the one before, and for one that is not located.
    let link: Link?
    let confidence: Double
    let doubt: FrameOffset.Doubt?
    /// True if the picture differs from the one before.
    let isChanged: Bool

    /// The frame as one of another picture, which no scene counts.
    var unmatched: Self {
      Self(
        time: time, position: position, link: nil, confidence: 0, doubt: .unmatched, isChanged: false)
    }
  }

  var observations: [Observation] = []
  /// The blocks that scrolled.
  var region: ScrollingRegion
  /// True if a part of the picture changed while the rest stood still, before anything scrolled: no observation counts that as a change.
  var isAnimated = false
  /// The times in which a part of the content moved while the rest stood still, s.
  var partialMotions: [ClosedRange<Double>] = []

  /// Frames whose picture differs from the one before, and those of them that no displacement explains.
  var changed: Int { observations.count { $0.isChanged } }
  var unexplained: Int { observations.count { $0.isChanged && $0.doubt == .unmatched } }

  /// Changing frames that show two offsets at once.
  var mixed: Int { observations.count { $0.isChanged && $0.doubt == .mixed } }

  /// The times of the frames at the scene's end that no displacement explains, s, where they are more than a cut leaves; else nil.
  var lostEnd: ClosedRange<Double>? {
    let lost = observations.reversed().prefix { $0.doubt == .unmatched }
    guard lost.count > OffsetTracker.framesOfCut, let last = lost.first, let first = lost.last else {
      return nil
    }
    return first.time...last.time
  }

  /// The frames at another known offset than the one before.
  var moving: Int {
    let known = observations.filter { $0.doubt == nil }
    return zip(known.dropFirst(), known).count { $0.position != $1.position }
  }

  /// The largest number of ambiguous frames' common period; nil where no frame is ambiguous.
  var period: Int? {
    let periods = observations.compactMap {
      if case .ambiguous(let period) = $0.doubt { period } else { Int?.none }
    }
    return periods.isEmpty ? nil : periods.sorted()[periods.count / 2]
  }
}

extension Scene {
  /// The offsets of all frames.
  var offsets: [FrameOffset] { offsets(on: PixelLattice(observations)) }

  /// The offsets of all frames: the position next to the displayed offset, where that is clear, else the displayed offset with a mark.
  ///
  /// The less the fractions of the displacements agree, the more the encoder has left out, and the more is asked of a frame: that it is closer
  /// to its position, that the blocks prefer it as clearly as those of other frames, and that frames in such a motion agree.
  func offsets(on lattice: PixelLattice) -> [FrameOffset] {
    let margins = lattice.concentration >= PixelLattice.fineAgreement ? [:] : leastMargins(on: lattice)
    let paces = lattice.step.map { FramePace.paces(observations, step: $0) } ?? []
    // The clearness of the last comparison; frames before the first one are those that all offsets count from.
    var isClear = true
    var isFirst = true
    return observations.indices.map { index in
      let observation = observations[index]
      let displayed = lattice.displayed[index]
      let position = displayed.rounded(to: lattice.step ?? 1)
      if let link = observation.link {
        isFirst = false
        isClear = Self.isClear(link, on: lattice, least: margins[link.key] ?? 0)
      }
      var isMarked = !isFirst
      if let step = lattice.step {
        let reach = lattice.reach(paces[index], isClear: isClear) * step
        isMarked =
          isFirst
          ? paces[index] != .rest && reach == 0
          : !lattice.isAnchored[index] || abs(displayed - position) >= reach
      }
      return FrameOffset(
        time: observation.time, offset: isMarked ? displayed : position, confidence: observation.confidence,
        doubt: observation.doubt ?? (isMarked ? .blurred : nil))
    }
  }

  /// The part of the median margin, and the most, that is asked of a frame of a coarse video.
  private static let marginPart = 0.5
  private static let askedMargin = 0.6
  /// The largest margin of a picture half-way between two pixels.
  private static let largestHalfMargin = 0.4

  /// True for a displacement about half-way between two pixels of a halved video.
  private static func isHalf(_ link: Link, on lattice: PixelLattice) -> Bool {
    lattice.isHalved && abs(link.fraction) > 0.25
  }

  /// Returns true if the blocks prefer the pixel; half-way between two pixels, if they prefer neither.
  private static func isClear(_ link: Link, on lattice: PixelLattice, least: Double) -> Bool {
    isHalf(link, on: lattice) ? link.margin < largestHalfMargin : link.margin >= least
  }

  /// The margin that is asked of the frames compared with each key frame.
  private func leastMargins(on lattice: PixelLattice) -> [Int: Double] {
    var margins: [Int: [Double]] = [:]
    for observation in observations {
      guard let link = observation.link, observation.doubt == nil, link.margin.isFinite,
        !Self.isHalf(link, on: lattice)
      else { continue }
      margins[link.key, default: []].append(link.margin)
    }
    return margins.mapValues { margins in
      min(Self.askedMargin, Self.marginPart * margins.sorted()[margins.count / 2])
    }
  }
}

extension PixelLattice {
  /// True for halves of a pixel: the recorder halved its pictures.
  var isHalved: Bool { step == 0.5 }

  /// The part of a step by which a frame may lie beside its position and is exact; 0 where none is.
  ///
  /// The agreements are those from which on no frame of the developing videos was wrong (docs/video.md). Half a pixel of a coarse video
  /// is less than what encoders leave out.
  ///
  /// - Parameter isClear: the blocks prefer the position as clearly as in other frames.
  fileprivate func reach(_ pace: FramePace, isClear: Bool) -> Double {
    let (paceIsKnown, paceIsFine) =
      switch pace {
      // An encoder has to code fast motion: what scatters is noise.
      case .fast: (isKnown, (fastConcentration ?? 0) >= Self.fineFastAgreement)
      case .moderate:
        (
          isKnown && moderateConcentration ?? 1 >= Self.knownAgreement,
          (moderateConcentration ?? 0) >= Self.fineAgreement
        )
      case .rest: (isKnown, false)
      case .single: (concentration >= 0.65, false)
      // Encoders show the offset of the frame before, or one between those of its neighbors, as clearly as any.
      case .slow: (false, false)
      }
    if paceIsFine || concentration >= Self.fineAgreement { return Self.fineReach }
    return paceIsKnown && isClear && !isHalved ? Self.coarseReach : 0
  }

  /// The agreement of fast frames from which on they are coded finely.
  private static let fineFastAgreement = 0.8
  private static let fineReach = 0.25
  private static let coarseReach = 0.15
}

/// The blocks of the picture that scroll and those that never move: headers, footers, indicators, bars.
///
/// Each frame that has moved by more than a few pixels votes: a block that equals the one at its place in the key frame and not the one
/// that moved there is fixed, one of which the opposite holds scrolls.
struct ScrollingRegion {
  /// Votes for scrolling less votes for being fixed, bounded so that a change of layout is learned within a second.
  private(set) var votes: [Int8]
  private let grid: BlockGrid
  private static let maximumVotes: Int8 = 12
  /// A shift below this, px, moves a block so little that both may be equal to it.
  static let minimumShift = 4

  /// The mismatches below which a block equals another one, and above which it does not.
  private static let still: Float = 0.1
  private static let moving: Float = 0.3

  init(grid: BlockGrid) {
    self.grid = grid
    votes = [Int8](repeating: 0, count: grid.count)
  }

  /// True if a motion has shown any scrolling block.
  var isKnown: Bool { votes.contains { $0 > 0 } }

  /// Returns true if a motion may change a block's vote: not that of a block that has not moved and has all votes for being fixed.
  ///
  /// - Parameter mismatch: that of the block with the key frame without shift; NaN without texture.
  func mayLearn(_ block: Int, unmoved mismatch: Float) -> Bool {
    mismatch > Self.moving || mismatch < Self.still && votes[block] > -Self.maximumVotes
  }

  /// Counts the votes of a verified motion of ``minimumShift`` or more.
  ///
  /// - Parameters:
  ///   - unmoved: the comparison with the key frame without shift.
  ///   - moved: the comparison at the verified shift.
  mutating func learn(unmoved: BlockComparison, moved: BlockComparison) {
    for block in votes.indices {
      let (still, shifted) = (unmoved.mismatches[block], moved.mismatches[block])
      // NaN fails every comparison: a block without texture has no vote.
      if still > Self.moving, shifted < 0.2 {
        votes[block] = min(Self.maximumVotes, votes[block] + 1)
      } else if still < Self.still, shifted > Self.moving {
        votes[block] = max(-Self.maximumVotes, votes[block] - 1)
      }
    }
  }

  /// Takes the blocks that have scrolled for fixed, and some fixed ones for scrolling, by one vote each.
  mutating func exchange(_ scrolling: [Int]) {
    for block in votes.indices where votes[block] > 0 { votes[block] = -1 }
    for block in scrolling { votes[block] = 1 }
  }

  /// Forgets the votes of some blocks.
  mutating func forget(_ blocks: [Int]) {
    for block in blocks { votes[block] = 0 }
  }

  /// The rows and bands that hold the scrolling blocks; the whole picture while none is known.
  var window: ShiftSearch.Window { grid.window(of: votes.indices.filter { votes[$0] > 0 }) }
}
