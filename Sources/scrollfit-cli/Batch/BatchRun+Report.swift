import ResultStore
import ScrollAnalysis
import ScrollFitting
import Synchronization

extension BatchRun {
  /// The report on the recordings of a run; small groups are fitted at once, from the recordings read again.
  func report(of stored: StoreRun, groupedBy keys: [String]) throws(StoreError) -> BatchReport {
    let collection = try stored.collection(groupedBy: keys)
    let inputs = Mutex(InputsAgain(collection.recordings))
    let joint = analyzer.jointValues(of: collection, jobs: jobs) { inputs.withLock { $0.next() } }
    return BatchReport(
      collection, misfits: try stored.misfits(), failures: try stored.failures(), joint: joint)
  }

  /// Fits made again for their curves; those of standard input, or of a file that has changed, are left out.
  func fitsAgain(at places: [BatchCollection.Place]) -> [BatchCollection.Place: Fit] {
    var inputs = InputsAgain(places.map(\.recording).sorted { $0.position < $1.position })
    var fits: [BatchCollection.Place: Fit] = [:]
    let progress = BatchProgress(isShown: !isQuiet)
    progress.redraw(0, of: places.count)
    defer { progress.clear() }
    while let entry = inputs.next() {
      guard case .bytes(let bytes) = entry.content else { continue }
      let records = analyzer.records(of: entry, bytes: bytes)
      for place in places where place.recording.position == entry.position {
        let own = records.dropFirst(place.recording.part).first?.fits ?? []
        fits[place] = own.dropFirst(place.fit).first
      }
      progress.redraw(fits.count, of: places.count)
    }
    return fits
  }
}
