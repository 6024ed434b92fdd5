import Recordings

extension ScreenRecording {
  /// The recording with the frames whose offset is known, to the pixel or about; the header names the others.
  ///
  /// A frame whose offset is not known is no sample: a reader takes it for one that was dropped, and nothing is guessed. The column
  /// `deviation`, where it is there, holds each offset's standard deviation apart from its rounding.
  ///
  /// - Parameters:
  ///   - source: the file as the user named it.
  ///   - scale: pixels of the video a point; nil keeps offsets in pixels.
  ///   - clock: the samples' times.
  ///   - sign: the factor of the offsets, 1 or −1.
  /// - Throws: ``RecordingError`` for times that do not increase; a video's do.
  /// - Complexity: O(frames · log frames).
  package func trace(
    source: String, scale: Double? = nil, clock: FrameClockChoice = .recorded, sign: Double = 1
  ) throws(RecordingError) -> Trace {
    let known = frames.filter(\.isLocated)
    let stamps = known.map(\.time)
    let grid = clock == .vsync ? DisplayClock(stamps) : nil
    let times = grid?.times ?? stamps
    let origin = times.first ?? 0
    let remarks = remarks(followsDisplay: clock != .vsync || grid != nil)
    let axis: Axis = direction == .vertical ? .y : .x
    var columns = ["confidence": known.map { ($0.confidence * 1000).rounded() / 1000 }]
    if known.contains(where: { $0.deviation > 0 }) {
      columns[Trace.deviationColumn] = known.map { $0.deviation / (scale ?? 1) }
    }
    let pixelsPerUnit = sign * (scale ?? 1)
    return try Trace(
      Trace.FileOrigin(source: source, format: "video", header: header(scale, grid?.interval, remarks)),
      clock: Trace.SampleClock(times.map { $0 - origin }, origin: stamps.first ?? 0),
      columns: Trace.SampleColumns(
        offsets: [axis: known.map { Self.rounded($0) / pixelsPerUnit }], others: columns,
        unit: scale == nil ? "px" : "pt"),
      remarks: Trace.Remarks(notices: remarks))
  }

  /// What leaves a part of the recording out is a warning; the accuracy of frames, and single frames left out, are notes.
  private func remarks(followsDisplay: Bool) -> [Notice] {
    var remarks = otherScenes.map { scene in
      Notice(
        .recorderWarning,
        "the frames from \(Self.shown(scene.lowerBound)) to \(Self.shown(scene.upperBound)) s are not part of the recording: their distance from "
          + "the others is not known")
    }
    if let warning = ContentJump.jumps(frames).warning { remarks.append(Notice(.recorderWarning, warning)) }
    if let otherPart {
      remarks.append(
        Notice(
          .recorderWarning,
          "two parts of the picture scroll, each by itself; `scrollfit video FILE --region \(otherPart)` reads the other one"
        ))
    }
    var notes =
      partialMotions.map(Self.note(ofPartialMotion:)) + uncertain.compactMap(\.note)
      + (blurredNote.map { [$0] } ?? [])
    if !followsDisplay {
      notes.append("the presentation times follow no display's frames: they are kept as recorded")
    }
    return remarks + notes.map { Notice(.recorderNote, $0) }
  }

  private static func note(ofPartialMotion times: ClosedRange<Double>) -> String {
    "from \(shown(times.lowerBound)) to \(shown(times.upperBound)) s a part of the content moves by itself, such as a row that expands; the offsets are those "
      + "of the part that stands"
  }

  /// The offset of a frame, px; an estimate between two pixels to a quarter, which rounds by less than it is off.
  private static func rounded(_ frame: FrameOffset) -> Double {
    frame.doubt == nil ? frame.offset : (frame.offset * 4).rounded() / 4
  }

  /// The sentence about frames whose offset is known about; nil without one.
  private var blurredNote: String? {
    let blurred = frames.count { $0.doubt == .blurred }
    guard blurred > 0 else { return nil }
    return
      "\(blurred) of \(frames.count) frames lie between two pixels, as the video was scaled or compressed: their offsets are "
      + "known to about half a pixel of the video"
  }

  private func header(_ scale: Double?, _ interval: Double?, _ remarks: [Notice]) -> [JSONMember] {
    func size(_ width: Int, _ height: Int) -> [JSONMember] {
      [JSONMember("width", .decimal(Double(width))), JSONMember("height", .decimal(Double(height)))]
    }
    let corner = [JSONMember("x", .decimal(Double(region.x))), JSONMember("y", .decimal(Double(region.y)))]
    var members = [
      JSONMember("source", .string("video")),
      JSONMember("videoSize", .object(size(self.size.width, self.size.height))),
      JSONMember("videoRegion", .object(corner + size(region.width, region.height))),
    ]
    if let scale { members.append(JSONMember("scale", .decimal(scale))) }
    if let interval { members.append(JSONMember("frameInterval", .decimal(interval))) }
    if !uncertain.isEmpty { members.append(JSONMember("uncertain", .array(uncertain.map(\.json)))) }
    for (key, isWarning) in [(SessionHeader.warningsKey, true), (SessionHeader.notesKey, false)] {
      let sentences = remarks.filter { $0.isWarning == isWarning }.map(\.description)
      if !sentences.isEmpty { members.append(JSONMember(key, .strings(sentences))) }
    }
    return members
  }

