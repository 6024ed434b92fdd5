import Recordings

/// The limits of what is decoded, each with its reason.
package enum FrameLimits {
  /// The least width and height, pixels: fewer hold no block of text to compare.
  package static let leastSide = 64
  /// The maximum of pixels in a frame: a dozen pictures of that size are in memory.
  package static let maximumPixels = 1 << 24
  /// The maximum width and height: sums over a block take 32 bits.
  package static let maximumSide = 1 << 15
  /// The maximum number of frames: four hours at 60 Hz, in 100 MB of offsets.
  package static let maximumFrames = 1_000_000
  /// The time from the first frame to the last must be below this, s: that of every recording.
  package static let maximumDuration = ReadingLimits.Quantity.time.limit
}
