import Numerals
import Recordings
import ScrollAnalysis
import ScrollFitting
import ScrollModels

extension ReleaseReport {
  /// The number of estimators that are printed; JSON has them all.
  private static let shown = 6

  /// The title of a section about the gestures of a file's series together.
  var sessionTitle: String { "\(RecordingName(source: source).title), all series" }

  /// Returns true if the report is of the gestures of a file's series together.
  func isSession(of recordings: [RecordingSummary]) -> Bool {
    series == nil && recordings.contains { $0.source == source && $0.series != nil }
  }

  /// The section of the verbose report.
  var blocks: [Document.Block] {
    let title = recordingName.title
    var blocks: [Document.Block] = [
      .heading("\(title), release on \(axis.rawValue)", level: 1), .facts(facts),
    ]
    guard let table else { return blocks }
    blocks.append(.table(table))
    let hidden = estimators.count - Self.shown
    if hidden > 0 { blocks.append(.paragraph("\(counted(hidden, "more estimator")) below these.")) }
    return blocks
  }

  /// The line of the short report.
  var line: String {
    let parts = [
      velocityPart,
      latency.map { ($0.isAhead ? "recorded finger late: " : "") + "latency \(Self.milliseconds($0))" },
      hitches.line,
    ].compactMap { $0 }
    return parts.isEmpty
      ? "too few flings from rest, no drag that shows the latency" : parts.joined(separator: "; ")
  }

  private var velocityPart: String? {
    guard !estimators.isEmpty else { return nil }
    guard isAdequate == true else { return "velocity by no known estimator (nearest: rms \(rms))" }
    let isOne = estimators.count(where: \.isIndistinguishable) == 1
    return isOne
      ? "velocity as \(indistinguishable) (rms \(rms))"
      : "velocity as one of \(indistinguishable) (not distinguished, rms \(rms))"
  }

  /// The flings that the ranking rests on.
  private var flings: [ObservedRelease] { releases.ranked }

  /// The estimators that the flings do not distinguish from the best one, itself first.
  private var indistinguishable: String {
    RecordingIdentification.list(estimators.filter(\.isIndistinguishable).map(\.estimator.name), atMost: 3)
  }

  private var rms: String { quantity(estimators.first?.rootMeanSquare ?? .nan, "\(unit)/s", digits: 2) }

  var facts: [Document.Fact] {
    var facts = [Document.Fact("estimator", sentence)]
    if let best = estimators.first?.estimator {
      facts.append(Document.Fact("source", best.source.description))
      if !best.note.isEmpty { facts.append(Document.Fact("note", best.note)) }
    }
    let leftOut = releases.fromRest.count - flings.count
    if leftOut > 0 {
      facts.append(
        Document.Fact(
          "excluded", "\(counted(leftOut, "fling")): a frame is missing in the finger's last 150 ms"))
    }
    if !estimators.isEmpty { facts.append(Document.Fact("best weights", weightsSentence)) }
    if let window, let interval = window.interval {
      facts.append(
        Document.Fact(
          "best window",
          "\(quantity(window.value * 1000, "ms")), \(Numerals.significant(interval.lowerBound * 1000)) to "
            + "\(quantity(interval.upperBound * 1000, "ms"))"))
    }
    if let gate { facts.append(Document.Fact("gate", gate.sentence(unit))) }
    if let limit { facts.append(Document.Fact("limit", limit.sentence(unit))) }
    if let momentum { facts.append(Document.Fact("momentum", momentum.sentence)) }
    let drags = counted(latencyDrags, "drag")
    facts.append(
      Document.Fact(
        "latency",
        latency.map {
          "content behind finger by \(Self.milliseconds($0)), \(Self.range($0)) (\(drags))"
            + ($0.isAhead
              ? ": the content is ahead, so the recorder has the finger late, and predictions rest on what it had"
              : "")
        }
          ?? (timing.hidesLatency
            ? "not determined: the jitter of the recorded times is above 0.08 of a frame"
            : "no drag shows it")))
    facts.append(Document.Fact("hitches", hitches.line ?? "no frame late, none repeated"))
    facts.append(Document.Fact("recorded times", timing.sentence))
    facts.append(
      Document.Fact(
        "assumed",
        "the engine saw the recorded finger at the recorded times; a fling's velocity is its fitted model's at the release; "
          + "errors are independent and normal"))
    return facts
  }

  /// The weights, or the reason that there are none.
  private var weightsSentence: String {
    guard !weights.isEmpty else {
      return flings.count < 5
        ? "not determined: \(counted(flings.count, "fling")) from rest, five are needed"
        : "not determined: the fingers' last velocities are too much alike"
    }
    return timing.biasesWeights
      ? "not determined: errors of the finger’s samples bias them by more than their standard errors"
      : weights.map { "\($0.name) \($0.text)" }.joined(separator: ", ")
  }

  /// The verdict in words.
  private var sentence: String {
    guard !estimators.isEmpty else {
      return "\(counted(flings.count, "fling")) from rest: three are needed to tell estimators apart"
    }
    let flings = "\(counted(flings.count, "fling")) to \(rms) rms"
    guard isAdequate == true else {
      return "none of the catalogue predicts the flings within their errors; the nearest is "
        + "\(estimators[0].estimator.name): \(flings)"
    }
    let others =
      estimators.count(where: \.isIndistinguishable) > 1 ? "; not distinguished from one another" : ""
    return "\(indistinguishable): \(flings), within their errors\(others)"
  }

