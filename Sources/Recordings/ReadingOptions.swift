/// Options that override the interpretation of a file.
public struct ReadingOptions: Equatable, Sendable {
  /// `--column ROLE=NAME`: role (`time`, `x`, `y`, `finger`) to the column's name, its number from 1, or `none`.
  public var columns: [String: String] = [:]
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
  /// Further columns to keep, by name in the file (`--abscissa`).
  package var others: [String] = []
  /// The names in a formula: columns of exactly these names are kept where the file has them, and a file with one of
  /// them needs no offset to be a recording.
  package var formulaNames: [String] = []

  /// Creates options by which everything is detected from the file.
  public init() {}
}
