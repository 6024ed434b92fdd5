import Recordings

extension Notice {
  /// The remark as a line of a report, labeled by its severity.
  var fact: Document.Fact { Document.Fact(isWarning ? "warning" : "note", description) }
}

extension [Notice] {
  /// The sentences of the warnings.
  var warnings: [String] { filter(\.isWarning).map(\.description) }

  /// The notes as lines of a report.
  var notes: [Document.Fact] { filter { !$0.isWarning }.map(\.fact) }
}
