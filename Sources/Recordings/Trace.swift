import Numerals

/// The source of the samples' times.
package enum TimeBasis: Equatable, Sendable {
  /// A column of times.
  case recorded
  /// A column of frame numbers and a frame interval, s.
  case frames(interval: Double)
  /// Neither: the row number, one second a row.
  case rowNumber
}

/// One recording: columns of samples at strictly increasing, finite times.
///
/// The initializer is the only place that checks, so no later stage has to.
public struct Trace: Equatable, Sendable, OfRecording {
  /// The file as the user named it; `-` for standard input.
  public let source: String
  /// The series of the file, where the file holds several.
  public let series: String?
  /// The format it was read from: `csv`, `tsv`, `semicolon` or `ndjson`.
  public let format: String
  /// `# key: value` lines of the file, keys lower-cased.
  package let metadata: [String: String]
  /// A recording's own header (scrolltrace): every key in its order, understood or not.
  package private(set) var header: [JSONMember]
  /// Seconds since the first sample.
  public private(set) var times: [Double]
  package private(set) var timeBasis: TimeBasis
  /// The clock of the times; nil where they show none.
  package private(set) var frameClock: FrameClock?
  /// The relative standard error of the rate of the times: 0 for those that were recorded.
  package private(set) var rateError = 0.0
  /// The raw value of the first time stamp in seconds (an integer stamp is subtracted before it becomes a double).
  public let timeOrigin: Double
  /// Offset on each recorded axis, in ``unit``; grows as content scrolls to its end. As long as ``times``.
  public private(set) var offsets: [Axis: [Double]]
  /// The pixel grid of each axis whose offsets lie on one (``PixelGrid``).
  package private(set) var quantizationSteps: [Axis: Double]
  /// Travel of the finger on each recorded axis, in ``unit``. As long as ``times``.
  public private(set) var fingers: [Axis: [Double]]
  /// The state of the scroll view at each sample; nil where none was recorded. Empty, or as long as ``times``.
  package let states: [TouchState?]
  /// The recorded events, by time.
  package private(set) var events: [Event]
  /// Further numeric columns that the caller asked for, by their name in the file. As long as ``times``.
  package private(set) var others: [String: [Double]]
  /// `pt`, or `px` where the column or the metadata names it and nothing tells how many there are to a point.
  public private(set) var unit: String
  /// The standard deviations of the offsets apart from their rounding, in ``unit``, from the column ``deviationColumn``; nil without it.
  package var deviations: [Double]? {
    others[Self.deviationColumn].flatMap { $0.allSatisfy { $0 >= 0 } ? $0 : nil }
  }
  /// The name of the column of standard deviations.
  package static let deviationColumn = "deviation"
  /// The resting offset where the file names it (a baseline column), by axis.
  package private(set) var rests: [Axis: Double]
  /// The offsets of the content's edges where the metadata names them; an infinite side is unknown.
  public private(set) var edges: [Axis: ClosedRange<Double>]
  /// The samples that were dropped or mended on reading.
  package let cleaning: [Cleaning]
  /// The remarks about the file.
  package private(set) var notices: [Notice]
  /// The remarks about the file, as sentences.
  public var warnings: [String] { notices.map(\.description) }

  /// One kind of mending, and where it happened.
  package struct Cleaning: Equatable, Sendable {
    /// The action: `repeated sample dropped`.
    package let what: String
    package let count: Int
    /// The first lines it happened on, at most ten.
    package let lines: [Int]

    package init(what: String, count: Int, lines: [Int]) {
      self.what = what
      self.count = count
      self.lines = lines
    }
  }

  /// - Throws: ``RecordingError`` when a column's length differs from the times', a number is not finite or time does
  ///   not increase.
  package init(
    _ origin: FileOrigin, clock: SampleClock, columns: SampleColumns,
    positions: KnownPositions = KnownPositions(),
    remarks: Remarks = Remarks()
  ) throws(RecordingError) {
    try Self.check(columns, clock.times)
    source = origin.source
    series = origin.series
    format = origin.format
    metadata = origin.metadata
    header = origin.header
    times = clock.times
    timeBasis = clock.basis
    frameClock = FrameClock.detect(clock.times)
    timeOrigin = clock.origin
    offsets = columns.offsets
    quantizationSteps = columns.offsets.compactMapValues(PixelGrid.detect)
    fingers = columns.fingers
    states = columns.states
    events = columns.events
    others = columns.others
    unit = columns.unit
    rests = positions.rests
    edges = positions.edges
    cleaning = remarks.cleaning
    notices = remarks.notices
  }

  /// A recording of columns alone, in points.
  ///
  /// - Throws: ``RecordingError`` as the other initializer.
  package init(
    source: String, format: String, times: [Double], offsets: [Axis: [Double]],
    fingers: [Axis: [Double]] = [:],
    others: [String: [Double]] = [:]
  ) throws(RecordingError) {
    try self.init(
      FileOrigin(source: source, format: format), clock: SampleClock(times),
      columns: SampleColumns(offsets: offsets, fingers: fingers, others: others))
  }

