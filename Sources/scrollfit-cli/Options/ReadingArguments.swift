import ArgumentParser
import Recordings
import Reports
import ScrollAnalysis

/// Options that override the interpretation of a file.
struct ReadingArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Column of a role (time, x, y, finger) by name or number, or none. Repeatable, or separated by commas.",
      valueName: "role=name", visibility: .uncommon))
  var column: [ColumnRoles] = []

  @Option(
    help: ArgumentHelp(
      "Settings in TOML. Default: scrollfit.toml in the working folder, where there is one.",
      valueName: "file", visibility: .uncommon))
  var config: String?

  /// Role and column, of every `--column`, then of the settings for other roles.
  var roles: [NamedText] {
    let given = column.flatMap(\.roles)
    return given + Settings.current.columns.filter { setting in !given.contains { $0.name == setting.name } }
  }

  /// Frames per second of recordings without times.
  var defaultFrameRate: Double? {
    interval == nil && frameRate == nil ? Settings.current.frameRate : nil
  }

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Time between frames, s, for a column of frame numbers or a folder of pictures.", valueName: "s",
      visibility: .uncommon))
  var interval: Number?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Frames per second, for a column of frame numbers or a folder of pictures.", valueName: "hz"))
  var frameRate: Number?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Sign of the offsets: 1, or -1 to flip them.", valueName: "sign", visibility: .uncommon))
  var sign = 1

  @Option(
    help: ArgumentHelp("Column that splits a file into series.", valueName: "column", visibility: .uncommon))
  var series: String?

  @Option(
    help: ArgumentHelp(
      "Read only the series with this value in the --series column. Repeatable.", valueName: "value",
      visibility: .uncommon))
  var select: [String] = []

  @Option(help: ArgumentHelp("Input format. Default: detected from the content.", visibility: .uncommon))
  var inputFormat: InputFormat?

  @Option(
    help: ArgumentHelp(
      "Unit of the time column. Default: from its name and values.", visibility: .uncommon))
  var timeUnit: TimeUnitChoice?

  @Option(
    help: ArgumentHelp(
      "Times of the samples: as recorded, or those of the display's frames (vsync). Default: vsync where the content moves more smoothly at them.",
      visibility: .uncommon))
  var clock: FrameClockChoice?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Pixels per wheel line, for wheel events with deltaMode 1.", valueName: "px", visibility: .uncommon))
  var lineHeight: Number?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Pixels per wheel page, for wheel events with deltaMode 2.", valueName: "px", visibility: .uncommon))
  var pageHeight: Number?

  @Flag(help: ArgumentHelp("Sort samples by time instead of refusing unsorted ones.", visibility: .uncommon))
  var repair = false

  func validate() throws {
    for column in roles {
      guard ColumnRoles.known.contains(column.name) else {
        let roles = ColumnRoles.known.joined(separator: ", ")
        throw ValidationError("--column has no role '\(column.name)' (roles: \(roles))")
      }
      guard !column.text.isEmpty else {
        throw ValidationError(
          "--column \(column.name)= needs a column name, for example --column \(column.name)=2")
      }
    }
    try Repeated.refuse(roles.map(\.name), option: "--column")
    guard interval == nil || frameRate == nil else {
      throw ValidationError("--interval and --frame-rate are mutually exclusive")
    }
    for (option, number) in [
      ("--interval", interval), ("--frame-rate", frameRate), ("--line-height", lineHeight),
      ("--page-height", pageHeight),
    ] {
      if let number, number.value <= 0 {
        throw ValidationError("\(option) must be positive, not \(number.value)")
      }
    }
    guard abs(sign) == 1 else { throw ValidationError("--sign must be 1 or -1, not \(sign)") }
  }

  /// - Parameters:
  ///   - others: further columns to keep, by name in the file.
  ///   - formulaNames: the names in a formula, some of them columns.
  func options(others: [String] = [], formulaNames: [String] = []) -> ReadingOptions {
    var options = ReadingOptions()
    for column in roles { options.columns[column.name] = column.text }
    options.defaultRoles = Set(roles.map(\.name)).subtracting(column.flatMap(\.roles).map(\.name))
    options.interval = interval?.value
    options.frameRate = frameRate?.value
    options.defaultFrameRate = defaultFrameRate
    options.sign = Double(sign)
    options.seriesColumn = series
    options.selected = select
    options.inputFormat = inputFormat
    options.timesPerSecond = timeUnit?.perSecond
    options.clock = clock
    options.lineHeight = lineHeight?.value
    options.pageHeight = pageHeight?.value
    options.repair = repair
    options.others = others
    options.formulaNames = formulaNames
    return options
  }
}

/// Repeatable options whose names must differ.
enum Repeated {
  static func refuse(_ names: [String], option: String) throws {
    var seen: Set<String> = []
    for name in names where !seen.insert(name).inserted {
      throw ValidationError("\(option) gives \(name) more than once")
    }
  }
}

/// The recordings that a verb reads one after another.
struct RecordingArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Recordings in any known format, folders, quoted globs; - is standard input.", valueName: "file"))
  var files: [String]

  func validate() throws { try StandardInput.refuseTwice(files) }
}

enum StandardInput {
  /// Throws where standard input is named more than once: it can be read once.
  static func refuseTwice(_ paths: [String]) throws {
    guard paths.count(where: { $0 == "-" }) <= 1 else {
      throw ValidationError("standard input (-) can be used only once")
    }
  }
}

/// Options of the segmentation into phases.
struct SegmentationArguments: ParsableArguments {
  @Flag(help: "Ignore recorded touch data (finger, scroll state, events).")
  var ignoreTouch = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Offsets of the content's edges, pt; either end is optional.", valueName: "low...high"))
  var edge: NumberRange?

  /// The content's edges: those of `--edge`, else of the settings.
  var edges: ClosedRange<Double>? { edge?.range ?? Settings.current.edges }
}

/// The part of a recording that is taken as one phase.
struct PhaseArguments: ParsableArguments {
  @Option(help: ArgumentHelp("Take the time range as one phase of this kind.", valueName: "kind"))
  var phase: PhaseChoice?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Start of the time range, s since the first sample.", valueName: "s"))
  var from: Number?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("End of the time range, s since the first sample.", valueName: "s"))
  var to: Number?

  func validate() throws {
    if let from, let to, from.value >= to.value {
      throw ValidationError("--from \(from.value) must be before --to \(to.value)")
    }
  }
}

/// The kinds of phases that models describe.
struct PhaseChoice: ExpressibleByArgument, Equatable {
  private static let kinds: [PhaseKind] = [.deceleration, .bounce, .snap, .rubberBand]

  let kind: PhaseKind

  /// `rubberBand` is the former name of `rubber-band`.
  init?(argument: String) {
    let name = argument == "rubber-band" ? PhaseKind.rubberBand.rawValue : argument
    guard let kind = PhaseKind(rawValue: name), Self.kinds.contains(kind) else { return nil }
    self.kind = kind
  }

  static var allValueStrings: [String] { kinds.map { $0 == .rubberBand ? "rubber-band" : $0.rawValue } }
}
