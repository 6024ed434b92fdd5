/// A frame that later ones are compared with, and its position.
struct KeyFrame {
  var frame: GrayFrame
  var signature: RowSignature
  var position: Position
  /// The clarity of `position`.
  var clarity: Clarity
  /// False where the position is known but for multiples of a period.
  var isCertain: Bool
  /// The shifts at which the picture resembles itself, with the window they were found in.
  var periods: (window: ShiftSearch.Window, shifts: [Int])?
  /// The number of the frame that was last compared with it.
  var lastUse = 0
}

/// An offset since the beginning of a scene: in whole pixels, in halves of a pixel for a recording that was scaled to half its size, and
/// with the fractions that the displacements were estimated with.
struct Position: Equatable {
  var whole = 0
  var halves = 0
  var estimate = 0.0

  static func + (position: Position, alignment: Alignment) -> Position {
    Position(
      whole: position.whole + alignment.shift,
      halves: position.halves + 2 * alignment.shift + Int((2 * alignment.fraction).rounded()),
      estimate: position.estimate + Double(alignment.shift) + alignment.fraction)
  }
}
