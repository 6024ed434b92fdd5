/// The comparison that an offset rests on: a frame against a key frame.
struct Link: Equatable {
  /// The number of the key frame's frame in the scene.
  let key: Int
  /// The whole pixels of the displacement.
  let shift: Int
  /// The part of a pixel beyond them, from −½ to ½.
  let fraction: Double
  /// The `margin` of ``Alignment``.
  let margin: Double

  var displacement: Double { Double(shift) + fraction }

  /// The weight of `fraction` in means: frames that show two offsets at once, or one half-way between two pixels, have little.
  var weight: Double { min(margin, 1.2) + 0.1 }
}
