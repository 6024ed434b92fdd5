import LeastSquares
import Recordings
import ScrollFitting
import ScrollModels
import ScrollSegmentation

extension Analyzer {
  /// Fits every axis of every recording and adds what pictures need to the fits and recordings.
  ///
  /// - Parameter limit: the largest number of illustrated fits; where there are more, those with the largest lack of
  ///   fit for their travel.
  package func analyze(
    _ traces: [Trace], illustrating limit: Int
  ) -> (analysis: Analysis, failures: [Failure]) {
    let illustrated = illustrated(traces, limit: limit)
    return (illustrated.analysis, illustrated.failures)
  }

  /// The same, with the fits before anything is said about them, and the phases found on each axis of each recording.
  func illustrated(
    _ traces: [Trace], limit: Int
  ) -> (
    analysis: Analysis, fitted: [FittedRecording], found: [[Axis: AxisSegmentation]], failures: [Failure]
  ) {
    let (whole, fitted, found, failures) = analyzed(traces)
    var analysis = whole
    guard limit > 0 else { return (analysis, fitted, found, failures) }
    analysis.fits = analysis.fits.illustrated(fitted, limit: limit, threads: options.threads)
    let shown = zip(analysis.recordings, traces).prefix(limit).map { $0.withOverview(of: $1) }
    analysis.recordings.replaceSubrange(shown.indices, with: shown)
    return (analysis, fitted, found, failures)
  }
}

extension [Fit] {
  /// The fits with what their pictures need: all, or, where there are more than the limit, those that are
  /// furthest off for their travel.
  ///
  /// - Parameter recordings: what each fit is the report of.
  func illustrated(_ recordings: [FittedRecording], limit: Int, threads: Int) -> [Fit] {
    // Fits of a formula have no recording of this kind.
    guard limit > 0, recordings.count == count else { return self }
    let worst = indices.sorted { first, second in
      let (one, other) = (self[first].adequacy.relativeLackOfFit, self[second].adequacy.relativeLackOfFit)
      return one == other || one.isNaN || other.isNaN ? first < second : one > other
    }
    let chosen = worst.prefix(limit).sorted()
    let fits = self
    let illustrations = Parallel.map(chosen.count, threads: threads) { position in
      recordings[chosen[position]].illustration(of: fits[chosen[position]])
    }
    var illustrated = self
    for (index, illustration) in zip(chosen, illustrations) {
      illustrated[index] = illustrated[index].illustrated(by: illustration)
    }
    return illustrated
  }
}

extension RecordingSummary {
  /// The points of a curve and the gaps that a picture holds at most.
  private static let maximumPoints = 600

  /// The summary with the recording's offsets, touches and dropped frames over time, for a picture.
  func withOverview(of trace: Trace) -> RecordingSummary {
    var summary = self
    guard trace.timeBasis != .rowNumber else { return summary }
    for (axis, offsets) in trace.offsets where offsets.contains(where: { $0 != offsets[0] }) {
      summary.overview[axis] = PlaneCurve(x: trace.times, y: offsets).thinned(to: Self.maximumPoints)
      let touches = trace.touches(axis, maximumPoints: Self.maximumPoints)
      if !touches.isEmpty { summary.touches[axis] = touches }
    }
    let gaps = trace.frameClock?.gaps(in: trace.times) ?? []
    let longest = gaps.sorted { $0.frames > $1.frames }.prefix(Self.maximumPoints)
    summary.gaps = longest.sorted { $0.range.lowerBound < $1.range.lowerBound }
    return summary
  }
}

extension Trace {
  /// The finger's travel, a curve for each touch; without states one for the whole recording. Empty where none was recorded
  /// or the finger did not move.
  fileprivate func touches(_ axis: Axis, maximumPoints: Int) -> [PlaneCurve] {
    guard let travel = fingers[axis], travel.contains(where: { $0 != travel[0] }) else { return [] }
    let isTouching =
      states.isEmpty ? travel.map { _ in true } : states.map { $0 == .tracking || $0 == .dragging }
    return travel.indices.split { !isTouching[$0] }.filter { $0.count > 1 }.map { touch in
      PlaneCurve(x: touch.map { times[$0] }, y: touch.map { travel[$0] })
        .thinned(to: max(2, maximumPoints * touch.count / travel.count))
    }
  }
}

