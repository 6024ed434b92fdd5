import Recordings

/// Reads the offsets of what scrolls in a video.
package struct ScreenRecordingReader: Sendable {
  /// The part of the video to look at; nil for all of it.
  package var region: ScreenRecording.Region?
  /// Seconds since the video's first frame: frames outside are ignored.
  package var range: ClosedRange<Double>
  /// Called with the number of frames and the time of the last one, s, now and then.
  package var progress: (@Sendable (_ frames: Int, _ time: Double) -> Void)?

  package init(
    region: ScreenRecording.Region? = nil, range: ClosedRange<Double> = 0...Double.infinity,
    progress: (@Sendable (Int, Double) -> Void)? = nil
  ) {
    (self.region, self.range, self.progress) = (region, range, progress)
  }

  /// Reads a file.
  ///
  /// The video is read for vertical scrolling; where there is none, once more for horizontal scrolling.
  ///
  /// - Parameters:
  ///   - path: the file's name, ended by 0.
  ///   - kind: its container.
  /// - Complexity: O(pixels of all frames); memory O(pixels of a frame + frames).
  package func read(path: [CChar], kind: VideoKind) throws(ScreenRecordingError) -> ScreenRecording {
    try inBothDirections { direction throws(ScreenRecordingError) in
      let stream = try VideoStream.open(
        path: path, demuxer: kind.demuxer, isTransposed: direction == .horizontal)
      // FFmpeg ends a GIF without its trailer in silence.
      return try read(stream, direction, isCut: kind == .gif && !VideoStream.endsWithTrailer(path))
    }
  }

  /// Reads the pictures of a folder, like a file.
  package func read(_ folder: PictureFolder) throws(ScreenRecordingError) -> ScreenRecording {
    try folder.withPattern { path throws(ScreenRecordingError) in
      try inBothDirections { direction throws(ScreenRecordingError) in
        try read(
          VideoStream.open(
            path: path, demuxer: "image2", times: folder.times, isTransposed: direction == .horizontal),
          direction)
      }
    }
  }

  private func inBothDirections(
    _ read: (ScreenRecording.Direction) throws(ScreenRecordingError) -> ScreenRecording
  ) throws(ScreenRecordingError) -> ScreenRecording {
    do { return try read(.vertical) } catch {
      switch error {
      case .noScrolling, .otherMotion, .unclear:
        do { return try read(.horizontal) } catch let other {
          switch other {
          // It scrolls horizontally, and what is in the way is known.
          case .ambiguous, .unclear, .cut, .lost: throw other
          default: throw error
          }
        }
      default: throw error
      }
    }
  }

  /// - Parameter isCut: the file ends before its end.
  private func read(
    _ stream: consuming VideoStream, _ direction: ScreenRecording.Direction, isCut: Bool = false
  ) throws(ScreenRecordingError) -> ScreenRecording {
    var stream = stream
    let isTransposed = direction == .horizontal
    let size = (width: stream.width, height: stream.height)
    let whole = ScreenRecording.Region(x: 0, y: 0, width: size.width, height: size.height)
    let part = (isTransposed ? region?.transposed : region) ?? whole
    guard part.x >= 0, part.y >= 0, part.width > 0, part.height > 0, part.x <= size.width - part.width,
      part.y <= size.height - part.height
    else {
      throw isTransposed
        ? .regionOutside(width: size.height, height: size.width)
        : .regionOutside(width: size.width, height: size.height)
    }
    guard min(part.width, part.height) >= FrameLimits.minimumSide else {
      throw .tooSmall(width: part.width, height: part.height)
    }
    guard part.width * part.height <= FrameLimits.maximumPixels else {
      throw .tooLarge(width: part.width, height: part.height)
    }
    var tracker = OffsetTracker(width: part.width, height: part.height)
    let isWhole = try track(&stream, part, &tracker)
    if isWhole, isCut {
      throw .damaged(time: tracker.scenes.last?.observations.last?.time ?? 0, reason: "no trailer")
    }
    return try Conclusion(scenes: tracker.scenes).recording(
      size: isTransposed ? (size.height, size.width) : size, direction: direction, origin: part)
  }

  /// Tracks all frames in the range; true where the video's end was reached.
  private func track(
    _ stream: inout VideoStream, _ part: ScreenRecording.Region, _ tracker: inout OffsetTracker
  ) throws(ScreenRecordingError) -> Bool {
    var whole = GrayFrame(width: stream.width, height: stream.height)
    let isCropped = part.width != stream.width || part.height != stream.height
    var frame = isCropped ? GrayFrame(width: part.width, height: part.height) : GrayFrame(width: 0, height: 0)
    var origin: Double?
    var last = -Double.infinity
    var count = 0
    while let stamp = try stream.next(&whole) {
      let start = origin ?? stamp
      origin = start
      let time = stamp - start
      guard time <= range.upperBound else {
        guard count > 0 else { throw .noFramesInRange }
        return false
      }
      // A time that does not increase belongs to no frame that was shown.
      guard time >= range.lowerBound, time > last else { continue }
      last = time
      count += 1
      guard count <= FrameLimits.maximumFrames else { throw .tooLong(frames: FrameLimits.maximumFrames) }
      if isCropped {
        frame.copy(whole, left: part.x, top: part.y)
        tracker.add(frame, time: time)
      } else {
        tracker.add(whole, time: time)
      }
      if count % 30 == 0 { progress?(count, time) }
    }
    guard count > 0 else { throw .noFramesInRange }
    return true
  }
}

