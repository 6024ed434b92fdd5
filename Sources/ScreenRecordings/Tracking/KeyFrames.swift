/// The key frames of a scene: the current one, and earlier ones that the content may come back to.
struct KeyFrames {
  private var keys: [KeyFrame] = []
  /// The key frame that was compared last with success.
  private(set) var current = 0
  /// The clearest of the frames that lie far from the current key frame.
  private(set) var successor: Successor?
  private let width: Int
  private let height: Int
  private let maximumCount: Int

  /// Bytes of all key frames.
  private static let maximumSize = 48 << 20
  /// Key frames that a frame is compared with at most.
  private static let comparedKeys = 4
  /// The age up to which a frame is kept as a successor, s.
  private static let longestSuccession = 0.1

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    maximumCount = min(24, max(3, Self.maximumSize / (width * height)))
  }

  var isEmpty: Bool { keys.isEmpty }

  subscript(index: Int) -> KeyFrame {
    get { keys[index] }
    _modify { yield &keys[index] }
  }

  /// The key frames to compare with, the likeliest first: the current one while its picture still overlaps by half, then
  /// certain ones, sharp before blurred where they overlap by half, by their distance, outdated ones behind all others.
  func order(near position: Double) -> [Int] {
    func distance(_ index: Int) -> Double {
      let distance = abs(Double(keys[index].position) - position)
      if keys[index].isOutdated { return distance + Double(2 * height) }
      return keys[index].isSharp ? distance : distance + 0.5 * Double(height)
    }
    let isNear = distance(current) < 0.5 * Double(height) && keys[current].isCertain
    let others = keys.indices.filter { $0 != current && keys[$0].isCertain }.sorted {
      distance($0) < distance($1)
    }
    guard let nearest = others.first, !isNear, distance(nearest) < 0.4 * Double(height) else {
      return Array(([current] + others).prefix(Self.comparedKeys))
    }
    return Array(([nearest, current] + others.dropFirst()).prefix(Self.comparedKeys))
  }

  /// Returns true if a certain key frame lies within a distance.
  ///
  /// - Parameter isSharp: only sharp ones count.
  func hasCertain(near position: Int, within distance: Int, isSharp: Bool) -> Bool {
    keys.contains {
      $0.isCertain && !$0.isOutdated && ($0.isSharp || !isSharp) && abs($0.position - position) < distance
    }
  }

  /// Makes a key frame the current one.
  mutating func use(_ index: Int, _ count: Int) {
    current = index
    keys[index].lastUse = count
  }

  /// Adds a key frame, which becomes the current one, in place of the one that was used longest ago.
  mutating func add(
    _ frame: Picture, at position: Int, index: Int, isSharp: Bool,
    isCertain: Bool, use: Int
  ) {
    if keys.count < maximumCount {
      keys.append(
        KeyFrame(
          picture: frame, position: position, index: index, isSharp: isSharp,
          isCertain: isCertain,
          lastUse: use))
      current = keys.count - 1
    } else {
      let oldest = keys.indices.min { keys[$0].lastUse < keys[$1].lastUse } ?? 0
      keys[oldest].replace(
        frame, at: position, index: index, isSharp: isSharp, isCertain: isCertain, use: use)
      current = oldest
    }
  }

  /// Keeps a certain frame that was compared with the current key frame as its successor, where it is as clear as the one that is kept, or that
  /// one is old: how clearly pictures are coded changes with time.
  mutating func consider(
    _ frame: Picture, at position: Int, index: Int, time: Double,
    clarity: Clarity, use: Int
  ) {
    let predecessor = keys[current].index
    guard let (before, since, least) = successor.map({ ($0.predecessor, $0.time, $0.clarity) }) else {
      let key = KeyFrame(
        picture: frame, position: position, index: index, isSharp: false,
        isCertain: true, lastUse: use)
      successor = Successor(key: key, predecessor: predecessor, time: time, clarity: clarity)
      return
    }
    let isOld = before != predecessor || time - since > Self.longestSuccession
    guard isOld || clarity >= least else { return }
    successor?.key.replace(
      frame, at: position, index: index, isSharp: false, isCertain: true, use: use)
    successor?.predecessor = predecessor
    successor?.time = time
    successor?.clarity = clarity
  }

  /// Adds the successor of the current key frame; returns false without one from shortly before a time.
  mutating func addSuccessor(at time: Double, use: Int) -> Bool {
    guard let successor, successor.predecessor == keys[current].index,
      time - successor.time <= OffsetTracker.longestPrediction
    else { return false }
    let key = successor.key
    add(
      key.picture, at: key.position, index: key.index, isSharp: false, isCertain: true, use: use)
    return true
  }

  /// The key frames up to a frame of the scene from which content at a position has been displaced, not out of sight, the nearest first; without such those in
  /// its place.
  func before(_ frame: Int, from position: Int, count: Int) -> some BidirectionalCollection<Int> {
    func distance(_ index: Int) -> Int { abs(keys[index].position - position) }
    let usable = keys.indices.filter {
      keys[$0].index < frame && distance($0) <= ShiftSearch.reach(of: height)
    }
    let displaced = usable.filter { distance($0) >= StandingContent.minimumShift }
    return (displaced.isEmpty ? usable : displaced).sorted { distance($0) < distance($1) }.prefix(count)
  }

  /// Removes the key frames from a frame of the scene on, of which there is one before.
  mutating func remove(from frame: Int) {
    successor = nil
    keys.removeAll { $0.index >= frame }
    current = max(0, min(current, keys.count - 1))
  }

  /// Makes a sharp frame the current key frame, and all others outdated.
  mutating func renew(_ frame: Picture, at position: Int, index: Int, isCertain: Bool, use: Int) {
    successor = nil
    outdate(until: .max)
    add(frame, at: position, index: index, isSharp: true, isCertain: isCertain, use: use)
  }

  /// Makes the key frames up to a frame of the scene outdated.
  mutating func outdate(until frame: Int) {
    for index in keys.indices where keys[index].index <= frame { keys[index].isOutdated = true }
  }

  /// The key frames before a frame of the scene, the latest first.
  func latest(before frame: Int) -> [Int] {
    keys.indices.filter { keys[$0].index < frame }.sorted { keys[$0].index > keys[$1].index }
  }

  /// Removes all key frames but one, whose offset becomes 0.
  mutating func restart(from index: Int) {
    keys = [keys[index]]
    keys[0].position = 0
    keys[0].isOutdated = false
    keys[0].periods = nil
    keys[0].fractions = PhaseMean(step: 1)
    successor = nil
    current = 0
  }

  mutating func removeAll() {
    keys.removeAll(keepingCapacity: true)
    successor = nil
    current = 0
  }
}

