import Numerals
import Recordings
import ScrollFitting

extension Analysis {
  /// A section for each recording with its fits; fits without a recording come last.
  var document: Document {
    var remaining = Dictionary(grouping: fits, by: \.recordingName)
    var blocks: [Document.Block] = []
    for recording in recordings {
      let own = remaining.removeValue(forKey: recording.recordingName) ?? []
      blocks.append(.heading(recording.recordingName.title, level: 1))
      blocks.append(.facts(recording.facts(unit: recording.unit) + recording.timeline()))
      let missing = recording.phases.filter { phase in !own.contains { $0.covers(phase) } }
      if !missing.isEmpty { blocks.append(.facts(missing.map(\.fact))) }
      if own.isEmpty && missing.isEmpty { blocks.append(.paragraph("No fit.")) }
      blocks += own.flatMap(\.blocks)
    }
    for fit in fits where remaining[fit.recordingName] != nil {
      blocks.append(.heading(fit.recordingName.title, level: 1))
      blocks += fit.blocks
    }
    blocks += crossings.blocks + comparisons.blocks + joint.blocks + across.blocks
    return Document(blocks: blocks.isEmpty ? [.paragraph("No recording, no fit.")] : blocks)
  }
}

extension RecordingName {
  var title: String {
    let name = source == "-" ? "standard input" : source
    return series.map { "\(name), series \($0)" } ?? name
  }
}

extension RecordingSummary {
  /// Warnings and notes first, then what the file is. `unit` is that of its offsets.
  func facts(unit: String) -> [Document.Fact] {
    var facts = notices.map(\.fact)
    var traits = [format]
    if let timeOrigin, timeOrigin != 0 { traits.append("first time stamp \(Numerals.plain(timeOrigin)) s") }
    if let frameInterval {
      let rate =
        frameRate.map { " (\(Numerals.significant($0)) Hz)" } ?? (isFrameRateVariable ? ", variable" : "")
      // A tenth of a microsecond distinguishes 1/60 s from the 0.0167 s that stands for it.
      traits.append("a frame every \(Numerals.significant(frameInterval * 1000, 5)) ms\(rate)")
    }
    if droppedFrames > 0 {
      let longest = longestGap.map { ", the longest gap \(Numerals.significant($0 * 1000, 4)) ms" } ?? ""
      traits.append("\(counted(droppedFrames, "frame")) dropped\(longest)")
    }
    for axis in Axis.allCases {
      if let quantizationStep = quantizationStep[axis] {
        traits.append("\(axis.rawValue) on a grid of \(quantity(quantizationStep, unit))")
      }
    }
    for axis in Axis.allCases {
      if let edges = edges[axis] { traits.append("\(axis.rawValue) \(edges.description(unit: unit))") }
    }
    facts.append(Document.Fact("recording", traits.joined(separator: ", ")))
    facts += cleaning.map(\.fact)
    return facts
  }
}

extension ClosedRange<Double> {
  /// The content's edges; an infinite side is unknown.
  fileprivate func description(unit: String) -> String {
    switch (lowerBound.isFinite, upperBound.isFinite) {
    case (true, true): "edges at \(Numerals.significant(lowerBound)) and \(quantity(upperBound, unit))"
    case (true, false): "edge at \(quantity(lowerBound, unit))"
    case (false, true): "edge at \(quantity(upperBound, unit))"
    case (false, false): "edges unknown"
    }
  }
}

extension Trace.Cleaning {
  fileprivate var fact: Document.Fact {
    let numbers = lines.map(String.init).joined(separator: ", ")
    let position = lines.isEmpty ? "" : (lines.count == 1 ? " (line " : " (lines ") + numbers
    let more = lines.isEmpty ? "" : (count > lines.count ? ", …)" : ")")
    return Document.Fact("cleaning", "\(what): \(count)\(position)\(more)")
  }
}

extension PhaseSummary {
  fileprivate var fact: Document.Fact {
    let range = "\(axis.rawValue), \(counted(samples, "sample")) from \(Numerals.significant(from)) s to "
    return Document.Fact(
      PhaseKind.noun(of: kind),
      range + "\(Numerals.significant(to)) s, no fit" + (evidence.isEmpty ? "" : ": \(evidence)"))
  }
}

extension Fit {
  fileprivate func covers(_ summary: PhaseSummary) -> Bool {
    axis == summary.axis && phase == summary.kind && from >= summary.from && to <= summary.to
  }
}

extension PhaseKind {
  /// One character that stands for the phase in a timeline.
  fileprivate var mark: Character {
    switch self {
    case .rest: "."
    case .drag: "="
    case .rubberBand: "~"
    case .deceleration: ">"
    case .bounce: "^"
    case .snap: "*"
    case .jump: "|"
    case .programmatic: "+"
    case .constantVelocity: "/"
    case .wheel: ":"
    case .unknownReturn: "<"
    }
  }
}

