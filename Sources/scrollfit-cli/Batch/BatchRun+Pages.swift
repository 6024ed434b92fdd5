import Reports
import ScrollAnalysis
import ScrollFitting
import Synchronization

extension BatchRun {
  /// Writes the page of each recording that has none yet. Standard input, and files that have changed, are left out.
  ///
  /// Each page is written whole or not at all: a run that is ended is continued by the same command.
  ///
  /// - Parameters:
  ///   - recordings: in the order of the command.
  ///   - replacing: true to write those anew that are there.
  func writePages(
    of recordings: [BatchCollection.Recording], into folder: PageFolder, replacing: Bool
  ) throws(RunFailure) -> RecordingPages {
    try folder.folder.make()
    let names = Dictionary(recordings.map { ($0, folder.name(of: $0)) }) { first, _ in first }
    let waiting = recordings.filter { replacing || !folder.hasPage(names[$0] ?? "") }
    let waitingAt = Dictionary(grouping: waiting, by: \.position)
    let inputs = Mutex(InputsAgain(waiting))
    let state = Mutex((written: Set<BatchCollection.Recording>(), progress: BatchProgress(isShown: !isQuiet)))
    // A page is made by one of many threads, and written before its thread makes another: memory holds one for each.
    try InOrder.forEach(
      jobs: jobs, window: jobs,
      next: { inputs.withLock { $0.next() } },
      work: { entry -> RunFailure? in
        let illustrations = analyzer.illustrations(of: entry, limit: Analysis.mostPictures)
        do throws(RunFailure) {
          for recording in waitingAt[entry.position] ?? [] where recording.part < illustrations.count {
            let (analysis, answers) = illustrations[recording.part]()
            let text = analysis.page(answers: answers).html()
            let output = Output(path: folder.path(of: names[recording] ?? ""), replacing: true)
            try state.withLock { state throws(RunFailure) in
              try output.write(text)
              state.written.insert(recording)
              state.progress.pages(state.written.count, of: waiting.count)
            }
          }
        } catch { return error }
        return nil
      },
      deliver: { (failure: RunFailure?) throws(RunFailure) in
        if let failure { throw failure }
      })
    let (written, progress) = state.withLock { $0 }
    progress.endPages(written.count, known: recordings.count - waiting.count, folder: folder.folder.path)
    let missing = Set(waiting).subtracting(written)
    return RecordingPages(
      recordings.filter { !missing.contains($0) }.map { ($0, folder.address(of: names[$0] ?? "")) },
      missing: missing.count)
  }
}
