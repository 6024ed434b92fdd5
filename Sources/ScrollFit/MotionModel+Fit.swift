import Recordings
import ScrollFitting
import ScrollModels

extension MotionModel {
  /// Fits the model to offsets over time.
  ///
  ///     let fit = try MotionModel.bounce.fit(times: times, offsets: offsets, fixing: [.rest: 88])
  ///     if let damping = fit[.damping] { print(damping.value, damping.standardError ?? .nan) }
  ///
  /// - Parameters:
  ///   - times: s, increasing.
  ///   - offsets: pt, as many as times.
  ///   - fixed: parameters, or derived quantities that determine one, and the values they are held at.
  ///   - options: how the model is fitted; its model and its fixed parameters are the ones above.
  /// - Throws: ``RecordingError`` where the columns do not make a recording, ``FitError`` where the samples or the
  ///   options have no fit.
  public func fit(
    times: [Double], offsets: [Double], fixing fixed: [ParameterName: Double] = [:],
    options: FitOptions = FitOptions()
  ) throws -> Fit {
    let trace = try Trace(source: "memory", format: "memory", times: times, offsets: [.y: offsets])
    return try fit(trace, fixing: fixed, options: options)
  }

  /// Fits the model to a view's offsets beyond an edge over the finger's travel, as ``MotionModel/rubberBand`` needs them.
  ///
  /// - Parameters:
  ///   - fingerTravel: beyond the edge, pt.
  ///   - offsets: pt, as many as travels.
  ///   - fixed: parameters, or derived quantities that determine one, and the values they are held at.
  ///   - options: how the model is fitted; its model and its fixed parameters are the ones above.
  /// - Throws: ``RecordingError`` where the columns do not make a recording, ``FitError`` where the samples or the
  ///   options have no fit.
  public func fit(
    fingerTravel: [Double], offsets: [Double], fixing fixed: [ParameterName: Double] = [:],
    options: FitOptions = FitOptions()
  ) throws -> Fit {
    let trace = try Trace(
      Trace.FileOrigin(source: "memory", format: "memory"),
      clock: Trace.SampleClock(fingerTravel.indices.map(Double.init), basis: .rowNumber),
      columns: Trace.SampleColumns(offsets: [.y: offsets], fingers: [.y: fingerTravel]))
    return try fit(trace, fixing: fixed, options: options)
  }

  private func fit(
    _ trace: Trace, fixing fixed: [ParameterName: Double], options: FitOptions
  ) throws(FitError) -> Fit {
    var options = options
    options.model = .model(self)
    for (name, value) in fixed { options.fixed[name.id] = value }
    return try Fitting(trace: trace, axis: .y, options: options).fit()
  }
}

extension Fit {
  /// The verdict on the model: holds, near, fails or undecided.
  public var verdict: Adequacy.Verdict { adequacy.verdict }
}
