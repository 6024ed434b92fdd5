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

/// A level of confidence, between 0 and 1.
enum ConfidenceLevel {
  /// The level that a percentage stands for, as the end of a sentence; empty for other numbers.
  static func hint(_ number: Double) -> String {
    number > 1 && number < 100 ? "; for \(number) % give \(number / 100)" : ""
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
      throw ValidationError("--tie needs NAME=EXPRESSION, not '\(argument)'")
    }
    name = named.name
    do { expression = try Expression(named.text) } catch {
      throw ValidationError("--tie \(name): \(error)")
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

extension NoiseModel: ExpressibleByArgument {
  /// `interval` is the former name of `censored`.
  public init?(argument: String) {
    guard let model = Self.allCases.first(where: { [$0.optionName, $0.rawValue].contains(argument) })
    else { return nil }
    self = model
  }

  public static var allValueStrings: [String] { allCases.map(\.optionName) }
}

extension IntervalKind: ExpressibleByArgument {}

extension RecorderToolkit: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

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

extension Estimator: ExpressibleByArgument {
  /// `compass-search-articles` is the former name of `compass-search-original`.
  public init?(argument: String) {
    guard let estimator = Self.allCases.first(where: { [$0.optionName, $0.rawValue].contains(argument) })
    else { return nil }
    self = estimator
  }

  public static var allValueStrings: [String] { allCases.map(\.optionName) }
}

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

/// The keys that recordings are grouped by: `device,os`.
struct GroupKeys: Equatable {
  let keys: [String]

  init(argument: String) throws {
    keys = argument.split(separator: ",").map(String.init)
    guard !keys.isEmpty else {
      throw ValidationError("--group-by needs a key, for example --group-by device,os")
    }
  }
}

/// `--sweep frame-rate=30,60,120`.
struct FrameRates: Equatable {
  /// Frames a second, as given.
  let rates: [Double]

  private static let name = "frame-rate"
  private static let range = 1.0...1000
  private static let maximumCount = 20

  /// - Throws: a `ValidationError` with an example for what is no list of rates.
  init(argument: String) throws {
    let example = "for example --sweep \(Self.name)=30,60,120"
    guard let named = NamedText(argument: argument), named.name == Self.name else {
      throw ValidationError("--sweep needs \(Self.name)=NUMBER,NUMBER,…, not '\(argument)': \(example)")
    }
    var rates: [Double] = []
    for text in named.text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let rate = Number(argument: String(text))?.value, Self.range.contains(rate) else {
        throw ValidationError("--sweep: '\(text)' is no number of frames a second from 1 to 1000: \(example)")
      }
      guard !rates.contains(rate) else { throw ValidationError("--sweep has \(text) twice") }
      rates.append(rate)
    }
    guard rates.count >= 2 else { throw ValidationError("--sweep needs two rates or more: \(example)") }
    guard rates.count <= Self.maximumCount else {
      throw ValidationError("--sweep takes at most \(Self.maximumCount) rates, not \(rates.count)")
    }
    self.rates = rates
  }
}
