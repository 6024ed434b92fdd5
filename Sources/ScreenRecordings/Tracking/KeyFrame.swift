/// A frame that later ones are compared with, and its position.
struct KeyFrame {
  var frame: GrayFrame
  var signature: RowSignature
  /// The offset since the beginning of the scene, whole pixels.
  var position: Int
  /// The number of its frame in the scene.
  var index: Int
  /// True for a picture that its encoder shows clearly, on a pixel.
  var isSharp: Bool
  /// False where the position is known but for multiples of a period.
  var isCertain: Bool
  /// The shifts at which the picture resembles itself, with the window they were found in.
  var periods: (window: ShiftSearch.Window, shifts: [Int])?
  /// The fraction of a pixel that the displacements of frames compared with it have in common.
  var fractions = PhaseMean(step: 1)
  /// The number of the frame that was last compared with it.
  var lastUse = 0
}
