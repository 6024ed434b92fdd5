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