  /// The first estimators of the ranking; nil without one.
  var table: Document.Table? {
    guard !estimators.isEmpty else { return nil }
    return Document.Table(
      Array(estimators.prefix(Self.shown)),
      [
        ("estimator", .left, { $0.estimator.name }),
        ("rms, \(unit)/s", .right, { Numerals.significant($0.rootMeanSquare, 3) }),
        ("largest", .right, { Numerals.significant($0.largest, 3) }),
        ("mean", .firstWord, { measured($0.bias, error: $0.biasError, unit: "") }),
        ("Δχ²", .right, { Numerals.significant($0.deviance, 3) }),
        ("apart from", .right, { Numerals.significant($0.allowance + ReleaseReport.deviancePoint, 3) }),
        ("read at", .left, { $0.estimator.source.position }),
      ])
  }

  private static func milliseconds(_ latency: Estimate) -> String {
    measured(latency.value * 1000, error: latency.standardError.map { $0 * 1000 }, unit: "ms")
  }

  private static func range(_ latency: Estimate) -> String {
    guard let interval = latency.interval else { return "" }
    let rounding = Rounding(value: latency.value * 1000, error: latency.standardError.map { $0 * 1000 })
    return "\(rounding.text(interval.lowerBound * 1000)) to \(rounding.text(interval.upperBound * 1000))"
  }
}

extension Estimate {
  /// True for a latency below zero: the recorder has the finger later than the content.
  fileprivate var isAhead: Bool { interval.map { $0.upperBound < 0 } ?? false }
}

extension CatalogueSource {
  /// `zynga/scroller @a99b5a9`; a publication's title.
  fileprivate var position: String {
    switch self {
    case .repository(let name, _, let version): "\(name) @\(version)"
    case .publication(let title, _): title
    }
  }
}

extension ReleaseTiming {
  fileprivate var sentence: String {
    let unknown =
      undetermined > 0
      ? "jitter not determined in \(counted(undetermined, "fit")): its effect there is not known" : nil
    guard jitter > 0 else { return unknown ?? "no jitter is seen" }
    var parts = ["jitter of \(quantity(1000 * jitter, "ms", digits: 2))"]
    if let predictionBias, let predictionError {
      let size = Numerals.significant(100 * predictionBias.magnitude, 2)
      parts.append(
        "predictions are \(size) % too \(predictionBias < 0 ? "small" : "large") on average "
          + "and err by \(Numerals.significant(100 * predictionError, 2)) % each, which the ranking allows for"
      )
    }
    if let delayBias {
      let size = Numerals.significant(100 * delayBias.magnitude, 2)
      parts.append(
        "where it is delays, velocities at the noted releases are \(size) % too \(delayBias < 0 ? "small" : "large"), "
          + "which is not taken off")
    }
    return (parts + [unknown].compactMap { $0 }).joined(separator: "; ")
  }
}

extension ReleaseGate {
  fileprivate func sentence(_ unit: String) -> String {
    let slowest = "the slowest fling has \(quantity(slowestFling, "\(unit)/s", digits: 3))"
    guard let fastestRest else { return "\(slowest), no release without one" }
    let fastest = "the fastest release without one \(quantity(fastestRest, "\(unit)/s", digits: 3))"
    return "\(slowest), \(fastest)" + (fastestRest < slowestFling ? "" : ": no speed separates them")
  }
}

extension ReleaseLimit {
  fileprivate func sentence(_ unit: String) -> String {
    guard let limit else { return "none up to \(quantity(fastestFling, "\(unit)/s", digits: 3))" }
    return
      "\(measured(limit.value, error: limit.standardError, unit: "\(unit)/s")): \(counted(count, "fling")) of "
      + "faster fingers start with it"
  }
}

extension CarriedShare {
  fileprivate var sentence: String {
    let nearer =
      chiSquaredByEngine < chiSquaredWithout ? "nearer to the model of \(engine)" : "nearer to none"
    return
      "\(share.text) of the velocity before is kept (\(counted(count, "repeated fling"))); \(nearer): χ² "
      + "\(Numerals.significant(chiSquaredWithout, 3)) without, \(Numerals.significant(chiSquaredByEngine, 3)) with it"
  }
}

extension Hitches {
  /// `3 frames late by 51 ms in all (4 ms/s), the latest at 1.23 s, 1 repeated`; nil for none.
  fileprivate var line: String? {
    guard late.count + repeated > 0 else { return nil }
    let rate = motion > 0 ? " (\(quantity(1000 * duration / motion, "ms/s", digits: 2)))" : ""
    let lateness =
      late.isEmpty
      ? nil : "\(counted(late.count, "frame")) late by \(quantity(1000 * duration, "ms", digits: 3))\(rate)"
    let latest = longest.map { frame in
      let series = frame.series.map { "in series \($0) " } ?? ""
      return "\(late.count == 1 ? "" : "the latest ")\(series)at \(quantity(frame.time, "s", digits: 4))"
    }
    return [lateness, latest, repeated == 0 ? nil : "\(counted(repeated, "frame")) repeated"].compactMap {
      $0
    }
    .joined(separator: ", ")
  }
}