extension RecordingSummary {
  /// The phases, one line an axis: time runs from left to right, every phase has at least one character. Empty for a
  /// recording that is one phase.
  ///
  /// - Parameter width: characters from the first sample to the last.
  func timeline(width: Int = 80) -> [Document.Fact] {
    var facts: [Document.Fact] = []
    var kinds: Set<PhaseKind> = []
    for axis in Axis.allCases {
      let own = phases.filter { $0.axis == axis }
      guard own.count > 1, let first = own.first, let last = own.last, last.to > first.from else { continue }
      let scale = Double(width) / (last.to - first.from)
      var line = ""
      for (phase, next) in zip(own, own.dropFirst().map(\.from) + [last.to]) {
        guard let kind = PhaseKind(rawValue: phase.kind) else { continue }
        kinds.insert(kind)
        let end = Int(((next - first.from) * scale).rounded())
        line += String(repeating: kind.mark, count: max(1, end - line.count))
      }
      facts.append(Document.Fact("\(axis.rawValue) over time", line))
    }
    guard !facts.isEmpty else { return [] }
    let legend = PhaseKind.allCases.filter(kinds.contains).map { "\($0.mark) \($0.noun)" }.joined(
      separator: ", ")
    let span = phases.map(\.to).max().map { "; from 0 to \(Numerals.significant($0)) s" } ?? ""
    return facts + [Document.Fact("where", legend + span)]
  }
}

extension Segmentation {
  /// A section for each recording: what it is, its timeline, and a table of its phases.
  var document: Document {
    var blocks: [Document.Block] = []
    for recording in recordings {
      blocks.append(.heading(recording.recordingName.title, level: 1))
      blocks.append(.facts(recording.facts(unit: recording.unit) + recording.timeline()))
      if recording.phases.isEmpty {
        blocks.append(.paragraph("No phase."))
      } else {
        blocks.append(.table(recording.table))
      }
    }
    return Document(blocks: blocks.isEmpty ? [.paragraph("No recording.")] : blocks)
  }
}

extension RecordingSummary {
  fileprivate var table: Document.Table {
    func time(_ value: Double, _ error: Double?) -> String {
      "\(Numerals.fixed(value, 4)) ± \(Numerals.fixed(error ?? 0, 4)) s"
    }
    return Document.Table(
      phases,
      [
        ("axis", .left, { $0.axis.rawValue }),
        ("phase", .left, { PhaseKind.noun(of: $0.kind) }),
        ("from", .firstWord, { time($0.from, $0.fromError) }),
        ("to", .firstWord, { time($0.to, $0.toError) }),
        ("samples", .right, { String($0.samples) }),
        ("why", .left, { $0.evidence }),
      ])
  }
}

extension NoiseSummary {
  /// The description of the assumed noise.
  func description(unit: String) -> String {
    let quantizationStep = resolution.map { quantity($0, unit, digits: 3) } ?? ""
    switch model {
    case .none: return "all samples alike, their scatter estimated from the residuals"
    case .grid: return "\(quantizationStep) a sample, known from the grid"
    case .interval:
      return
        "offsets known to \(quantizationStep) by their grid, Gaussian noise of \(factor) of that, by likelihood"
    case .estimated:
      let size = (scale ?? 1) * (resolution ?? 0)
      // Offsets with 15 digits have a resolution that means nothing.
      let ratio = (scale ?? 1) < 1000 ? " (\(factor) times its resolution)" : ""
      let samples = "\(quantity(size, unit, digits: 3)) a sample\(ratio)"
      if let rejected {
        return "\(samples), equal weights: \(rejected.description(unit: unit))"
      }
      guard let timeNoise else { return samples }
      guard timeNoise.isDetermined else { return "\(samples), the timestamp jitter is not determined" }
      guard timeNoise.value > 0 else { return "\(samples), none seen in the recorded times" }
      let milliseconds = Numerals.significant(timeNoise.value * 1000, 2)
      let error = timeNoise.standardError.map { " ± " + Numerals.significant($0 * 1000, 2) } ?? ""
      return "\(samples), \(milliseconds)\(error) ms in the recorded times"
    }
  }

  private var factor: String { scale.map { Numerals.significant($0, 3) } ?? "1" }
}

extension NoiseSummary.Rejection {
  /// The reason why the jitter is not used.
  func description(unit: String) -> String {
    let jitter = "\(Numerals.significant(timeNoise * 1000, 2)) ms of timestamp jitter"
    switch reason {
    case .clock: return "\(jitter) would be more than half a frame or 5 ms, so the residuals are the model's"
    case .misfit(let maximum):
      return "with \(jitter) the curve would miss the samples by a pattern, by up to "
        + quantity(maximum, unit, digits: 2)
    }
  }
}

extension LossSummary {
  func description(unit: String) -> String {
    let scatter = "\(name), usual scatter \(quantity(scale, unit, digits: 3))"
    guard !outliers.isEmpty else { return scatter + ", no outlier" }
    let named = outliers.prefix(8).map {
      "sample \($0.index) at \(Numerals.significant($0.time)) (\(Numerals.signed(quantity($0.residual, unit, digits: 3))))"
    }
    let more = outliers.count > named.count ? ", …" : ""
    return "\(scatter), \(counted(outliers.count, "outlier")): \(named.joined(separator: ", "))\(more)"
  }
}

extension IntervalSummary {
  var description: String {
    let quantile = degreesOfFreedom.map {
      "Student's t with \(isEffective ? "at most " : "")\(counted($0, "degree")) of freedom"
    }
    switch kind {
    case .wald: return "from the curvature at the minimum, \(quantile ?? "normal distribution")"
    case .profile: return "intervals from the profile likelihood, \(quantile ?? "normal distribution")"
    case .bootstrap, .bootstrapCases:
      guard let bootstrap else { return "bootstrap" }
      let what = kind == .bootstrap ? "residuals" : "samples"
      let failed = bootstrap.failed > 0 ? ", \(bootstrap.failed) without a fit" : ""
      return "\(bootstrap.replicates) bootstrap draws of \(what), seed \(bootstrap.seed)\(failed)"
    }
  }
}