  /// Seconds with three decimals, as a text.
  static func shown(_ time: Double) -> String { "\((time * 1000).rounded() / 1000)" }
}

/// Frames in succession whose offset is not known to the pixel, for one reason.
struct UncertainFrames: Equatable {
  let first: Double
  var last: Double
  var count = 1
  let doubt: FrameOffset.Doubt

  private var reason: String {
    switch doubt {
    case .ambiguous: "ambiguous"
    case .unmatched: "unmatched"
    case .blurred: "blurred"
    case .mixed: "mixed"
    case .blank: "blank"
    }
  }

  var json: JSONValue {
    var members = [
      JSONMember("from", .decimal(first)), JSONMember("to", .decimal(last)),
      JSONMember("frames", .decimal(Double(count))), JSONMember("reason", .string(reason)),
    ]
    if case .ambiguous(let period) = doubt { members.append(JSONMember("period", .decimal(Double(period)))) }
    return .object(members)
  }

  /// True if a frame with another doubt continues this run: the period of rows may be seen once, twice or thrice.
  func isContinued(by other: FrameOffset.Doubt) -> Bool {
    switch (doubt, other) {
    case (.ambiguous, .ambiguous): true
    default: doubt == other
    }
  }

  /// The sentence about frames that are left out; nil where they are not.
  var note: String? {
    let frames = count == 1 ? "a frame" : "\(count) frames"
    let position =
      count == 1
      ? "at \(ScreenRecording.shown(first)) s"
      : "from \(ScreenRecording.shown(first)) to \(ScreenRecording.shown(last)) s"
    let cause: String? =
      switch doubt {
      case .ambiguous(let period): "ambiguous by a period of \(period) px"
      case .unmatched: "not explained by scrolling"
      case .mixed: "with two offsets at once"
      case .blank: "without texture"
      case .blurred: nil
      }
    guard let cause else { return nil }
    return "\(frames) \(cause), \(position), left out"
  }
}

extension ScreenRecording {
  /// The runs of frames whose offset is not known to the pixel.
  var uncertain: [UncertainFrames] {
    var runs: [UncertainFrames] = []
    var isOpen = false
    for frame in frames {
      guard let doubt = frame.doubt else {
        isOpen = false
        continue
      }
      if isOpen, let last = runs.last, last.isContinued(by: doubt) {
        runs[runs.count - 1].last = frame.time
        runs[runs.count - 1].count += 1
      } else {
        runs.append(UncertainFrames(first: frame.time, last: frame.time, doubt: doubt))
      }
      isOpen = true
    }
    return runs
  }
}

/// The frames of the display that a recorder's presentation times belong to: t₀ + n T.
///
/// Recorders round their times, to 1/600 s or to a millisecond; where the display's frames explain the times to within that, they
/// are the better times.
struct DisplayClock: Equatable {
  /// T, s.
  let interval: Double
  /// The times on the grid, s.
  let times: [Double]

  /// The largest distance of a time from the grid, as a part of T.
  private static let largestResidual = 0.15

  /// The grid of increasing times; nil where they follow none.
  ///
  /// - Complexity: O(n log n).
  init?(_ times: [Double]) {
    guard let clock = FrameClock.detect(times), clock.nominalRate != nil, let first = times.first else {
      return nil
    }
    // A rate of 59.94 Hz is off by a frame after 17 s: frames are counted from one to the next.
    var frames = [0.0]
    for (time, before) in zip(times.dropFirst(), times) {
      let count = ((time - before) / clock.interval).rounded()
      guard count >= 1, let last = frames.last else { return nil }
      frames.append(last + count)
    }
    let n = Double(times.count)
    let meanFrame = frames.reduce(0, +) / n
    let meanTime = times.reduce(0) { $0 + ($1 - first) } / n
    let products = zip(frames, times).reduce(0) { $0 + ($1.0 - meanFrame) * ($1.1 - first - meanTime) }
    let squares = frames.reduce(0) { $0 + ($1 - meanFrame) * ($1 - meanFrame) }
    guard squares > 0 else { return nil }
    let interval = products / squares
    let grid = frames.map { first + meanTime + ($0 - meanFrame) * interval }
    guard zip(grid, times).allSatisfy({ abs($0 - $1) <= Self.largestResidual * interval }) else { return nil }
    self.interval = interval
    self.times = grid
  }
}
