/// An error of constants that determine no motion.
package enum ConversionError: Error, Equatable, Sendable {
  case nothingGiven
  case unknownName(String, nearest: [String])
  case outsideDomain(String, value: Double, domain: String)
  case givenTwice(String)
  /// Two constants and what each is of.
  case mixed(String, String, String, String)
  /// Several names for one thing.
  case saidTwice([String], of: String)
  case undetermined([String], missing: String)
  /// A number that no screen's motion has.
  case outOfRange(String, unit: String, range: ClosedRange<Double>)
  /// The motion to compare over has no velocity and no displacement.
  case nothingMoves(String)
}

extension ConversionError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .nothingGiven: "no constant given: NAME=VALUE"
    case .unknownName(let name, let nearest):
      nearest.isEmpty
        ? "unknown constant '\(name)' (known: \(ConstantName.all.map(\.text).joined(separator: ", ")))"
        : "unknown constant '\(name)'; did you mean \(nearest.joined(separator: ", "))"
    case .outsideDomain(let name, let value, let domain): "\(name) is \(domain), not \(value)"
    case .givenTwice(let name): "\(name) is given twice"
    case .mixed(let first, let its, let second, let other):
      "\(first) is a constant of a \(its) and \(second) of a \(other): convert them separately"
    case .saidTwice(let names, let thing):
      "\(names.joined(separator: ", ")) determine the \(thing) more than once: omit one"
    case .undetermined(let names, let missing):
      "\(names.joined(separator: ", ")) alone \(names.count == 1 ? "does" : "do") not determine a motion: give \(missing) too"
    case .outOfRange(let thing, let unit, let range):
      "the \(thing) is not between \(range.lowerBound) and \(range.upperBound)\(unit.isEmpty ? "" : " " + unit)"
    case .nothingMoves(let family): "the \(family) does not move with this velocity and displacement"
    }
  }
}