  private static func check(_ columns: SampleColumns, _ times: [Double]) throws(RecordingError) {
    func check(_ column: [Double]) throws(RecordingError) {
      guard column.count == times.count else { throw .lengths(times: times.count, column: column.count) }
      if !column.areFinite, let index = column.firstIndex(where: { !$0.isFinite }) {
        throw .notFinite(index: index)
      }
    }
    try check(times)
    for axes in [columns.offsets, columns.fingers] { for column in axes.values { try check(column) } }
    for column in columns.others.values { try check(column) }
    guard columns.states.isEmpty || columns.states.count == times.count else {
      throw .lengths(times: times.count, column: columns.states.count)
    }
    if !times.isIncreasing,
      let index = times.indices.dropFirst().first(where: { times[$0 - 1] >= times[$0] })
    {
      throw .timeNotIncreasing(index: index)
    }
  }
}

extension Trace {
  /// The same recording under another header.
  package func withHeader(_ header: [JSONMember]) -> Trace {
    var trace = self
    trace.header = header
    return trace
  }

  /// The same samples at the times of the display's frames (``FrameAlignment``), and a remark that says so; the same recording
  /// where the recorded times are to be kept.
  package func onDisplayFrames() -> Trace {
    func travel(_ axis: Axis) -> Double { (offsets[axis]?.max() ?? 0) - (offsets[axis]?.min() ?? 0) }
    guard timeBasis == .recorded, let axis = recordedAxes.max(by: { travel($0) < travel($1) }),
      let aligned = FrameAlignment(
        times: times, clock: frameClock, offsets: offsets[axis] ?? [], grid: quantizationSteps[axis])
    else { return self }
    var trace = self
    trace.rateError = aligned.rateError
    let first = aligned.times[0]
    trace.moveSamples(to: aligned.times.map { $0 - first })
    for event in events.indices { trace.events[event].time -= first }
    trace.notices.append(Notice(.alignedTimes, aligned.remark))
    return trace
  }

  private mutating func moveSamples(to times: [Double]) {
    self.times = times
    frameClock = FrameClock.detect(times)
  }

  /// The same recording with its lengths in points, and a remark that says so, where they are in pixels and ``scale`` is known; otherwise
  /// the same recording. Where the header names the units of each axis, the axes in points stay.
  package func inPoints() -> Trace {
    guard unit == "px", let scale else { return self }
    func factor(_ axis: Axis) -> Double { headerValue("units.\(axis.rawValue)")?.text == "pt" ? 1 : scale }
    func points(_ lengths: [Axis: Double]) -> [Axis: Double] {
      Dictionary(uniqueKeysWithValues: lengths.map { ($0, $1 / factor($0)) })
    }
    func points(_ columns: [Axis: [Double]]) -> [Axis: [Double]] {
      Dictionary(
        uniqueKeysWithValues: columns.map { axis, column in (axis, column.map { $0 / factor(axis) }) })
    }
    var trace = self
    trace.unit = "pt"
    trace.offsets = points(offsets)
    trace.fingers = points(fingers)
    trace.quantizationSteps = points(quantizationSteps)
    trace.rests = points(rests)
    for (axis, range) in edges {
      trace.edges[axis] = range.lowerBound / factor(axis)...range.upperBound / factor(axis)
    }
    if let deviations { trace.others[Self.deviationColumn] = deviations.map { $0 / scale } }
    trace.events = events.map { event in
      Event(
        time: event.time, name: event.name, offset: points(event.offset), velocity: points(event.velocity),
        target: points(event.target),
        details: event.details.map { $0.dividing(by: factor) })
    }
    trace.header = header.filter { $0.key != "units" }.map { $0.dividing(by: factor) }
    trace.notices.append(
      Notice(
        .pixelScale,
        "offsets are recorded in pixels and read in points, \(Numerals.significant(scale)) pixels each"))
    return trace
  }

  /// Pixels to a point, where the header or a line of metadata names them.
  package var scale: Double? {
    (headerValue("scale")?.double ?? metadata["scale"].flatMap(Double.init)).flatMap {
      Self.scales.contains($0) ? $0 : nil
    }
  }

  /// The scales that screens and their halved recordings have, with room to either side.
  private static let scales = 0.1...100.0

  /// The same frames at another interval, s; without events. Other times than those of counted frames stay.
  package func withFrameInterval(_ interval: Double) -> Trace {
    guard case .frames(let old) = timeBasis else { return self }
    var trace = self
    trace.moveSamples(to: times.map { $0 / old * interval })
    trace.timeBasis = .frames(interval: interval)
    trace.events = []
    return trace
  }
}

/// The reason that columns are no recording.
public enum RecordingError: Error, Equatable, Sendable {
  case lengths(times: Int, column: Int)
  case notFinite(index: Int)
  case timeNotIncreasing(index: Int)
}

extension RecordingError: CustomStringConvertible {
  /// The error in a sentence.
  public var description: String {
    switch self {
    case .lengths(let times, let column): "a column has \(column) samples, the times have \(times)"
    case .notFinite(let index): "sample \(index) is not finite"
    case .timeNotIncreasing(let index): "sample \(index): time does not increase"
    }
  }
}

extension Trace {
  /// The axes with offsets, in the order of ``Axis``.
  package var recordedAxes: [Axis] { Axis.allCases.filter { offsets[$0] != nil } }
}
