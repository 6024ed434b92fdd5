import ScrollAnalysis
import ScrollFitting
import ScrollModels

extension Analysis {
  /// The verdict against an engine, then how well the models fit; of several recordings a verdict each,
  /// and a paragraph about all fits.
  ///
  /// - Parameter engines: the engine that each fit is compared with; nil for UIKit.
  func verdicts(_ answers: [Answer], ofFits engines: [ScrollEngine?]) -> [Page.Block] {
    let ofFits = PlainVerdict(fits, like: engines)
    guard recordings.count == 1, let answer = answers.first else {
      let own = answers.prefix(Self.maximumPictures).map { answer in
        Page.Block.verdict(
          "\(Self.title(source: answer.source, series: answer.series)): \(answer.words).", answer.tone)
      }
      guard let ofFits else { return own }
      return own + [own.isEmpty ? .verdict(ofFits.sentence, ofFits.tone) : .paragraph(ofFits.sentence)]
    }
    let sentences = [answer.words.startingUppercase + ".", ofFits?.sentence].compactMap(\.self)
    return [.verdict(sentences.joined(separator: " "), answer.tone)]
  }
}

extension Answer {
  /// The engine that the recording is compared with; nil for none.
  var catalogued: ScrollEngine? { engine.flatMap { try? ScrollEngine(named: $0) } }

  fileprivate var tone: Page.Tone {
    switch equivalence {
    case .same: .good
    case .different: .bad
    case .undecided: .open
    }
  }
}
