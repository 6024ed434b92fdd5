import LeastSquares
import Numerals
import Recordings
import ScrollModels

extension [Fit] {
  /// The fits, the first of them with the sensitivity of their constants.
  ///
  /// - Parameter recordings: the fits before anything is said about them, in the same order.
  func withSensitivities(_ recordings: [FittedRecording], threads: Int) -> [Fit] {
    // Fits of a formula have no recording of this kind.
    guard recordings.count == count else { return self }
    var fits = self
    let found = Parallel.map(Swift.min(count, Sensitivity.maximumFits), threads: threads) { [fits] index in
      recordings[index].sensitivity(of: fits[index])
    }
    for (index, sensitivity) in found.enumerated() { fits[index].sensitivity = sensitivity }
    return fits
  }
}

extension FittedRecording {
  /// The first constant of the model that was estimated, under other choices of the analysis. Nil where the fit has none or did
  /// not converge, or the samples have no fit with any other choice.
  func sensitivity(of fit: Fit) -> Sensitivity? {
    // Others would spend their evaluations too.
    guard fit.termination.converged else { return nil }
    let names = Set(fit.model.constants.map(\.name))
    let constant = fit.parameters.first {
      names.contains($0.name) && $0.standardError != nil && $0.isDetermined
    }
    guard let constant else { return nil }
    let cases = choices.compactMap { choice -> Sensitivity.Case? in
      guard let estimate = try? estimate(of: constant.name, choosing: choice), estimate.value.isFinite,
        estimate.isDetermined
      else { return nil }
      return Sensitivity.Case(choice, estimate)
    }
    return cases.isEmpty ? nil : Sensitivity(reported: constant, cases: cases)
  }

  private var choices: [Sensitivity.Choice] {
    let count = candidate.sampleCount
    let tenth = max(1, count / 10)
    var choices: [Sensitivity.Choice] = []
    if !holdsState { choices.append(.withoutFirst(samples: tenth)) }
    choices.append(.withoutLast(samples: tenth))
    choices.append(.noise(fitting.options.noise == .none ? .estimated : .none))
    if case .frames(let interval) = fitting.trace.timeBasis, !holdsState,
      let other = Self.otherInterval(interval)
    {
      choices.append(.interval(other))
    }
    if candidate.scrollModel.parameters.contains(where: { $0.name == Self.rest }) {
      if candidate.fixed[Self.rest] != nil {
        choices.append(.restFree)
      } else if let last = restAtEnd, fitting.options.ties[Self.rest] == nil {
        choices.append(.restFixed(last))
      }
    }
    return choices
  }

  /// The other value by which people call the interval of a usual frame rate: 1/60 s for 0.0167 s, 0.0167 s for 1/60 s. Nil for
  /// any other interval.
  private static func otherInterval(_ interval: Double) -> Double? {
    for rate in [24.0, 25, 30, 48, 50, 60, 90, 120, 144, 240] {
      // Three significant digits.
      let rounded = Numerals.significant(1 / rate, 3)
      guard let short = Double(rounded), short != 1 / rate else { continue }
      if abs(interval * rate - 1) < 1e-9 { return short }
      if interval == short { return 1 / rate }
    }
    return nil
  }

  private static let rest = ParameterName.rest.id

  /// True if options give something of the state at the first sample, which another first sample does not have.
  private var holdsState: Bool {
    let options = fitting.options
    let names = [
      Array(options.fixed.keys), Array(options.bounds.keys), Array(options.starts.keys),
      Array(options.ties.keys),
    ].joined()
    let lasting = Set(candidate.scrollModel.model.constants.map(\.name)).union([Self.rest])
    return names.contains { !lasting.contains($0) }
  }

  /// The offset of the last three samples, where it is the same: the motion is over. Nil for any other end.
  private var restAtEnd: Double? {
    let end = candidate.phase.samples.observations.suffix(3)
    guard end.count == 3, let last = end.last, end.allSatisfy({ $0 == last }) else { return nil }
    return last
  }

  /// The estimate of a constant by the fit with one choice changed.
  private func estimate(of name: String, choosing choice: Sensitivity.Choice) throws(FitError) -> Estimate? {
    var options = fitting.options
    options.intervals = .wald
    options.keepPath = false
    options.keepCurve = false
    var trace = fitting.trace
    if case .interval(let interval) = choice, case .frames(let own) = trace.timeBasis {
      trace = trace.withFrameInterval(interval)
      (options.from, options.to) = (
        options.from.map { $0 / own * interval }, options.to.map { $0 / own * interval }
      )
    }
    let times = trace.times
    let range = try PhaseSamples.range(trace, options: options)
    switch choice {
    case .withoutFirst(let samples): options.from = times[range.lowerBound + samples]
    case .withoutLast(let samples): options.to = times[range.upperBound - 1 - samples]
    case .noise(let model): options.noise = model
    case .interval: break
    case .restFree: options.fixed[Self.rest] = nil
    case .restFixed(let rest): options.fixed[Self.rest] = rest
    }
    let varied = Fitting(trace: trace, axis: fitting.axis, options: options)
    let fitted = try varied.fitted(as: candidate.scrollModel.model, restFree: choice == .restFree)
    let fit = try FitReport(
      fitted.candidate, solution: fitted.solution, lengthUnit: fitting.trace.unit, options: options
    ).fit
    return fit.parameters.first { $0.name == name }
  }
}
