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