/// The limits of what is decoded, each with its reason.
package enum FrameLimits {
  /// The least width and height, pixels: fewer hold no block of text to compare.
  package static let minimumSide = 64
  /// The maximum of pixels in a frame: a dozen pictures of that size are in memory.
  package static let maximumPixels = 1 << 24
  /// The maximum width and height: sums over a block take 32 bits.
  package static let maximumSide = 1 << 15
  /// The maximum number of frames: four hours at 60 Hz, in 100 MB of offsets.
  package static let maximumFrames = 1_000_000
  /// The time from the first frame to the last must be below this, s: that of every recording.
  package static let maximumDuration = ReadingLimits.Quantity.time.limit
}

/// The state of reading a video.
package struct ReadingProgress {
  /// Frames read, and the time of the last one, s.
  package let frames: Int
  package let time: Double
  /// Seconds since the beginning.
  package let elapsed: Double
  /// The time at which reading ends, s; nil where it is not known.
  package let end: Double?

  package init(frames: Int, time: Double, elapsed: Double, end: Double?) {
    (self.frames, self.time, self.elapsed, self.end) = (frames, time, elapsed, end)
  }

  /// The seconds that the rest takes at the rate so far; nil where the end or the rate is not known.
  package var left: Double? {
    guard let end, time > 0 else { return nil }
    return max(0, end - time) * elapsed / time
  }

  /// A line such as `600 frames, 10 of 42 s, 180/s, 11 s left`.
  package var text: String {
    let rate = Int((Double(frames) / max(1e-3, elapsed)).rounded())
    guard let end, let left else { return "\(frames) frames, \(Int(time)) s of the video, \(rate)/s" }
    return
      "\(frames) frames, \(Int(time)) of \(Int(end.rounded(.up))) s, \(rate)/s, \(Int(left.rounded(.up))) s left"
  }
}

/// The scene of a video that scrolls, or the reason that there is none.
struct Conclusion {
  let scenes: [Scene]

  /// The part of all moving frames that one of several scenes has for the others to be left out.
  private static let mainShare = 2.0 / 3
  /// Frames at different offsets that make a scene one that scrolls.
  private static let minimumMovingShare = 4
  /// The part of the changing frames that may be no displacement.
  private static let maximumUnexplainedShare = 0.4
  /// The part of the changing frames that may be ambiguous.
  private static let maximumAmbiguousShare = 0.5

  func recording(
    size: (width: Int, height: Int), direction: ScreenRecording.Direction, origin: ScreenRecording.Region
  ) throws(ScreenRecordingError) -> ScreenRecording {
    let frames = scenes.reduce(0) { $0 + $1.observations.count }
    let changed = scenes.reduce(0) { $0 + $1.changed }
    guard changed > 0 || scenes.contains(where: \.isAnimated) else { throw .still(frames: frames) }
    let scrolling = scenes.filter { $0.moving >= Self.minimumMovingShare || $0.ambiguous > $0.changed / 2 }
    let unexplained = scenes.reduce(0) { $0 + $1.unexplained }
    guard let scene = scrolling.max(by: { $0.moving < $1.moving }) else {
      let part = Double(unexplained) / Double(max(1, changed))
      throw part > Self.maximumUnexplainedShare ? .otherMotion(part: part) : .noScrolling
    }
    let moving = scrolling.reduce(0) { $0 + $1.moving }
    guard scrolling.count == 1 || Double(scene.moving) >= Self.mainShare * Double(moving) else {
      let lost = scrolling.dropLast().compactMap(\.lostEnd)
      throw lost.isEmpty ? .cut(scenes: scrolling.map(\.times)) : .lost(lost, scenes: scrolling.map(\.times))
    }
    let part = Double(scene.unexplained) / Double(max(1, scene.changed))
    guard part <= Self.maximumUnexplainedShare else { throw .unclear(part: part) }
    let ambiguous = Double(scene.ambiguous) / Double(max(1, scene.changed))
    if let period = scene.period, ambiguous > Self.maximumAmbiguousShare {
      throw .ambiguous(period: period, part: ambiguous)
    }
    let lattice = PixelLattice(scene.observations)
    let found = scene.region.rectangle(in: origin)
    return ScreenRecording(
      size: size, direction: direction, region: direction == .horizontal ? found.transposed : found,
      frames: scene.offsets(on: lattice).withoutExcursions(), isHalved: lattice.isHalved,
      period: scene.period,
      otherScenes: scenes.filter { $0.times != scene.times }.map(\.times))
  }
}

extension Scene {
  /// The times of the first and the last frame that belongs to it, s.
  var times: ClosedRange<Double> {
    let times = observations.filter { $0.doubt != .unmatched }.map(\.time)
    return (times.first ?? 0)...(times.last ?? 0)
  }

  /// The changing frames that suit several offsets.
  var ambiguous: Int {
    observations.count { observation in
      if case .ambiguous = observation.doubt { observation.isChanged } else { false }
    }
  }
}

extension ScrollingRegion {
  /// The rectangle of the scrolling blocks in pixels of the video.
  func rectangle(in part: ScreenRecording.Region) -> ScreenRecording.Region {
    let window = window
    let left = window.bands.lowerBound * part.width / RowSignature.bands
    let right = window.bands.upperBound * part.width / RowSignature.bands
    return ScreenRecording.Region(
      x: part.x + left, y: part.y + window.rows.lowerBound, width: right - left, height: window.rows.count)
  }
}
