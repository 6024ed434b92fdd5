import ScrollAnalysis

/// The pages of single recordings that the page of a batch leads to.
package struct RecordingPages: Equatable {
  private let addresses: [BatchCollection.Recording: String]
  /// The number of recordings without a page, as they could not be read again.
  private let missing: Int

  package init(_ addresses: [BatchCollection.Recording: String], missing: Int) {
    self.addresses = addresses
    self.missing = missing
  }

  /// The address of a recording's page, from the page of the batch; nil for none.
  func address(of recording: BatchCollection.Recording) -> String? { addresses[recording] }

  /// The sentence about recordings without a page; nil where each has one.
  var remark: String? {
    guard missing > 0 else { return nil }
    return
      "\(counted(missing, "recording")) could not be read again as fitted: \(missing == 1 ? "it has" : "they have") no page."
  }
}
