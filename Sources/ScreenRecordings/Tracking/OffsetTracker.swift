/// Turns frames into offsets, one at a time, with memory that the recording's length does not add to but for a few numbers a frame.
///
/// A frame is compared with a key frame, not with the one before, so that an error does not accumulate; key frames are kept, and a
/// frame that comes back to one is compared with it again.
struct OffsetTracker {
  let grid: BlockGrid
  var scenes: [Scene]
  var matcher: FrameMatcher
  var keys: KeyFrames
  /// The key frame that the last frame was compared with first.
  var likeliest = 0
  /// The signatures of the frame that is added and of the one before.
  private var signature: RowSignature
  private var previous: RowSignature
  var last: LocatedFrame?
  /// The frames since the last that was located.
  var lost = 0
  /// Those of them that no displacement explains: what an empty page shows is nothing.
  var unexplained = 0
  var count = 0
  /// A frame of what may be another scene, and the frames in succession that it explains.
  var candidate: KeyFrame?
  var explained = 0
  /// The state at the end of an earlier scene, the one that moved most.
  var former: Former?
  /// The votes of frames for two parts of the picture that scroll, each by itself.
  private(set) var parts: PartVotes
  /// The last rest, and the position at which frames in succession are, with the time of the first, s, and the largest agreement.
  var rest: Rest?
  var stop: (position: Int, time: Double, agreement: Agreement?)?
  /// The last frame of a rest in which a part of the content has moved, and its number in the scene; nil in any other rest.
  var rearranged: (picture: Picture, index: Int)?
  /// The first picture of the last rest, and those of the motion before it.
  var rested: Picture?
  var trail: MotionTrail
  /// The blocks that the frame before left unexplained: what it left is no news in the next one.
  var unexplainedBlocks = 0
  /// True if the last frame shows content displaced below what goes on with its motion.
  var isRearranged = false
  /// The first of the last frames in which more has moved around what scrolls than scrolls.
  var surroundingsMoved: Int?
  var standing: StandingContent
  /// The velocity, px/s, in which frames began to repeat each other, and the time of the first of them, s; nil where the last frame repeats none.
  var stall: (velocity: Double, time: Double)?

  /// The state that a scene is continued with when its picture comes back.
  struct Former {
    var matcher: FrameMatcher
    var keys: KeyFrames
    let last: LocatedFrame?
    /// The number of the scene.
    let scene: Int
  }

  /// The median of the frames' margins, followed by steps; at most `sharpMargin`.
  private var typicalMargin = Self.sharpMargin
  private static let sharpMargin = 1.2
  private static let marginStep = 0.04
  private static let sharpFraction = 0.14

  /// Frames that nothing explains before another picture is taken for a new scene.
  static let framesOfChange = 8
  static let framesOfScene = 4
  /// Frames of a scene in which the picture of an earlier one is looked for; later only in frames that nothing explains.
  private static let framesOfReturn = 60
  /// The frames that nothing explains at a cut: the next picture explains those after the eighth.
  static let framesOfCut = framesOfChange + framesOfScene
  /// The number of frames from one that is searched for two parts to the next: the search costs as much as a frame that is lost.
  private static let framesOfVote = 4
  /// Velocities beyond this age are not used, s.
  static let longestPrediction = 0.15
  /// A longer time between frames is a gap, s.
  static let longestFrame = 0.05

  init(width: Int, height: Int) {
    grid = BlockGrid(width: width, height: height)
    matcher = FrameMatcher(grid: grid)
    keys = KeyFrames(width: width, height: height)
    signature = RowSignature(rows: height)
    previous = signature
    scenes = [Scene(region: matcher.region)]
    parts = PartVotes(grid: grid)
    standing = StandingContent(grid: grid)
    trail = MotionTrail(rows: height)
  }

  /// Adds the next frame.
  ///
  /// - Parameter time: its presentation time, s; later than the one before.
  mutating func add(_ frame: GrayFrame, time: Double) {
    signature.fill(from: frame)
    let picture = Picture(frame: frame, rows: signature)
    defer {
      swap(&previous, &signature)
      count += 1
    }
    guard !keys.isEmpty else {
      keys.add(picture, at: 0, index: 0, isSharp: true, isCertain: true, use: count)
      last = LocatedFrame(time: time, position: 0, isCertain: true, velocity: 0)
      return note(time, 0, confidence: 1, isChanged: false)
    }
    let isChanged = !signature.isRepetition(of: previous)
    if !isChanged, lost == 0, let before = scenes.last?.observations.last, before.doubt == nil {
      if let last, last.velocity != 0 { stall = (last.velocity, last.time) }
      last?.velocity = 0
      last?.time = time
      note(time, before.position, confidence: before.confidence, isChanged: false)
      return followRest(picture, time)
    }
    locate(picture, time, isChanged: isChanged)
  }

