/// A direction of scrolling.
public enum Axis: String, CaseIterable, Sendable {
  case x, y

  /// Hashes the case: by default its raw value is, which is a text.
  public func hash(into hasher: inout Hasher) { hasher.combine(self == .x) }
}

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
  /// The raw value of the first time stamp in seconds (an integer stamp is subtracted before it becomes a double).
  public let timeOrigin: Double
  /// Offset on each recorded axis, in ``unit``; grows as content scrolls to its end. As long as ``times``.
  public let offsets: [Axis: [Double]]
  /// The pixel grid of each axis whose offsets lie on one (``PixelGrid``).
  package let quantizationSteps: [Axis: Double]
  /// Travel of the finger on each recorded axis, in ``unit``. As long as ``times``.
  public let fingers: [Axis: [Double]]
  /// The state of the scroll view at each sample; nil where none was recorded. Empty, or as long as ``times``.
  package let states: [TouchState?]
  /// The recorded events, by time.
  package private(set) var events: [Event]
  /// Further numeric columns that the caller asked for, by their name in the file. As long as ``times``.
  package let others: [String: [Double]]
  /// `pt`, or `px` where the column or the metadata names it.
  public let unit: String
  /// The standard deviations of the offsets apart from their rounding, in ``unit``, from the column ``deviationColumn``; nil without it.
  package var deviations: [Double]? {
    others[Self.deviationColumn].flatMap { $0.allSatisfy { $0 >= 0 } ? $0 : nil }
  }
  /// The name of the column of standard deviations.
  package static let deviationColumn = "deviation"
  /// The resting offset where the file names it (a baseline column), by axis.
  package let rests: [Axis: Double]
  /// The offsets of the content's edges where the metadata names them; an infinite side is unknown.
  public let edges: [Axis: ClosedRange<Double>]
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

// The parts that a trace is made of.

extension Trace {
  /// The file that a recording comes from.
  package struct FileOrigin: Equatable, Sendable {
    /// The file as the user named it; `-` for standard input.
    package var source: String
    /// The series of the file, where the file holds several.
    package var series: String?
    package var format: String
    /// `# key: value` lines of the file, keys lower-cased.
    package var metadata: [String: String]
    /// A recording's own header (scrolltrace).
    package var header: [JSONMember]

    package init(
      source: String, series: String? = nil, format: String, metadata: [String: String] = [:],
      header: [JSONMember] = []
    ) {
      self.source = source
      self.series = series
      self.format = format
      self.metadata = metadata
      self.header = header
    }
  }

  /// The samples' times and their source.
  package struct SampleClock: Equatable, Sendable {
    /// Seconds since the first sample.
    package var times: [Double]
    package var basis: TimeBasis
    /// The raw value of the first time stamp, s.
    package var origin: Double

    package init(_ times: [Double], basis: TimeBasis = .recorded, origin: Double = 0) {
      self.times = times
      self.basis = basis
      self.origin = origin
    }
  }

  /// The columns of samples, each as long as the times.
  package struct SampleColumns: Equatable, Sendable {
    package var offsets: [Axis: [Double]]
    package var fingers: [Axis: [Double]]
    /// Empty, or as long as the times.
    package var states: [TouchState?]
    /// The recorded events, by time: they stand between samples.
    package var events: [Event]
    package var others: [String: [Double]]
    /// `pt` or `px`.
    package var unit: String

    package init(
      offsets: [Axis: [Double]], fingers: [Axis: [Double]] = [:], states: [TouchState?] = [],
      events: [Event] = [],
      others: [String: [Double]] = [:], unit: String = "pt"
    ) {
      self.offsets = offsets
      self.fingers = fingers
      self.states = states
      self.events = events
      self.others = others
      self.unit = unit
    }
  }

  /// The offsets that a file names: of rest, and of the content's edges.
  package struct KnownPositions: Equatable, Sendable {
    package var rests: [Axis: Double]
    /// An infinite side is unknown.
    package var edges: [Axis: ClosedRange<Double>]

    package init(rests: [Axis: Double] = [:], edges: [Axis: ClosedRange<Double>] = [:]) {
      self.rests = rests
      self.edges = edges
    }
  }

  /// The samples that were dropped or mended on reading, and the remarks about the file.
  package struct Remarks: Equatable, Sendable {
    package var cleaning: [Cleaning]
    package var notices: [Notice]

    package init(cleaning: [Cleaning] = [], notices: [Notice] = []) {
      self.cleaning = cleaning
      self.notices = notices
    }
  }
}