extension PlaneCurve {
  /// At most that many points: of neighbors the lowest and the highest, so that nothing that sticks out is
  /// lost.
  func thinned(to limit: Int) -> PlaneCurve {
    guard x.count > limit else { return self }
    let blocks = limit / 2
    let chosen = (0..<blocks).flatMap { block -> [Int] in
      let range = (block * x.count / blocks)..<((block + 1) * x.count / blocks)
      let lowest = range.min { y[$0] < y[$1] } ?? range.lowerBound
      let highest = range.max { y[$0] < y[$1] } ?? range.lowerBound
      return lowest == highest ? [lowest] : [lowest, highest].sorted()
    }
    return PlaneCurve(x: chosen.map { x[$0] }, y: chosen.map { y[$0] })
  }
}

extension FittedRecording {
  /// The data of a fit's picture.
  func illustration(of fit: Fit) -> Illustration {
    let abscissas = candidate.phase.samples.abscissas
    let (low, high) = (abscissas.min() ?? 0, abscissas.max() ?? 0)
    func spread(_ count: Int) -> [Double] {
      (0...count).map { low + (high - low) * Double($0) / Double(count) }
    }
    let dense = spread(160)
    let (values, confidence) = curve(of: candidate.scrollModel, at: dense)
    return Illustration(
      curve: PlaneCurve(x: dense, y: values), confidence: confidence,
      maximum: candidate.estimation.residuals.reduce(0) { max($0, abs($1)) },
      references: references(of: fit).sorted { $0.maximum < $1.maximum },
      estimators: candidate.estimatorPaths(abscissas: spread(60), options: fitting.options))
  }

  /// The reported model and half the width of its band.
  private func curve(of scrollModel: some ScrollModel, at abscissas: [Double]) -> ([Double], [Double]) {
    let estimation = solution.estimation
    let zero = Samples(abscissas: abscissas, observations: abscissas.map { _ in 0 })
    let (values, jacobian) = zero.full(scrollModel, map: estimation.coordinates).linearized(
      at: estimation.point)
    guard let covariance = solution.covariance else { return (values, []) }
    let band = CurveBand(
      covariance, degreesOfFreedom: solution.distribution.degreesOfFreedom,
      confidence: fitting.options.confidence)
    let beyond = [Double](repeating: 0, count: max(0, covariance.count - estimation.point.count))
    let widths = abscissas.indices.map { i in
      band.halfWidth(gradient: estimation.point.indices.map { jacobian[$0 * abscissas.count + i] } + beyond)
        ?? .nan
    }
    return (values, widths.allSatisfy(\.isFinite) ? widths : [])
  }

  /// Fits with one known constant given. A constant that these samples have no fit with is left out.
  private func references(of fit: Fit) -> [ReferenceCurve] {
    fit.against.compactMap { known in
      var fixed = candidate.fixed
      fixed[known.parameter] = known.expected
      var options = fitting.options
      options.estimator = .auto
      options.starts = [:]
      guard
        let held = try? Estimation(
          candidate.scrollModel, samples: solution.samples, fixed: fixed, options: options)
      else { return nil }
      let residuals = held.residuals.map { -$0 }
      let judged = AdequacyRule().judge(
        residuals: residuals, of: candidate.phase.samples.range,
        quantizationNoise: fit.residuals.quantizationNoise,
        degreesOfFreedom: residuals.count - held.point.count)
      return ReferenceCurve(
        reference: known.reference, parameter: known.parameter, expected: known.expected,
        residuals: residuals, maximum: residuals.reduce(0) { max($0, abs($1)) },
        verdict: Adequacy.Verdict(judged.verdict))
    }
  }
}
