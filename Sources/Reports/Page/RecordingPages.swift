import ScrollAnalysis

/// The pages of single recordings that the page of a batch leads to.
package struct RecordingPages {
  private let pages: [RecordingPage]
  private let addresses: [Key: String]
  /// The number of recordings without a page, as they could not be read again.
  private let missing: Int
  /// The number of recordings without a page, as making it ended the process.
  private let crashed: Int

  /// A recording of a command, whatever else is known of it.
  private struct Key: Hashable {
    let position: Int
    let part: Int

    init(_ recording: BatchCollection.Recording) { (position, part) = (recording.position, recording.part) }
  }

  package typealias RecordingPage = (recording: BatchCollection.Recording, address: String)

  /// - Parameter pages: in the order of the input; the addresses are from the page of the batch.
  package init(_ pages: [RecordingPage], missing: Int, crashed: Int = 0) {
    self.pages = pages
    addresses = Dictionary(pages.map { (Key($0.recording), $0.address) }) { first, _ in first }
    self.missing = missing
    self.crashed = crashed
  }

  /// A table of all pages, shown when asked for; nil where another table of the batch's page leads to each.
  ///
  /// - Parameter shown: the recordings of that table.
  func rest(beside shown: some Sequence<BatchCollection.Recording>) -> Page.Block? {
    guard !Set(addresses.keys).isSubset(of: shown.map(Key.init)) else { return nil }
    let caption = "Pages of all \(counted(pages.count, "recording"))"
    let table = Document.Table(pages, [("recording", .left, { $0.recording.title })])
    return .details(caption, [.table(table.linked(to: pages.map(\.address)), caption: caption)])
  }

  /// The address of a recording's page; nil for none.
  func address(of recording: BatchCollection.Recording) -> String? { addresses[Key(recording)] }

  /// The sentences about recordings without a page; nil where each has one.
  var remark: String? {
    let sentences = [
      (missing, "\(counted(missing, "recording")) could not be read again as fitted"),
      (crashed, "making the page of \(counted(crashed, "recording")) ended the process"),
    ].filter { $0.0 > 0 }.map { count, what in
      what.startingUppercase + ": \(count == 1 ? "it has" : "they have") no page."
    }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }
}
