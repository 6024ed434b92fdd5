/// A picture of the content, and its position.
struct LocatedPicture {
  var picture: Picture
  /// The offset since the beginning of the scene, whole pixels.
  var position: Int
  /// The number of its frame in the scene.
  var index: Int
}

/// The last pictures of a slow motion, some distance from each other.
///
/// The last key frame may lie half a picture before the place where content comes to rest: these show nearly all of what rests there, displaced by a little.
struct MotionTrail {
  private var pictures: [LocatedPicture] = []
  private var newest = 0
  /// The distance between two pictures, px, and the largest step of a motion that is slow.
  private let spacing: Int

  private static let count = 2
  /// The part of the picture between two pictures.
  private static let part = 24

  init(rows: Int) { spacing = max(BlockGrid.rowsPerBlock, rows / Self.part) }

  /// Adds a frame where it is far enough from the last one that was added.
  ///
  /// - Parameter step: the distance from the frame before.
  /// - Complexity: O(pixels) for a frame that is kept, else O(1).
  mutating func add(_ frame: Picture, at position: Int, index: Int, step: Int) {
    guard step != 0, abs(step) <= spacing else { return }
    guard !pictures.isEmpty else {
      return pictures.append(LocatedPicture(picture: frame, position: position, index: index))
    }
    guard abs(position - pictures[newest].position) >= spacing else { return }
    newest = (newest + 1) % Self.count
    if newest == pictures.count {
      pictures.append(LocatedPicture(picture: frame, position: position, index: index))
    } else {
      pictures[newest].picture.copy(frame)
      (pictures[newest].position, pictures[newest].index) = (position, index)
    }
  }

  /// The pictures up to a frame of the scene from which content at a position has been displaced, not out of sight, the nearest first.
  func before(_ frame: Int, from position: Int) -> [LocatedPicture] {
    func distance(_ picture: LocatedPicture) -> Int { abs(picture.position - position) }
    return pictures.filter { picture in
      picture.index < frame && (StandingContent.minimumShift...4 * spacing).contains(distance(picture))
    }.sorted { distance($0) < distance($1) }
  }

  /// Removes the pictures from a frame of the scene on.
  mutating func remove(from frame: Int) {
    pictures.removeAll { $0.index >= frame }
    newest = max(0, min(newest, pictures.count - 1))
  }

  mutating func removeAll() {
    pictures.removeAll()
    newest = 0
  }
}
