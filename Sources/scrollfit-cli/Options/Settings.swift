import ArgumentParser
import Foundation
import Recordings
import ScrollModels

/// The settings of a folder of recordings: the values of options that the command line does not give.
struct Settings: Equatable, Sendable {
  /// The file in the working folder that is read where no other is named.
  static let fileName = "scrollfit.toml"

  /// The settings of the verb that runs.
  @TaskLocal static var current = Settings()

  /// The file that the settings were read from; nil for none.
  private(set) var file: String?
  var columns: [NamedText] = []
  /// Frames a second, for recordings without times.
  var frameRate: Double?
  var edges: ClosedRange<Double>?
  var engine: ScrollEngine?
  /// The largest difference that counts as the same, in units of length.
  var limit: Double?

  /// The keys of the file.
  enum Key: String, CaseIterable {
    case columns
    case frameRate = "frame-rate"
    case edges, like, limit

    /// A line of the file with the key.
    var example: String {
      switch self {
      case .columns: "columns = { time = \"t\", y = \"offset\" }"
      case .frameRate: "frame-rate = 60"
      case .edges: "edges = \"0...3500\""
      case .like: "like = \"ios\""
      case .limit: "limit = 0.5"
      }
    }
  }
}

extension Settings {
  /// The settings that a verb runs with: those of its `--config`, else of the working folder's file, where there is one.
  init(of command: any ParsableCommand) throws(RunFailure) {
    self.init()
    guard let command = command as? any RecordingCommand else { return }
    let named = command.reading.config
    guard let file = named ?? (FileManager.default.fileExists(atPath: Self.fileName) ? Self.fileName : nil)
    else { return }
    do {
      let bytes = try ReferenceFiles.bytes(of: file)
      try read(JSONValue(toml: bytes))
      self.file = file
    } catch let error as Diagnostic {
      throw RunFailure(.usage, [error])
    } catch let error as TOMLError {
      throw RunFailure(.usage, [Diagnostic(file: file, error)])
    } catch {
      throw RunFailure(.usage, [Diagnostic(file: file, "\(error)")])
    }
  }

  private mutating func read(_ file: JSONValue) throws(SettingsError) {
    for member in file.members ?? [] {
      guard let key = Key(rawValue: member.key) else {
        throw .unknown(member.key, among: Key.allCases.map(\.rawValue))
      }
      try set(key, member.value)
    }
  }

  private mutating func set(_ key: Key, _ value: JSONValue) throws(SettingsError) {
    switch key {
    case .columns: columns = try Self.columns(value)
    case .frameRate:
      guard let rate = value.double, rate > 0 else { throw .form(key) }
      frameRate = rate
    case .edges:
      guard let range = value.text.flatMap(Interval.parse) else { throw .form(key) }
      edges = range
    case .like:
      guard let name = value.text else { throw .form(key) }
      do { engine = try ScrollEngine(named: name) } catch { throw .engine(error) }
    case .limit:
      guard let number = value.double, number >= 0 else { throw .form(key) }
      limit = number
    }
  }

  private static func columns(_ value: JSONValue) throws(SettingsError) -> [NamedText] {
    guard let members = value.members else { throw .form(.columns) }
    var columns: [NamedText] = []
    for member in members {
      guard ColumnRoles.known.contains(member.key) else {
        throw .unknown("columns.\(member.key)", among: ColumnRoles.known.map { "columns.\($0)" })
      }
      guard let name = member.value.text, !name.isEmpty,
        let column = NamedText(argument: "\(member.key)=\(name)")
      else { throw .form(.columns) }
      columns.append(column)
    }
    return columns
  }
}

extension Settings {
  /// The settings as a file, those that are not known as comments.
  var text: String {
    let names = columns.map { "\($0.name) = \(JSONValue.string($0.text).json)" }.joined(separator: ", ")
    let lines: [(comment: String, key: Key, value: String?)] = [
      (
        "Columns of the recordings, by role: time, x, y, finger.", .columns,
        columns.isEmpty ? nil : "{ \(names) }"
      ),
      ("Frames per second of recordings without times.", .frameRate, frameRate.map(Self.text)),
      (
        "Offsets of the content's edges, pt; either end is optional.", .edges,
        edges.map { "\"\(Self.text($0))\"" }
      ),
      ("Engine to compare with (scrollfit engines).", .like, engine.map { JSONValue.string($0.name).json }),
      ("Largest difference that counts as the same in compare, pt.", .limit, limit.map(Self.text)),
    ]
    return "# Settings of scrollfit. Options of the command line override them.\n"
      + lines.map { line in
        "\n# \(line.comment)\n"
          + (line.value.map { "\(line.key.rawValue) = \($0)" } ?? "# \(line.key.example)") + "\n"
      }.joined()
  }

  /// The sentence of a report: the file, and its values; nil without a file.
  var sentence: String? {
    guard let file else { return nil }
    let values = [
      columns.isEmpty ? nil : "columns " + columns.map { "\($0.name)=\($0.text)" }.joined(separator: ","),
      frameRate.map { "frame-rate \(Self.text($0))" }, edges.map { "edges \(Self.text($0))" },
      engine.map { "like \($0.name)" }, limit.map { "limit \(Self.text($0))" },
    ].compactMap(\.self)
    return "settings of \(FileName.shown(file)): \(values.isEmpty ? "none" : values.joined(separator: "; "))"
  }

  /// `0...3500`, without a side that is not known.
  private static func text(_ range: ClosedRange<Double>) -> String {
    [range.lowerBound, range.upperBound].map { $0.isFinite ? text($0) : "" }.joined(separator: "...")
  }

  /// Integers have no point.
  private static func text(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
  }
}

/// The reason that a file holds no settings.
enum SettingsError: Error, Equatable, CustomStringConvertible {
  case unknown(String, among: [String])
  case form(Settings.Key)
  case engine(UnknownEngine)

  var description: String {
    switch self {
    case .unknown(let key, let known):
      "no key '\(key)'; "
        + (Catalogue.nearest(to: key, among: known).map { "did you mean '\($0)'?" }
          ?? "keys are \(known.joined(separator: ", "))")
    case .form(let key): "\(key.rawValue) has no such value; for example \(key.example)"
    case .engine(let error): "like: \(error)"
    }
  }
}

/// A verb that reads recordings, with the settings of a file.
protocol RecordingCommand: ParsableCommand {
  var reading: ReadingArguments { get }
}
