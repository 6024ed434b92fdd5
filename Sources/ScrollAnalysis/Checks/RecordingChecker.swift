import Numerals
import Recordings
import ScrollFitting
import ScrollModels

/// Answers each question of a ``RecordingCheck`` from the fits of a file's recordings.
package struct RecordingChecker {
  private let source: String
  private let traces: [Trace]
  private let recordings: [RecordingSummary]
  private let fits: [Fit]

  /// - Parameter traces: of one file; they are analyzed with the usual options.
  package init(_ traces: [Trace], options: FitOptions = FitOptions()) {
    self.init(traces, Analyzer(options: options).analyze(traces).analysis)
  }

  init(_ traces: [Trace], _ analysis: Analysis) {
    source = traces.first?.source ?? ""
    self.traces = traces
    recordings = analysis.recordings
    fits = analysis.fits
  }

  package var check: RecordingCheck {
    RecordingCheck(
      source: source,
      items: [clock, resolution, deceleration, velocityDependence, bounce, rubberBand, release])
  }

  /// The unit of the offsets: points, or pixels where the scale is not known.
  private var unit: String { traces.first?.unit ?? "pt" }

  private var isVideo: Bool {
    traces.contains { $0.header.contains(JSONMember("source", .string("video"))) }
  }

  private var hasFinger: Bool { traces.contains { !$0.fingers.isEmpty } }

  private func count(_ kind: PhaseKind) -> Int {
    recordings.flatMap(\.phases).count { $0.kind == kind.rawValue }
  }

  /// The fits of the motions whose samples prefer a model of this kind.
  private func fits(_ kind: MotionKind) -> [Fit] { fits.preferred.filter { $0.model.entry.kind == kind } }

  private func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

  // MARK: The recorder

  private var clock: RecordingCheck.Item {
    let intervals = recordings.compactMap(\.frameInterval)
    guard let interval = intervals.max() else {
      return .init(
        .clock, .missing, "the recording has no times", advice: "record a time stamp with each offset")
    }
    let dropped = recordings.reduce(0) { $0 + $1.droppedFrames }
    let samples = traces.reduce(0) { $0 + $1.times.count }
    let rate = "a frame every \(Numerals.significant(interval * 1000, 4)) ms"
    // Recorders of screens leave out pictures that did not change.
    let lacks = isVideo ? "missing, or without a change" : "dropped"
    var text = "\(rate), \(dropped) of \(samples + dropped) frames \(lacks)"
    if let gain = decayPrecision?.clockGain, gain.factor >= Self.smallestGain {
      text +=
        "; its times err by \(Numerals.significant(gain.jitter * 1000, 2)) ms: with exact times the error of decayConstant is "
        + "\(Numerals.significant(gain.factor, 2)) times smaller (the covariance of the fit)"
    }
    let all = (Double(samples + dropped) / Double(max(1, samples))).squareRoot()
    let gain =
      !isVideo && all >= Self.smallestGain
      ? "; with all frames errors are \(Numerals.significant(all, 3)) times smaller (the square root of their number)"
      : ""
    let isUneven = recordings.contains(where: \.isFrameRateVariable) || !isVideo && dropped * 20 > samples
    return isUneven
      ? .init(
        .clock, .partly, text,
        advice:
          "record without other work on the device, from a release build: uneven times enlarge every error"
          + gain)
      : .init(.clock, .determined, text)
  }

  private var resolution: RecordingCheck.Item {
    guard traces.contains(where: { !$0.offsets.isEmpty }) else {
      return .init(
        .resolution, .missing, "the recording has no offsets of the content, but a finger alone",
        advice: "record the offsets of the same gestures")
    }
    let grids = recordings.flatMap(\.quantizationStep.values)
    let deviations = traces.flatMap { $0.deviations ?? [] }
    let marked = deviations.filter { $0 > 0 }
    // Up to one in ten hardly counts.
    if let largest = marked.max(), marked.count * 10 > deviations.count {
      return .init(
        .resolution, .partly,
        "\(marked.count) of \(deviations.count) offsets are known to \(Numerals.significant(largest, 2)) \(unit) only",
        advice: "take the file that the recorder wrote, at its highest resolution and bit rate")
    }
    guard let quantizationStep = grids.max() else {
      return .init(.resolution, .determined, "offsets are on no grid of pixels")
    }
    let noise = Numerals.significant(quantizationStep / 12.0.squareRoot(), 2)
    let text =
      "offsets in steps of \(Numerals.significant(quantizationStep, 4)) \(unit), a noise of \(noise) \(unit)"
    if unit == "pt", quantizationStep <= 0.5 { return .init(.resolution, .determined, text) }
    let advice =
      unit == "pt"
      ? "offsets in thirds of a point, as a native recorder gives on a 3x screen, make errors "
        + "\(Numerals.significant(quantizationStep * 3, 2)) times smaller (errors are proportional to the step)"
      : "give the scale, of a video by `scrollfit video FILE --scale N`: a pixel of a 2x or 3x screen is a half or "
        + "a third of a point"
    return .init(.resolution, .partly, text, advice: advice)
  }

  // MARK: The motion

  private var deceleration: RecordingCheck.Item {
    let found = fits(.fling)
    guard let constants = PooledConstant.best(of: found) else {
      return .init(
        .deceleration, .missing, "no fling that comes to rest was found",
        advice: "record " + MissingMotion.flings)
    }
    var advice = constants.adviceForMore("fling")
    // A longer fling has no less of what differs from one to the next.
    if constants.betweenDeviation == nil, let more = longerFling(found) { advice.append(more) }
    return constants.item(.deceleration, noun: "fling", advice: advice)
  }

  /// The gain of a fling that is recorded to its end, where the one at hand was cut.
  private func longerFling(_ fits: [Fit]) -> String? {
    guard let fit = fits.first(where: { $0.model == .deceleration }), let constant = fit[.decayConstant],
      constant.value > 0, let interval = recordings.compactMap(\.frameInterval).max()
    else { return nil }
    let precision = FlingPrecision(decayConstant: constant.value, interval: interval)
    let whole = 4 / constant.value, duration = fit.to - fit.from
    guard duration < 0.75 * whole else { return nil }
    let gain = precision.relativeError(duration: duration) / precision.relativeError(duration: whole)
    return
      "a fling of \(Numerals.significant(whole, 2)) s instead of \(Numerals.significant(duration, 2)) s makes its error "
      + "\(Numerals.significant(gain, 2)) times smaller (the covariance of the fit at that length)"
  }

  /// The gain below which a number is none to advise by.
  private static let smallestGain = 1.05

  private var decayPrecision: DecayPrecision? {
    let found = fits(.fling)
    return DecayPrecision(
      found, pooled: .best(of: found), interval: recordings.compactMap(\.frameInterval).max())
  }

  /// The error of the decay constant's dependence on the velocity, now and with a further fling.
  private func dependence(adding velocity: Double? = nil) -> String {
    guard let precision = decayPrecision else { return "" }
    let now = precision.dependenceError(), then = velocity.flatMap { precision.dependenceError(adding: $0) }
    let errors = [now, then].compactMap { $0 }.map { "± \(Numerals.significant($0, 2)) 1/s" }
    guard let last = errors.last else { return "" }
    let beginning = velocity.map { "with one at \(Numerals.significant($0, 2)) \(unit)/s " } ?? ""
    let before = errors.count > 1 ? " instead of \(errors[0])" : ""
    return
      "; \(beginning)the change of decayConstant with a doubling of the velocity is known to \(last)\(before)"
  }

  private var velocityDependence: RecordingCheck.Item {
    let speeds = fits(.fling).compactMap { $0[.initialVelocity]?.value }.map(abs).filter { $0 > 0 }
    guard let slowest = speeds.min(), let fastest = speeds.max(), speeds.count > 1 else {
      return .init(
        .velocityDependence, .missing, "fewer than two flings: constants at other velocities are unknown",
        advice: speeds.first.map { speed in
          // The farther one in ratio.
          let other = speed * speed > 300 * 3000 ? 300.0 : 3000
          return "record flings at 300 and at 3000 \(unit)/s" + dependence(adding: other)
        } ?? "record flings at 300 and at 3000 pt/s")
    }
    let text =
      "\(speeds.count) flings from \(Numerals.significant(slowest, 3)) to \(Numerals.significant(fastest, 3)) \(unit)/s"
    return fastest >= 4 * slowest
      ? .init(.velocityDependence, .determined, text + dependence())
      : .init(
        .velocityDependence, .partly, text,
        advice:
          "record one at \(Numerals.significant(slowest * 4, 2)) \(unit)/s or more: a factor of four shows a dependence"
          + dependence(adding: slowest * 4))
  }

  private var bounce: RecordingCheck.Item {
    guard let constants = PooledConstant.best(of: fits(.springReturn)) else {
      return .init(
        .bounce, .missing, "no return from beyond an edge was found",
        advice:
          "record \(MissingMotion.returns); browsers other than Safari and clamped recorders do not show it"
      )
    }
    return constants.item(.bounce, noun: "bounce", advice: constants.adviceForMore("bounce"))
  }

  private var rubberBand: RecordingCheck.Item {
    let drags = MissingMotion.overscrollDrags
    guard hasFinger else {
      return .init(
        .rubberBand, .missing, "the recording has no travel of the finger",
        advice: "record by the app's own recorder or in a browser, with " + drags)
    }
    guard let constants = PooledConstant.best(of: fits(.overscroll)) else {
      return .init(.rubberBand, .missing, "no overscroll drag was found", advice: "record " + drags)
    }
    return constants.item(
      .rubberBand, noun: "overscroll drag", advice: constants.adviceForMore("overscroll drag"))
  }

  private var release: RecordingCheck.Item {
    let drags = count(.drag), flings = count(.deceleration)
    guard hasFinger else {
      return .init(
        .release, .missing,
        "without the finger's travel the velocity at release has nothing to be compared with",
        advice: "record by the app's own recorder or in a browser")
    }
    guard drags > 0, flings > 0 else {
      return .init(
        .release, .missing, "no drag that a fling follows", advice: "record drags that end in a fling")
    }
    let text =
      "\(counted(drags, "drag")) and \(counted(flings, "fling")) with the finger's travel" + fingerPrecision
    return flings >= 6
      ? .init(.release, .determined, text)
      : .init(
        .release, .partly, text,
        advice:
          "six flings of different velocities tell velocity estimators apart: the mean of their differences has "
          + "a \(Numerals.significant((6 / Double(flings)).squareRoot(), 2)) times smaller error (the square root of the number)"
      )
  }

  /// The error of the finger's velocity by a line through its samples, at the recorded rate and at twice of it; empty where it has none.
  private var fingerPrecision: String {
    guard let interval = recordings.compactMap(\.frameInterval).max() else { return "" }
    let grids = traces.flatMap { $0.fingers.values.compactMap { PixelGrid.detect($0) } }
    let speed = fits(.fling).compactMap { $0[.initialVelocity]?.value.magnitude }.max() ?? 0
    let noise = ((grids.max() ?? 0) / 12.0.squareRoot(), speed * fits.timestampJitter)
    let deviation = (noise.0 * noise.0 + noise.1 * noise.1).squareRoot()
    guard deviation > 0 else { return "" }
    let now = ReleasePrecision.standardError(noise: deviation, interval: interval)
    let faster = ReleasePrecision.standardError(noise: deviation, interval: interval / 2)
    return
      "; its velocity over the last 100 ms (\(now.count) samples) is known to ± \(Numerals.significant(now.error, 2)) "
      + "\(unit)/s, at twice the rate to ± \(Numerals.significant(faster.error, 2))"
  }
}

/// The checklist of a recording: what can be determined from it, what not, and what to record next.
package struct RecordingCheck: Equatable, Sendable {
  package let source: String
  package let items: [Item]

  /// One question to the recording.
  package struct Item: Equatable, Sendable {
    package let subject: Subject
    package let state: State
    /// The answer, with the numbers it rests on.
    package let finding: String
    /// The recording that would improve it and by how much; nil where nothing is missing.
    package let advice: String?

    init(_ subject: Subject, _ state: State, _ finding: String, advice: String? = nil) {
      self.subject = subject
      self.state = state
      self.finding = finding
      self.advice = advice
    }
  }

  package enum Subject: String, CaseIterable, Sendable {
    case clock, resolution, deceleration, velocityDependence, bounce, rubberBand, release
  }

  package enum State: String, Sendable {
    case determined
    /// Determined with a standard error above ``largestRelativeError``, or for a part of the range.
    case partly
    case missing
  }

  /// The standard error, relative to the value, up to which a constant counts as determined.
  package static let largestRelativeError = 0.02
}
