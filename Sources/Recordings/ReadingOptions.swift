/// Options that override the interpretation of a file.
public struct ReadingOptions: Equatable, Sendable {
  /// `--column ROLE=NAME`: role (`time`, `x`, `y`, `finger`) to the column's name, its number from 1, or `none`.
  public var columns: [String: String] = [:]
  /// The roles among ``columns`` that settings for many files give: a recording without columns ignores them.
  package var defaultRoles: Set<String> = []
  /// `--interval`: seconds between frames.
  public var interval: Double?
  /// `--frame-rate`: frames a second. Not beside ``interval``.
  public var frameRate: Double?
  /// Frames a second of recordings without times, where neither ``interval`` nor ``frameRate`` is given.
  package var defaultFrameRate: Double?
  /// `--sign`: the factor of offsets, +1 or −1.
  public var sign: Double = 1
  /// `--series`: the column that splits the file.
  public var seriesColumn: String?
  /// `--select`: keep only the series of these values.
  public var selected: [String] = []
  /// `--input-format`: nil to detect it from the content.
  package var inputFormat: InputFormat?
  /// `--time-unit`: units of the column of times per second.
  public var timesPerSecond: Double?
  /// `--line-height`: pixels per line of a wheel.
  public var lineHeight: Double?
  /// `--page-height`: pixels per page of a wheel.
  public var pageHeight: Double?
  /// `--repair`: sort samples whose time goes back instead of refusing them.
  public var repair = false
  /// `--clock`: the times of the samples. A recording of times is put on the display's frames where it is nil, a video is not.
  package var clock: FrameClockChoice?
  /// Further columns to keep, by name in the file (`--abscissa`).
  package var others: [String] = []
  /// The names in a formula: columns of exactly these names are kept where the file has them, and a file with one of
  /// them needs no offset to be a recording.
  package var formulaNames: [String] = []

  /// Creates options by which everything is detected from the file.
  public init() {}
}

/// The limits of what is read, in one place, each with its reason; `docs/formats.md` states them.
package enum ReadingLimits {
  /// Bytes of a line without its end: ten thousand samples on a line take a fifth of it.
  package static let maximumLineLength = 1 << 20
  /// Bytes of an input that is read as a whole: the formats of other tools, scenarios, a file of a batch. Their trees
  /// take up to ten times as much memory.
  package static let maximumWholeSize = 1 << 26
  /// Values of a JSON document, and numbers of a log that is read as a whole: such trees take up to 150 bytes for each,
  /// however short its text.
  package static let maximumValues = 1 << 22
  /// Columns of a table, whose rows go through blocks of thousands.
  package static let maximumColumns = 1 << 12
  /// Numbers that are kept of a table, its lines included: a day at 120 Hz on two axes, in 512 MiB.
  package static let maximumNumbers = 1 << 26
  /// Series of a table, each a recording with columns of its own.
  package static let maximumSeries = 1 << 17
  /// Levels of objects and lists inside each other, and parts of a key: deeper than any log, far from the end of a
  /// thread's stack.
  package static let maximumDepth = 128
  /// The shortest recording with times of its own, s: the step of a unit that is a thousand times too small, squared.
  package static let minimumDuration = 1e-12
  /// Frames of a simulated recording: nearly three hours at 100 Hz.
  package static let maximumSimulatedFrames = 1_000_000

  /// The parts of an input whose number is limited, because their memory is.
  package enum Part: String, Equatable, Sendable {
    case values, columns, numbers, series

    package var maximumCount: Int {
      switch self {
      case .values: ReadingLimits.maximumValues
      case .columns: ReadingLimits.maximumColumns
      case .numbers: ReadingLimits.maximumNumbers
      case .series: ReadingLimits.maximumSeries
      }
    }
  }

  /// A quantity whose size is limited.
  package enum Quantity: Equatable, Sendable {
    /// s since the first sample.
    case time
    /// pt or px, also of a finger's travel.
    case offset

    /// Below this the quantity's magnitude must be.
    package var limit: Double {
      switch self {
      // More than 64 bits of nanoseconds hold. Rates are reciprocals of times, and their squares must not underflow.
      case .time: 1e11
      // Beyond, a double has no digits for a part of a point.
      case .offset: 1e15
      }
    }
  }
}

/// The times that the samples of a recording have.
package enum FrameClockChoice: String, CaseIterable, Sendable {
  /// Those of the file.
  case recorded
  /// Those of the display's frames, where the file's follow them.
  case vsync
}
