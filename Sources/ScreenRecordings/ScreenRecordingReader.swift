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
    // FFmpeg ends a GIF without its trailer in silence.
    let isCut = kind == .gif && !VideoStream.endsWithTrailer(path)
    return try inBothDirections { direction throws(ScreenRecordingError) in
      try inParts { reader throws(ScreenRecordingError) in
        try reader.track(
          VideoStream.open(
            path: path, demuxer: kind.demuxer, isTransposed: direction == .horizontal),
          direction, isCut: isCut)
      }
    }
  }

  /// Reads the pictures of a folder, like a file.
  package func read(_ folder: PictureFolder) throws(ScreenRecordingError) -> ScreenRecording {
    try folder.withPattern { path throws(ScreenRecordingError) in
      try inBothDirections { direction throws(ScreenRecordingError) in
        try inParts { reader throws(ScreenRecordingError) in
          try reader.track(
            VideoStream.open(
              path: path, demuxer: "image2", times: folder.times, isTransposed: direction == .horizontal),
            direction)
        }
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
          case .ambiguous, .unclear, .mixed, .cut, .lost: throw other
          default: throw error
          }
        }
      default: throw error
      }
    }
  }

  /// Reads the whole picture; where two parts of it scroll, each by itself, the larger one.
  private func inParts(
    _ track: (Self) throws(ScreenRecordingError) -> Tracked
  ) throws(ScreenRecordingError) -> ScreenRecording {
    let whole = try track(self)
    guard let parts = whole.parts else { return try whole.conclusion() }
    let recordings = parts.compactMap { part in
      var reader = self
      reader.region = part
      return try? track(reader).conclusion()
    }
    guard recordings.count == 2, recordings[0].movesAlone(beside: recordings[1]) else {
      return try whole.conclusion()
    }
    var larger = recordings[0]
    larger.otherPart = parts[1]
    return larger
  }

  /// The frames of a video, tracked.
  private struct Tracked {
    let tracker: OffsetTracker
    let size: (width: Int, height: Int)
    let direction: ScreenRecording.Direction
    /// The part of the video that was looked at.
    let origin: ScreenRecording.Region

    func conclusion() throws(ScreenRecordingError) -> ScreenRecording {
      try Conclusion(scenes: tracker.scenes).recording(size: size, direction: direction, origin: origin)
    }

    /// Two parts of the video that may scroll each by itself.
    var parts: [ScreenRecording.Region]? {
      tracker.parts.rectangles?.map { part in
        let inside = ScreenRecording.Region(
          x: origin.x + part.x, y: origin.y + part.y, width: part.width, height: part.height)
        return direction == .horizontal ? inside.transposed : inside
      }
    }
  }

  /// - Parameter isCut: the file ends before its end.
  private func track(
    _ stream: consuming VideoStream, _ direction: ScreenRecording.Direction, isCut: Bool = false
  ) throws(ScreenRecordingError) -> Tracked {
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
    return Tracked(
      tracker: tracker, size: isTransposed ? (size.height, size.width) : size, direction: direction,
      origin: part)
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
