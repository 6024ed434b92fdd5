import Recordings
import ScrollModels

/// The samples of one phase on one axis, as a model sees them.
package struct PhaseSamples {
  package let samples: Samples
  /// Seconds since the recording's first sample, of the first and last sample used.
  package let from: Double
  package let to: Double
  /// `whole` or `range`.
  let kind: String
  /// The unit of the abscissas.
  package let abscissaUnit: String
  /// The pixel grid of the offsets used; nil for none.
  package let quantizationStep: Double?
  /// The smallest difference the offsets can show: the grid, else the last decimal written.
  package let resolution: Double
  /// The label of a sample in a picture or a sentence: its abscissa, or its time where abscissas are row numbers.
  let positions: [Double]
  /// The relative standard error of the rate of abscissas that are times (``Trace/rateError``); else 0.
  let rateError: Double
  let notices: [Notice]

  /// A table of numbers that is no recording: each row an abscissa and an observation.
  package init(table samples: Samples, abscissaUnit: String) {
    self.samples = samples
    self.abscissaUnit = abscissaUnit
    (from, to) = (samples.abscissas.first ?? 0, samples.abscissas.last ?? 0)
    kind = "whole"
    quantizationStep = PixelGrid.detect(samples.observations)
    resolution = quantizationStep ?? PixelGrid.lastDecimal(samples.observations)
    positions = samples.abscissas
    rateError = 0
    notices = []
  }

  /// A formula's response over row numbers.
  ///
  /// - Parameter times: of the rows, s since the recording's first sample.
  package init(formula response: [Double], times: [Double], kind: String) {
    samples = Samples(abscissas: response.indices.map(Double.init), observations: response)
    (from, to) = (times.first ?? 0, times.last ?? 0)
    self.kind = kind
    abscissaUnit = ""
    quantizationStep = PixelGrid.detect(response)
    resolution = quantizationStep ?? PixelGrid.lastDecimal(response)
    positions = times
    rateError = 0
    notices = []
  }

  /// The samples' abscissas for a model: time since the first sample used, the finger's travel, or another column.
  ///
  /// - Throws: ``FitError`` where the trace lacks the axis, the column or any sample in the range.
  package init(
    _ trace: borrowing Trace, axis: Axis, model: MotionModel?, options: borrowing FitOptions
  ) throws(FitError) {
    guard let offsets = trace.offsets[axis] else {
      throw .axisMissing(axis, found: trace.recordedAxes)
    }
    let range = try Self.range(trace, options: options)
    let times = trace.times[range]
    let observed = range.count == offsets.count ? offsets : Array(offsets[range])
    from = times[range.lowerBound]
    to = times[range.upperBound - 1]
    kind = options.phaseKind
    quantizationStep =
      range.count == offsets.count ? trace.quantizationSteps[axis] : PixelGrid.detect(observed)
    resolution = quantizationStep ?? PixelGrid.lastDecimal(observed)

    let abscissa = model?.entry.abscissa ?? .time
    let isOverFinger: Bool =
      switch abscissa {
      case .fingerTravel: true
      case .timeOrColumn: trace.timeBasis == .rowNumber
      case .time, .other: false
      }
    let needsFinger = abscissa == .fingerTravel
    if abscissa == .timeOrColumn, let name = options.against {
      guard let column = trace.others[name] else {
        throw .columnMissing(name, found: trace.others.keys.sorted())
      }
      samples = Samples(abscissas: Array(column[range]), observations: observed)
      abscissaUnit = ""
      notices = []
    } else if isOverFinger, let travel = trace.fingers[axis] ?? trace.fingers.values.first {
      let pull = try Self.oriented(
        Array(travel[range]), observed, isRubberBand: needsFinger, isCounted: !options.hasTravelOffset)
      samples = pull.samples
      abscissaUnit = trace.unit
      notices = pull.notices
    } else if needsFinger {
      throw .fingerMissing(axis)
    } else {
      guard trace.timeBasis != .rowNumber || abscissa != .time else { throw .noTimes }
      let origin = from
      samples = Samples(abscissas: times.map { $0 - origin }, observations: observed)
      abscissaUnit = "s"
      notices =
        trace.timeBasis == .rowNumber ? [.missingTimes] : []
    }
    positions = samples.abscissas
    rateError = abscissaUnit == "s" ? trace.rateError : 0
  }

  /// The samples in `--from`…`--to`, inclusive with a microsecond's slack.
  package static func range(_ trace: borrowing Trace, options: borrowing FitOptions) throws(FitError)
    -> Range<Int>
  {
    let slack = 1e-6
    let low = trace.times.firstIndex { $0 >= (options.from ?? -.infinity) - slack } ?? trace.times.count
    let high = trace.times.lastIndex { $0 <= (options.to ?? .infinity) + slack } ?? -1
    guard low <= high else {
      throw .noSamples(
        from: options.from, to: options.to, first: trace.times.first ?? 0, last: trace.times.last ?? 0)
    }
    return low..<(high + 1)
  }

  /// A pull as the rubber band's model sees it: both travels positive, whichever edge it went beyond.
  ///
  /// - Parameter isCounted: true if the finger's travel is counted from the edge, so that it cannot change its sign.
  private static func oriented(
    _ travel: [Double], _ observed: [Double], isRubberBand: Bool, isCounted: Bool
  ) throws(FitError) -> (samples: Samples, notices: [Notice]) {
    guard isRubberBand else { return (Samples(abscissas: travel, observations: observed), []) }
    let changesSign = travel.contains { $0 > 0 } && travel.contains { $0 < 0 }
    guard !isCounted || !changesSign else { throw .fingerChangesSign }
    let fingerSign = travel.reduce(0, +) < 0 ? -1.0 : 1.0
    let offsetSign = zip(travel, observed).reduce(0) { $0 + $1.0 * fingerSign * $1.1 } < 0 ? -1.0 : 1.0
    let turned = (fingerSign < 0 ? ["finger"] : []) + (offsetSign < 0 ? ["offset"] : [])
    let notices =
      turned.isEmpty
      ? []
      : [Notice(.orientation, "\(turned.joined(separator: " and ")) counted as positive beyond the edge")]
    return (
      Samples(
        abscissas: travel.map { $0 * fingerSign }, observations: observed.map { $0 * offsetSign }),
      notices
    )
  }
}

