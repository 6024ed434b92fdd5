import Formula
import LeastSquares
import Numerals
import Recordings
import ScrollModels

/// The reason that samples or options lead to no fit.
public enum FitError: Error, Equatable, Sendable {
  // What the recording lacks.
  case noSamples(from: Double?, to: Double?, first: Double, last: Double)
  case noMotion
  /// The offsets of an axis change direction from sample to sample.
  case noise(Axis)
  /// The recording is of a finger alone.
  case noOffsets
  /// The rows have no times, which a motion over time needs.
  case noTimes
  case axisMissing(Axis, found: [Axis])
  case fingerMissing(Axis)
  case fingerChangesSign
  case columnMissing(String, found: [String])
  case tooFewSamples(model: String, have: Int, need: Int)
  case offsetsTooLarge(largest: Double)
  case rankDeficient(model: String, rank: Int, columns: Int)
  case noStart(model: String)
  case quantizationStepMissing
  /// A clock offset where nothing gives the state at release.
  case releaseUnknown(Axis)
  case weights(WeightError)
  // What the options ask that cannot be.
  case unknownModel(String, known: [String])
  case unknownParameter(String, model: String, known: [String])
  case notAParameter(String, model: String)
  case givenTwice(String, String, parameter: String)
  case outsideDomain(String, value: Double, domain: ClosedRange<Double>)
  case startOutsideBounds(String, value: Double, bounds: ClosedRange<Double>)
  case notFinite(String)
  case linearNeedsFixed([String], model: String)
  case articlesNeedBounce(model: String)
  case articlesNeedRest
  /// A setting, by its property, that has a meaning for a named model only.
  case needsModel(String)
  case formula(FormulaError)
  /// The names that determine each other, or one thing twice.
  case contradictoryTies([String])
  case nothingFree(model: String)
  case nothingToShare(Axis)
  /// Two settings, by their properties and values, that exclude each other.
  case excluded(String, beside: String)

  /// True if the options are wrong whatever the recording.
  public var isUsage: Bool {
    switch self {
    case .formula(let error): !error.dependsOnData
    case .noSamples, .noMotion, .noise, .noOffsets, .noTimes, .axisMissing, .fingerMissing,
      .fingerChangesSign,
      .columnMissing,
      .tooFewSamples,
      .offsetsTooLarge, .rankDeficient, .noStart, .quantizationStepMissing, .releaseUnknown, .weights:
      false
    case .unknownModel, .unknownParameter, .notAParameter, .givenTwice, .outsideDomain, .startOutsideBounds,
      .notFinite, .linearNeedsFixed, .articlesNeedBounce, .articlesNeedRest, .needsModel,
      .contradictoryTies, .nothingFree, .nothingToShare, .excluded:
      true
    }
  }
}

extension FitError: Explained {
  /// The error in a sentence.
  public var description: String { libraryText }

  package var sentence: Sentence {
    switch self {
    case .noSamples(let from, let to, let first, let last):
      "no samples between \(from.map { Numerals.time($0) } ?? "the start") and \(to.map { Numerals.time($0) } ?? "the end"): "
        + "the recording runs from \(Numerals.time(first)) to \(Numerals.time(last))"
    case .noMotion: "no motion: all offsets are equal"
    case .noise(let axis):
      "no motion on axis \(axis.rawValue): the offsets reverse from sample to sample, as noise does"
    case .noOffsets: "the recording has finger travel but no offsets"
    case .noTimes:
      "the recording has no times, without which no motion can be determined: give \(setting: "frameRate HZ"), or the "
        + "column of times with \(setting: "columns time=NAME")"
    case .axisMissing(let axis, let found):
      "no offsets on axis \(axis.rawValue): the recording has \(found.map(\.rawValue).joined(separator: ", "))"
    case .fingerMissing(let axis):
      "rubber-band needs finger travel on axis \(axis.rawValue): give its column with \(setting: "columns finger=NAME")"
    case .fingerChangesSign:
      "finger travel changes sign: rubber-band fits one overscroll drag beyond one edge"
    case .columnMissing(let name, let found):
      "\(setting: "against"): no column '\(name)' (found: \(found.joined(separator: ", ")))"
    case .tooFewSamples(let model, let have, let need):
      "\(model) needs at least \(need) samples for its free parameters; the range has \(have)"
    case .offsetsTooLarge(let largest):
      "offsets up to \(largest) are too large to fit: the limit is 1e15"
    case .rankDeficient(let model, let rank, let columns):
      "\(model): the samples determine only \(rank) of \(columns) coefficients"
    case .noStart(let model): "\(model) has no finite value anywhere on these samples"
    case .weights(let error): "\(error)"
    case .quantizationStepMissing:
      "no quantization step found in the offsets, which this noise model needs: use \(setting: "noise estimated") or none"
    case .releaseUnknown(let axis):
      "clockOffset is not identifiable beside free initialOffset and initialVelocity: fix both, or record "
        + "willEndDragging with its offset and velocity on axis \(axis.rawValue)"
    case .unknownModel(let name, let known):
      "no model named '\(name)' (known: \(known.joined(separator: ", ")))"
    case .unknownParameter(let name, let model, let known):
      "\(model) has no parameter '\(name)' (known: \(known.joined(separator: ", ")))"
        + (Catalogue.nearest(to: name, among: known).map { ": did you mean '\($0)'?" } ?? "")
    case .notAParameter(let name, let model):
      "'\(name)' of \(model) does not determine one parameter, so it cannot be fixed, started or bounded"
    case .givenTwice(let name, let second, _) where name == second:
      "'\(name)' is fixed: it cannot have bounds or an initial value"
    case .givenTwice(let first, let second, let parameter):
      "'\(first)' and '\(second)' both determine \(parameter): give only one"
    case .outsideDomain(let name, let value, let domain):
      "\(name) = \(value) is outside of \(domain.lowerBound)...\(domain.upperBound)"
    case .startOutsideBounds(let name, let value, let bounds):
      "\(name) starts at \(value), outside of its bounds \(bounds.lowerBound)...\(bounds.upperBound)"
    case .notFinite(let name): "the value of '\(name)' is not finite"
    case .linearNeedsFixed(let names, let model):
      "the linear estimator needs \(names.joined(separator: " and ")) of \(model) fixed (\(setting: "fixed NAME=VALUE"))"
    case .articlesNeedBounce(let model):
      "compass-search-original fits only bounce, not \(model)"
    case .articlesNeedRest:
      "compass-search-original needs a fixed rest (\(setting: "fixed rest=VALUE") or \(setting: "edges LOW...HIGH")) and supports no other constraint"
    case .formula(let error): "\(error)"
    case .contradictoryTies(let names):
      "contradictory ties: \(names.joined(separator: " and ")) determine each other, or one parameter twice"
    case .nothingFree(let model): "\(model) has no free parameter"
    case .nothingToShare(let axis):
      "\(setting: "joint") needs several recordings or phases; axis \(axis.rawValue) has one"
    case .excluded(let setting, let other): "\(setting: setting) and \(setting: other) are mutually exclusive"
    case .needsModel(let setting):
      "\(setting: setting) needs \(setting: "model NAME"): each model has its own parameters"
    }
  }
}

extension Numerals {
  /// `9.1002 s`.
  fileprivate static func time(_ seconds: Double) -> String { significant(seconds, 6) + " s" }
}

extension FormulaError {
  /// True if another file may have what the formula needs.
  fileprivate var dependsOnData: Bool {
    switch problem {
    case .undefinedResponse, .responseWithoutColumn, .parameterInResponse, .reservedColumn: true
    default: false
    }
  }
}
