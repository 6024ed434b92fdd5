import ArgumentParser
import Recordings
import Reports
import ScrollAnalysis

/// How a user overrides what a file's names say.
struct ReadingArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The column of a role (time, x, y, finger) by its name or number, or none; repeats, or after a comma.",
      valueName: "role=name"))
  var column: [ColumnRoles] = []

  /// Role and column, of every `--column`.
  var roles: [NamedText] { column.flatMap(\.roles) }

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Seconds between frames, for a column of frames.", valueName: "s"))
  var interval: Number?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Frames a second, for a column of frames.", valueName: "hz"))
  var frameRate: Number?

  @Option(parsing: .unconditional, help: ArgumentHelp("1, or -1 to flip the offsets.", valueName: "sign"))
  var sign = 1

  @Option(help: ArgumentHelp("The column that splits the file into series.", valueName: "column"))
  var series: String?

  @Option(help: ArgumentHelp("Only the series of this value; repeats.", valueName: "value"))
  var select: [String] = []

  @Option(help: "The unit of a velocity column whose name has none.")
  var velocityUnit: VelocityUnit?

  @Option(help: "How the file is written, where its content does not tell.")
  var inputFormat: InputFormat?

  @Option(help: "The unit of the column of times, whatever its name and its numbers say.")
  var timeUnit: TimeUnitChoice?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Pixels a line of a wheel, for deltas in lines.", valueName: "px"))
  var lineHeight: Number?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Pixels a page of a wheel, for deltas in pages.", valueName: "px"))
  var pageHeight: Number?

  @Flag(help: "Sort samples whose time goes back instead of refusing them.")
  var repair = false

  func validate() throws {
    for column in roles {
      guard ColumnRoles.known.contains(column.name) else {
        let roles = ColumnRoles.known.joined(separator: ", ")
        throw ValidationError("--column knows no role '\(column.name)' (known: \(roles))")
      }
      guard !column.text.isEmpty else { throw ValidationError("--column \(column.name)= names no column") }
    }
    try Repeated.refuse(roles.map(\.name), option: "--column")
    guard interval == nil || frameRate == nil else {
      throw ValidationError("--interval and --frame-rate say the same: give one of them")
    }
    for (option, number) in [
      ("--interval", interval), ("--frame-rate", frameRate), ("--line-height", lineHeight),
      ("--page-height", pageHeight),
    ] {
      if let number, number.value <= 0 { throw ValidationError("\(option) \(number.value) is not positive") }
    }
    guard abs(sign) == 1 else { throw ValidationError("--sign is 1 or -1, not \(sign)") }
  }

  /// - Parameters:
  ///   - others: further columns to keep, by name in the file.
  ///   - formulaNames: the names in a formula, some of them columns.
  func options(others: [String] = [], formulaNames: [String] = []) -> ReadingOptions {
    var options = ReadingOptions()
    for column in roles { options.columns[column.name] = column.text }
    options.interval = interval?.value
    options.frameRate = frameRate?.value
    options.sign = Double(sign)
    options.seriesColumn = series
    options.selected = select
    options.inputFormat = inputFormat
    options.timesPerSecond = timeUnit?.perSecond
    options.lineHeight = lineHeight?.value
    options.pageHeight = pageHeight?.value
    options.repair = repair
    options.others = others
    options.formulaNames = formulaNames
    return options
  }
}

/// Options that give the same name two values.
enum Repeated {
  static func refuse(_ names: [String], option: String) throws {
    var seen: Set<String> = []
    for name in names where !seen.insert(name).inserted {
      throw ValidationError("\(option) gives \(name) twice")
    }
  }
}
