import Foundation
import Reports
import ScrollAnalysis

/// The progress of a batch, on standard error: one line that is written over on a terminal, a line now and then elsewhere.
struct BatchProgress {
  private static let clearLine = "\r\u{1B}[2K"

  private let isShown: Bool
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private let start = ContinuousClock.now
  private var shown = ContinuousClock.now

  init(isShown: Bool) { self.isShown = isShown }

  /// Shows the state where the last one is old enough.
  ///
  /// - Parameter share: of the input that was passed, in 0…1; nil where its size is not known.
  mutating func update(_ tally: BatchTally, share: Double?) {
    guard isDue() else { return }
    var text = counts(tally)
    let elapsed = seconds
    text += ", \(Int((Double(tally.recordings) / elapsed).rounded()))/s"
    if let share, share > 0 { text += ", \(Self.clock(elapsed * (1 - share) / share)) remaining" }
    show(text)
  }

  /// True where something is shown and what was shown last is old enough.
  private mutating func isDue() -> Bool {
    guard isShown, shown.duration(to: .now) > (isTerminal ? .milliseconds(200) : .seconds(10)) else {
      return false
    }
    shown = .now
    return true
  }

  /// Writes a state over the last one.
  private func show(_ text: String) { write(isTerminal ? Self.clearLine + text : "scrollfit: \(text)\n") }

  /// Shows what the batch came to.
  ///
  /// - Parameter engine: the name of the engine that the recordings were compared with; nil for none.
  func end(_ tally: BatchTally, reused: Int, engine: String?) {
    guard isShown else { return }
    let known = reused > 0 ? ", \(reused) already stored" : ""
    let left =
      tally.kernelFits > 0
      ? "; \(tally.left) of \(tally.kernelFits) kernel fits fell back to the general solver" : ""
    let text = "\(counts(tally))\(known), in \(Self.clock(seconds))\(left)"
    clear()
    write("scrollfit: \(text)\n")
    guard let engine else { return }
    write("scrollfit: like \(engine): \(BatchReport.EngineComparison.counts(tally.verdicts))\n")
  }

  /// Shows how many recordings of a page's pictures are fitted again: each on a terminal, only the first elsewhere.
  func redraw(_ done: Int, of total: Int) {
    guard isShown, total > 0, isTerminal || done == 0 else { return }
    if isTerminal {
      write("\(Self.clearLine)fitting again for the pictures: \(done) of \(total)")
    } else {
      write("scrollfit: fitting \(total) again for the pictures of the page\n")
    }
  }

  /// Shows how many pages of recordings are written, where the last state is old enough.
  mutating func pages(_ done: Int, of total: Int) {
    guard isDue(), done > 0 else { return }
    let remaining = Self.clock(seconds * Double(total - done) / Double(done))
    show("writing pages: \(done) of \(total), \(remaining) remaining")
  }

  /// Shows how many pages of recordings are in their folder.
  ///
  /// - Parameter others: the number of those that the page of the batch has no links to.
  func endPages(_ written: Int, known: Int, others: Int, folder: String) {
    guard isShown else { return }
    clear()
    let already = (known > 0 ? ", \(known) already there" : "") + (others > 0 ? ", \(others) not linked" : "")
    let pages = written == 1 ? "1 page" : "\(written) pages"
    write("scrollfit: \(folder): \(pages) written\(already), in \(Self.clock(seconds))\n")
  }

  /// Names a file that was written, with its size.
  func wrote(_ path: String) {
    clear()
    write("scrollfit: \(WrittenFile.sentence(of: path))\n")
  }

  /// Takes the line away that others are about to write over.
  func clear() {
    if isShown, isTerminal { write(Self.clearLine) }
  }

  private func counts(_ tally: BatchTally) -> String {
    let done = tally.recordings - tally.failed
    // One that failed is incomplete too.
    let incomplete = tally.incomplete - tally.failed
    return "\(done) done\(incomplete > 0 ? " (\(incomplete) incomplete)" : ""), \(tally.failed) failed"
  }

  private var seconds: Double {
    let (whole, attoseconds) = start.duration(to: .now).components
    return max(1e-3, Double(whole) + Double(attoseconds) * 1e-18)
  }

  private static func clock(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded())
    if whole < 60 { return "\(whole) s" }
    return whole < 3600 ? "\(whole / 60) min \(whole % 60) s" : "\(whole / 3600) h \(whole % 3600 / 60) min"
  }

  private func write(_ text: String) {
    // Where standard error is closed nobody can be told.
    try? FileDescriptor.write(text, to: STDERR_FILENO)
  }
}

/// The counts of a batch so far.
struct BatchTally: Equatable {
  var recordings = 0
  /// The recordings of which nothing could be used.
  var failed = 0
  /// The recordings of which something is missing, or a fit did not converge.
  var incomplete = 0
  /// Fits of which a kernel has the model.
  var kernelFits = 0
  /// The kernel fits that fell back to the general solver.
  var left = 0
  /// The recordings by their verdict against an engine.
  var verdicts: [EquivalenceVerdict: Int] = [:]

  /// The exit status of the recordings.
  var status: ExitStatus {
    if failed == recordings { return .noInput }
    return incomplete > 0 ? .partial : .done
  }

  static func += (tally: inout BatchTally, other: BatchTally) {
    tally.recordings += other.recordings
    tally.failed += other.failed
    tally.incomplete += other.incomplete
    tally.kernelFits += other.kernelFits
    tally.left += other.left
    tally.verdicts.merge(other.verdicts, uniquingKeysWith: +)
  }
}

extension BatchTally {
  init(_ records: [BatchRecord]) {
    recordings = records.count
    for record in records {
      if record.status == .failed { failed += 1 }
      if !record.isComplete { incomplete += 1 }
      for start in record.fits.lazy.map(\.start) {
        if start != .scan { kernelFits += 1 }
        if start == .scanAfterKernel { left += 1 }
      }
      if let verdict = record.answer?.equivalence { verdicts[verdict, default: 0] += 1 }
    }
  }
}