/// A frame that may follow a key frame.
struct Successor {
  var key: KeyFrame
  /// The number of the key frame that it was compared with.
  var predecessor: Int
  /// Its frame's time, s.
  var time: Double
  var clarity: Clarity
}

/// The clarity of a frame: it lies where the others lie that were compared with its key frame, then by its margin.
struct Clarity: Comparable {
  let isOnPhase: Bool
  let margin: Double

  static func < (one: Self, other: Self) -> Bool {
    one.isOnPhase == other.isOnPhase ? one.margin < other.margin : other.isOnPhase
  }
}

/// A frame that later ones are compared with, and its position.
struct KeyFrame {
  var picture: Picture
  /// The offset since the beginning of the scene, whole pixels.
  var position: Int
  /// The number of its frame in the scene.
  var index: Int
  /// True for a picture that its encoder shows clearly, on a pixel.
  var isSharp: Bool
  /// False where the position is known but for multiples of a period.
  var isCertain: Bool
  /// True where a part of the content has moved by itself since: only a frame that shows all of it displaced alike is located by such a key frame.
  var isOutdated = false
  /// The shifts at which the picture resembles itself, with the window they were found in.
  var periods: (window: ShiftSearch.Window, shifts: [Int])?
  /// The differences of its rows, where a frame was correlated with it.
  var differences = RowDifferences()
  /// The fraction of a pixel that the displacements of frames compared with it have in common.
  var fractions = PhaseMean(step: 1)
  /// The number of the frame that was last compared with it.
  var lastUse = 0

  /// True if the picture is known to resemble itself where it is displaced.
  var repeatsItself: Bool { periods?.shifts.isEmpty == false }

  var located: LocatedPicture { LocatedPicture(picture: picture, position: position, index: index) }

  /// Becomes another frame, without allocation.
  mutating func replace(
    _ frame: Picture, at position: Int, index: Int, isSharp: Bool,
    isCertain: Bool, use: Int
  ) {
    picture.copy(frame)
    differences.clear()
    self.position = position
    self.index = index
    self.isSharp = isSharp
    self.isCertain = isCertain
    isOutdated = false
    periods = nil
    fractions = PhaseMean(step: 1)
    lastUse = use
  }
}

/// The verified displacement of a frame against a key frame.
struct Alignment: Equatable {
  /// Row r of the frame shows the row r + `shift` of the key frame.
  var shift: Int
  /// The fraction of a pixel by which the best displacement lies above `shift`, from −½ to ½: about 0 where the recorder did not scale.
  var fraction = 0.0
  /// Blocks that agree and disagree.
  var matched = 0
  var opposed = 0
  /// Blocks that do not agree with a bar without texture, which lies where they came from.
  var hidden = 0
  /// Scrolling blocks of the frame that have texture.
  var textured = 0
  /// Σ energy · (1 − e) / Σ energy over the live blocks, e of ``BlockComparison``.
  var correlation = 0.0
  /// The preference of the blocks for `shift` over its neighbors: the mean logarithm of the ratio of the mismatches; infinite where
  /// nothing changed.
  var margin = Double.infinity
  /// The distance of another displacement that the pictures suit equally, px.
  var period: Int?

  /// Fewer blocks may agree by chance.
  static let minimumBlocks = 6

  var net: Int { matched - opposed }

  /// The least correlation of a displacement.
  static let minimumCorrelation = 0.6

  /// True if the blocks that agree outnumber those that disagree by two to one, and all together correlate.
  var isVerified: Bool {
    matched >= Self.minimumBlocks && 3 * net >= matched + opposed && correlation >= Self.minimumCorrelation
  }

  /// True if the displacement is verified even where the blocks that came from behind a bar disagree: what hides most of a picture there suits many.
  var isEvident: Bool { isVerified && 3 * (net - hidden) >= matched + opposed + hidden }

  /// True if less than a tenth as many blocks disagree, those that came from behind a bar included, as agree.
  var isClean: Bool { 10 * (opposed + hidden) < matched }

  /// True if of the blocks that agree or disagree at most one in eight disagrees.
  var isUnanimous: Bool { 7 * opposed <= matched }

  /// Returns true if more blocks agree by a tenth, or as many to within a tenth and they correlate better.
  func isBetter(than other: Alignment?) -> Bool {
    guard let other else { return true }
    let margin = max(net, other.net) / 10
    return net > other.net + margin || net >= other.net - margin && correlation > other.correlation
  }

  /// The part of the blocks that agree.
  var agreement: Double {
    matched + opposed == 0 ? 0 : Double(matched) / Double(matched + opposed)
  }
}