extension Notice {
  /// The warning about rows without times.
  static let missingTimes = Notice(
    .missingTimes, "the recording has no times: rows are taken as 1 s apart")
}

extension FitOptions {
  /// The name of the samples between `--from` and `--to`.
  var phaseKind: String { phase?.rawValue ?? (from == nil && to == nil ? "whole" : "range") }

  /// True if a rubber band's travel offset is a parameter.
  var hasTravelOffset: Bool { names(.travelOffset) }

  /// Returns true if some constraint or initial value is of a parameter, which not every fit of its model has.
  func names(_ parameter: ParameterName) -> Bool {
    let name = parameter.id
    return fixed[name] != nil || bounds[name] != nil || starts[name] != nil || ties[name] != nil
      || joint.contains(name)
  }
}

/// The state in which a finger let go of the content, known from elsewhere than the samples of the motion.
struct Release {
  /// s since the first sample used.
  let time: Double
  let offset: Double
  let velocity: Double

  /// The release that a deceleration is to start from: nil where its state is estimated from the samples.
  ///
  /// Both `--fix initialOffset` and `--fix initialVelocity` give it at the first sample used; where the options name
  /// `clockOffset`, the last willEndDragging before it that names both does.
  ///
  /// - Throws: ``FitError/releaseUnknown(_:)`` where `clockOffset` is named and nothing gives the state.
  init?(_ trace: borrowing Trace, axis: Axis, from: Double, options: borrowing FitOptions) throws(FitError) {
    if let offset = options.fixed["initialOffset"], let velocity = options.fixed["initialVelocity"] {
      (time, self.offset, self.velocity) = (0, offset, velocity)
      return
    }
    guard options.names(.clockOffset) else { return nil }
    let slack = 2 * (trace.frameClock?.interval ?? 0)
    let events = trace.events.filter { $0.name == "willEndDragging" && $0.time <= from + slack }
    guard let event = events.max(by: { $0.time < $1.time }), let offset = event.offset[axis],
      let velocity = event.velocity[axis]
    else { throw .releaseUnknown(axis) }
    (time, self.offset, self.velocity) = (event.time - from, offset, velocity)
  }
}