  private mutating func locate(_ frame: Picture, _ time: Double, isChanged: Bool) {
    if former != nil, lost > 0 || (scenes.last?.observations.count ?? 0) < Self.framesOfReturn {
      resume(frame, time)
    }
    if rearranged != nil {
      if noteStanding(frame, time, position: nil) {
        findParts(frame, isAligned: false)
        return endLoss()
      }
      renewKeys()
    }
    var outcome = compare(frame, time)
    if case .unmatched = outcome, lost == 0, keys.addSuccessor(at: time, use: count) {
      outcome = compare(frame, time)
    }
    if showsPage(outcome, frame) { outcome = compare(frame, time) }
    switch outcome {
    case .aligned(let alignment):
      // Rows that look alike agree at several displacements: they are no parts.
      let isSingle = alignment.period == nil
      if isSingle { findParts(frame, isAligned: true) }
      standing.overlay = []
      if !isSingle || !showsStanding(alignment, frame, time) && !showsRearrangement(alignment, frame, time) {
        let agreement = agreement(of: alignment)
        accept(alignment, frame, time, isChanged: isChanged)
        renewKeys(under: standing.overlay, frame)
        followRest(frame, time, agreement)
      }
      endLoss()
    case .blank:
      lost += 1
      note(time, last?.position ?? 0, doubt: .blank, isChanged: isChanged)
    case .unmatched where noteStanding(frame, time, position: nil) || showsRearrangement(nil, frame, time):
      findParts(frame, isAligned: false)
      endLoss()
    case .unmatched:
      if let alignment = alignmentSinceRest(frame, time) {
        let agreement = agreement(of: alignment)
        accept(alignment, frame, time, isChanged: isChanged)
        followRest(frame, time, agreement)
        return endLoss()
      }
      lose(frame, time, isChanged: isChanged)
      findParts(frame, isAligned: false)
    }
  }

  /// Ends a run of frames that were not located.
  mutating func endLoss() {
    (lost, unexplained) = (0, 0)
    candidate = nil
  }

  /// Votes for two parts by every fourth frame.
  private mutating func findParts(_ frame: Picture, isAligned: Bool) {
    guard count % Self.framesOfVote == 0, !isAligned || matcher.leavesPart else { return }
    guard let found = matcher.parts(of: frame, key: keys[keys.current], isAligned: isAligned)
    else { return }
    parts.add(found.one, found.other)
  }

  private mutating func accept(
    _ alignment: Alignment, _ frame: Picture, _ time: Double, isChanged: Bool
  ) {
    let key = keys[keys.current]
    let position = key.position + alignment.shift
    if matcher.showsTwo(alignment, frame, &keys[keys.current]) {
      last = LocatedFrame(
        time: time, position: position, isCertain: key.isCertain, velocity: last?.velocity ?? 0)
      return note(time, position, doubt: .mixed, isChanged: isChanged)
    }
    let isCertain = key.isCertain && alignment.period == nil
    let clarity = clarity(of: alignment)
    let isSharp = isSharp(clarity)
    // Bars stand still and rows move at each of the shifts that suit.
    matcher.learn(frame, key.picture)
    let before = last?.position
    let elapsed = time - (last?.time ?? time)
    let velocity =
      elapsed > 0 ? Double(position - (last?.position ?? position)) / elapsed : 0
    last = LocatedFrame(time: time, position: position, isCertain: isCertain, velocity: velocity)
    stall = nil
    let doubt: FrameOffset.Doubt? =
      isCertain ? nil : .ambiguous(period: alignment.period ?? scenes.last?.period ?? 0)
    if isCertain, let before { trail.add(frame, at: position, index: lastIndex + 1, step: position - before) }
    note(
      time, position,
      link: Link(
        key: key.index, shift: alignment.shift, fraction: alignment.fraction, margin: alignment.margin),
      confidence: isCertain ? alignment.agreement : 0, doubt: doubt,
      isChanged: isChanged && (alignment.opposed > 0 || position != before))
    let distance = abs(alignment.shift) * 100 / max(1, matcher.region.window.rows.count)
    // A frame in fast motion is coded coarsely: a sharp one is a better key.
    let isLeaving = distance > 70 || alignment.matched * 2 < alignment.textured
    // What plays in the picture may hide the key frame before the content has moved far.
    guard isLeaving || distance > 5 && isCertain else { return }
    let index = lastIndex
    if isCertain {
      keys.consider(
        frame, at: position, index: index, time: time, clarity: clarity, use: count)
    }
    guard isLeaving || distance > 30 && isSharp else { return }
    let height = matcher.region.window.rows.count
    guard
      !keys.hasCertain(near: position, within: isLeaving ? height / 8 : height / 4, isSharp: isSharp)
    else { return }
    guard isSharp || !keys.addSuccessor(at: time, use: count) else { return }
    keys.add(
      frame, at: position, index: index, isSharp: isSharp, isCertain: isCertain, use: count)
  }

  /// Returns the clarity of a frame that was compared with the current key frame.
  private mutating func clarity(of alignment: Alignment) -> Clarity {
    guard alignment.margin.isFinite else { return Clarity(isOnPhase: true, margin: .infinity) }
    keys[keys.current].fractions.add(
      alignment.fraction, weight: alignment.margin * alignment.margin)
    let distance = alignment.fraction - keys[keys.current].fractions.phase
    return Clarity(
      isOnPhase: abs(distance - distance.rounded()) < Self.sharpFraction, margin: alignment.margin)
  }

  /// Returns true for a frame that makes a good key frame: one as clear as half of the frames before, that lies where the frames compared with
  /// the same key frame lie. How clear frames are depends on the encoder.
  private mutating func isSharp(_ clarity: Clarity) -> Bool {
    guard clarity.margin.isFinite else { return true }
    let isClear = clarity.margin >= typicalMargin
    typicalMargin = min(Self.sharpMargin, typicalMargin + (isClear ? Self.marginStep : -Self.marginStep))
    return isClear && clarity.isOnPhase
  }

  /// The number of the last frame in its scene.
  var lastIndex: Int { (scenes.last?.observations.count ?? 1) - 1 }

  mutating func note(
    _ time: Double, _ position: Int, link: Link? = nil, confidence: Double = 0,
    doubt: FrameOffset.Doubt? = nil, isChanged: Bool
  ) {
    scenes[scenes.count - 1].region = matcher.region
    scenes[scenes.count - 1].observations.append(
      Scene.Observation(
        time: time, position: position, link: link, confidence: confidence, doubt: doubt, isChanged: isChanged
      ))
  }
}
