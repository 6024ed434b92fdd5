import ScrollAnalysis

extension Identification {
  /// One row a class of each phase.
  var csv: String {
    CandidateRow.table.write(
      recordings.flatMap { recording in
        recording.phases.flatMap { phase in
          phase.candidates.enumerated().map { position, candidate in
            CandidateRow(recording: recording, phase: phase, rank: position + 1, candidate: candidate)
          }
        }
      })
  }
}

private struct CandidateRow {
  let recording: RecordingIdentification
  let phase: PhaseIdentification
  let rank: Int
  let candidate: EngineCandidate

  static var table: CSVTable<CandidateRow> {
    CSVTable(columns: [
      .text("source") { $0.recording.source },
      .text("series") { $0.recording.series },
      .text("axis") { $0.phase.axis.rawValue },
      .text("phase") { $0.phase.kind.rawValue },
      .number("from") { $0.phase.from },
      .number("to") { $0.phase.to },
      .text("rank") { String($0.rank) },
      .text("class") { $0.candidate.name },
      .text("engines") { $0.candidate.engines.joined(separator: "; ") },
      .text("law") { $0.candidate.model },
      .text("constants") { $0.candidate.constants.rawValue },
      .number("deltaAicc") { $0.candidate.deltaAICc },
      .number("rms") { $0.candidate.rms },
      .number("maximum") { $0.candidate.maximum },
      .number("maximumPixels") { $0.candidate.maximumPixels },
      .text("adequacy") { $0.candidate.adequacy.rawValue },
    ])
  }
}
