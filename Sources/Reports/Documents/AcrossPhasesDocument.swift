import Numerals
import Recordings
import ScrollFitting

extension [EdgeCrossing] {
  /// The velocity that each deceleration brings to an edge against the one that the bounce begins with.
  var blocks: [Document.Block] {
    guard !isEmpty else { return [] }
    return [
      .heading("Velocity at the edge", level: 1),
      .table(
        Document.Table(
          self,
          [
            ("recording", .left, { Analysis.title(source: $0.source, series: $0.series) }),
            ("edge", .left, { "\($0.axis.rawValue) at \(Numerals.significant($0.time)) s" }),
            ("of the deceleration", .firstWord, { $0.arrival.text }),
            ("of the bounce", .firstWord, { $0.departure.text }),
            ("ratio", .firstWord, { $0.ratio.text }),
            ("interval", .left, { $0.ratio.intervalText }),
          ])),
    ]
  }
}

extension [AxisComparison] {
  /// The same constant on both axes.
  var blocks: [Document.Block] {
    guard !isEmpty else { return [] }
    return [
      .heading("x against y", level: 1),
      .table(
        Document.Table(
          self,
          recordingColumn + [
            (
              "phase", .left,
              {
                "\(PhaseKind.noun(of: $0.phase)), \(Numerals.significant($0.from)) to \(Numerals.significant($0.to)) s"
              }
            ),
            ("parameter", .left, { $0.difference.name }),
            ("x", .firstWord, { $0.x.text }),
            ("y", .firstWord, { $0.y.text }),
            ("x − y", .firstWord, { $0.difference.text }),
            ("interval", .left, { $0.difference.intervalText }),
          ])),
    ]
  }

  /// The recording of each row, where there is more than one.
  private var recordingColumn:
    [(title: String, alignment: Document.Alignment, cell: (AxisComparison) -> String)]
  {
    let titles = Set(map { Analysis.title(source: $0.source, series: $0.series) })
    return titles.count > 1
      ? [("recording", .left, { Analysis.title(source: $0.source, series: $0.series) })] : []
  }
}
