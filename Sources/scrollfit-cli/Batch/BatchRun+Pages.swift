import Reports
import ScrollAnalysis
import ScrollFitting
import Synchronization

extension BatchRun {
  /// Writes the page of each recording that has none yet. Standard input, and files that have changed, are left out.
  ///
  /// Each page is written whole or not at all: a run that is ended is continued by the same command. A worker that is watched makes one page at a time.
  ///
  /// - Parameters:
  ///   - recordings: in the order of the command.
  ///   - replacing: true to write those anew that are there.
  func writePages(
    of recordings: [BatchCollection.Recording], into folder: PageFolder, replacing: Bool
  ) throws(RunFailure) -> RecordingPages {
    try folder.folder.make()
    let names = Dictionary(recordings.map { ($0, folder.name(of: $0)) }) { first, _ in first }
    let watch = PageWatch.inherited
    let crashed = Set(recordings.filter { watch?.crashed.contains(names[$0] ?? "") ?? false })
    let waiting = recordings.filter {
      !crashed.contains($0) && (replacing || !folder.hasPage(names[$0] ?? ""))
    }
    let waitingAt = Dictionary(grouping: waiting, by: \.position)
    let inputs = Mutex(InputRereader(waiting))
    let state = Mutex((written: Set<BatchCollection.Recording>(), progress: BatchProgress(isShown: !isQuiet)))
    let jobs = watch == nil ? jobs : 1
    // A page is made by one of many threads, and written before its thread makes another: memory holds one for each.
    try InOrder.forEach(
      jobs: jobs, window: jobs,
      next: { inputs.withLock { $0.next() } },
      work: { entry -> RunFailure? in
        func note(_ recording: BatchCollection.Recording?) {
          watch?.note(recording.map { PageWatch.Page(name: names[$0] ?? "", recording: $0.title) })
        }
        let own = waitingAt[entry.position] ?? []
        note(own.first)
        let illustrations = analyzer.illustrations(of: entry, limit: Analysis.maximumPictures)
        do throws(RunFailure) {
          for recording in own where recording.part < illustrations.count {
            note(recording)
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
        note(nil)
        return nil
      },
      deliver: { (failure: RunFailure?) throws(RunFailure) in
        if let failure { throw failure }
      })
    let (written, progress) = state.withLock { $0 }
    let missing = Set(waiting).subtracting(written)
    let linked = recordings.filter { !missing.contains($0) && !crashed.contains($0) }
    progress.endPages(
      written.count, known: linked.count - written.count,
      others: folder.pages.subtracting(linked.map { names[$0] ?? "" }).count, folder: folder.folder.path)
    return RecordingPages(
      linked.map { ($0, folder.address(of: names[$0] ?? "")) }, missing: missing.count, crashed: crashed.count
    )
  }
}
