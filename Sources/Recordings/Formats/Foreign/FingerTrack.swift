/// The position at which a finger came down.
struct FingerTrack {
  let x: Double
  let y: Double

  /// The travel since, in the sense in which it moves the content.
  func travel(x: Double, y: Double, unit: String) -> [(name: String, value: Double)] {
    [("finger_x_\(unit)", self.x - x), ("finger_y_\(unit)", self.y - y)]
  }
}
