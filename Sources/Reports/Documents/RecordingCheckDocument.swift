import Recordings
import ScrollAnalysis
import ScrollFitting

/// The checklists of several files.
package struct RecordingChecklist: Equatable, Sendable {
  let checks: [RecordingCheck]

  package init(_ checks: [RecordingCheck]) { self.checks = checks }
}

extension RecordingChecklist {
  var document: Document {
    Document(
      blocks: checks.flatMap { check -> [Document.Block] in
        [
          .heading(RecordingName(source: check.source).title, level: 1),
          .facts(check.items.flatMap(\.facts)),
        ]
      })
  }

  /// `scrollfit.check/1`.
  var json: JSONValue {
    [
      "schema": .string("scrollfit.check/1"),
      "recordings": .array(
        checks.map { check in
          ["source": .string(check.source), "items": .array(check.items.map(\.json))]
        }),
    ]
  }

  var csv: String {
    CSVTable<(source: String, item: RecordingCheck.Item)>(columns: [
      .text("source") { $0.source }, .text("subject") { $0.item.subject.rawValue },
      .text("state") { $0.item.state.rawValue }, .text("finding") { $0.item.finding },
      .text("advice") { $0.item.advice },
    ]).write(checks.flatMap { check in check.items.map { (check.source, $0) } })
  }
}

extension RecordingCheck.Item {
  fileprivate var facts: [Document.Fact] {
    [Document.Fact("\(state.sign) \(subject.title)", finding)]
      + (advice.map { [Document.Fact("  record next", $0)] } ?? [])
  }

  fileprivate var json: JSONValue {
    [
      "subject": .string(subject.rawValue), "state": .string(state.rawValue), "finding": .string(finding),
      "advice": .string(advice),
    ]
  }
}

extension RecordingCheck.State {
  fileprivate var sign: String {
    switch self {
    case .determined: "✓"
    case .partly: "?"
    case .missing: "✗"
    }
  }
}

extension RecordingCheck.Subject {
  fileprivate var title: String {
    switch self {
    case .clock: "clock"
    case .resolution: "resolution"
    case .deceleration: "deceleration"
    case .velocityDependence: "other velocities"
    case .bounce: "bounce"
    case .rubberBand: "rubber-band"
    case .release: "release velocity"
    }
  }
}
