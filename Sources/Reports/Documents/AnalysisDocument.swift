import Numerals
import Recordings
import ScrollFitting

extension Analysis {
  /// A section for each recording with its fits; fits without a recording come last.
  var document: Document {
    var remaining = fits
    var blocks: [Document.Block] = []
    for recording in recordings {
      let belongs: (Fit) -> Bool = { $0.source == recording.source && $0.series == recording.series }
      let own = remaining.filter(belongs)
      remaining.removeAll(where: belongs)
      blocks.append(.heading(Self.title(source: recording.source, series: recording.series), level: 1))
      blocks.append(.facts(recording.facts(unit: recording.unit) + recording.timeline()))
      let missing = recording.phases.filter { phase in !own.contains { $0.covers(phase) } }
      if !missing.isEmpty { blocks.append(.facts(missing.map(\.fact))) }
      if own.isEmpty && missing.isEmpty { blocks.append(.paragraph("No fit.")) }
      blocks += own.flatMap(\.blocks)
    }
    for fit in remaining {
      blocks.append(.heading(Self.title(source: fit.source, series: fit.series), level: 1))
      blocks += fit.blocks
    }
    blocks += crossings.blocks + comparisons.blocks + joint.blocks + across.blocks
    return Document(blocks: blocks.isEmpty ? [.paragraph("No recording, no fit.")] : blocks)
  }

  static func title(source: String, series: String?) -> String {
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
      if let grid = grid[axis] { traits.append("\(axis.rawValue) on a grid of \(quantity(grid, unit))") }
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
