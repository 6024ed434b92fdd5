import ArgumentParser
import Formula
import LeastSquares
import Recordings
import Reports
import ScrollAnalysis
import ScrollFitting
import ScrollModels

/// A finite number, as every number option takes it.
struct Number: ExpressibleByArgument, Equatable {
  let value: Double

  init?(argument: String) {
    guard let value = Double(argument), value.isFinite else { return nil }
    self.value = value
  }
}

/// `NAME=TEXT`, split at the first `=`.
struct NamedText: ExpressibleByArgument, Equatable {
  let name: String
  let text: String

  init?(argument: String) {
    guard let split = argument.firstIndex(of: "="), split > argument.startIndex else { return nil }
    name = String(argument[..<split])
    text = String(argument[argument.index(after: split)...])
  }
}

/// `ROLE=NAME`, or several after commas: `time=1,y=2`. A comma that no role follows belongs to the column's name.
struct ColumnRoles: ExpressibleByArgument, Equatable {
  static let known = ["time", "x", "y", "finger"]

  let roles: [NamedText]

  init?(argument: String) {
    var parts: [String] = []
    for piece in argument.split(separator: ",", omittingEmptySubsequences: false) {
      if parts.isEmpty || Self.known.contains(where: { piece.hasPrefix($0 + "=") }) {
        parts.append(String(piece))
      } else {
        parts[parts.count - 1] += "," + piece
      }
    }
    let roles = parts.compactMap(NamedText.init(argument:))
    guard roles.count == parts.count else { return nil }
    self.roles = roles
  }
}

/// `NAME=VALUE`.
struct NamedNumber: ExpressibleByArgument, Equatable {
  let name: String
  let value: Double

  init?(argument: String) {
    guard let named = NamedText(argument: argument), let number = Number(argument: named.text) else {
      return nil
    }
    name = named.name
    value = number.value
  }
}

/// `LOW...HIGH`; a side left out is infinite.
struct NumberRange: ExpressibleByArgument, Equatable {
  let range: ClosedRange<Double>

  init?(argument: String) {
    guard let range = Interval.parse(argument) else { return nil }
    self.range = range
  }
}

/// `NAME=LOW...HIGH`.
struct NamedRange: ExpressibleByArgument, Equatable {
  let name: String
  let range: ClosedRange<Double>

  init?(argument: String) {
    guard let named = NamedText(argument: argument), let range = NumberRange(argument: named.text) else {
      return nil
    }
    name = named.name
    self.range = range.range
  }
}

/// `NAME=EXPRESSION`.
struct NamedExpression: Equatable {
  let name: String
  let expression: Expression

  /// - Throws: a `ValidationError` that names the column of what cannot be read.
  init(argument: String) throws {
    guard let named = NamedText(argument: argument) else {
      throw ValidationError("a tie is NAME=EXPRESSION, not '\(argument)'")
    }
    name = named.name
    do { expression = try Expression(named.text) } catch {
      throw ValidationError("the tie of \(name): \(error)")
    }
  }
}

extension Formula {
  /// - Throws: a `ValidationError` that names the column of what cannot be read.
  init(argument: String) throws {
    do { try self.init(argument) } catch { throw ValidationError("\(error)") }
  }
}

extension RobustLoss: ExpressibleByArgument {
  public init?(argument: String) {
    guard let loss = RobustLoss.allCases.first(where: { $0.optionName == argument }) else { return nil }
    self = loss
  }

  public static var allValueStrings: [String] { allCases.map(\.optionName) }
}

extension NoiseModel: ExpressibleByArgument {}

extension IntervalKind: ExpressibleByArgument {}

extension ReportFormat: ExpressibleByArgument {}

extension ExportLanguage: ExpressibleByArgument {}

extension RowFormat: ExpressibleByArgument {}

/// `--axis`.
enum AxisChoice: String, CaseIterable, ExpressibleByArgument {
  case x, y, both

  /// Nil for both.
  var axis: Axis? { Axis(rawValue: rawValue) }
}

/// `--model`.
extension ModelSelection: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }

  public static var allValueStrings: [String] { known }
}

extension Estimator: ExpressibleByArgument {}

extension VelocityUnit: ExpressibleByArgument {}

extension InputFormat: ExpressibleByArgument {}

/// The units that a column of times may be in.
enum TimeUnitChoice: String, CaseIterable, ExpressibleByArgument {
  case seconds = "s"
  case milliseconds = "ms"
  case microseconds = "us"
  case nanoseconds = "ns"

  var perSecond: Double {
    switch self {
    case .seconds: 1
    case .milliseconds: 1e3
    case .microseconds: 1e6
    case .nanoseconds: 1e9
    }
  }
}
