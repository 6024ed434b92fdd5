import LeastSquares
import ScrollFitting
internal import Synchronization

extension BatchAnalyzer {
  /// The most recordings whose samples are fitted at once.
  ///
  /// Reading them again costs what the batch itself did, and every joint fit keeps their samples in memory.
  package static let maximumJointRecordings = 2000

  /// One value of every constant that distinguishes engines for all recordings of a group, and for all: the samples of a
  /// group are fitted at once, the constants of a model together. The same at any number of `jobs`.
  ///
  /// - Parameter next: the next of the inputs with recordings, read again; nil behind the last. One that is not what
  ///   was fitted is left out.
  package func jointValues(
    of collection: BatchCollection, jobs: Int, next: @Sendable () -> BatchEntry?
  ) -> JointValues {
    guard collection.recordings.count <= Self.maximumJointRecordings else {
      return JointValues(reason: .tooMany(most: Self.maximumJointRecordings))
    }
    if options.loss != .linear { return JointValues(reason: .robustLoss) }
    if options.intervals != .wald { return JointValues(reason: .searchedIntervals) }
    var values = JointValues(reason: .notThere)
    let shares = collection.shares
    guard !shares.isEmpty else { return values }
    let fits = fittedAgain(jobs: jobs, next: next)
    let solved = Parallel.map(shares.count, threads: jobs) { index in
      solve(shares[index], of: shares[index].references.compactMap { fits[$0] })
    }
    for (share, outcome) in zip(shares, solved) {
      switch outcome {
      case .success(let estimates):
        for (name, estimate) in zip(share.constants, estimates) {
          values.found[.init(constant: name, group: share.group)] = JointValue(
            estimate, count: share.references.count)
        }
      case .failure(let reason):
        for name in share.constants { values.reasons[.init(constant: name, group: share.group)] = reason }
      }
    }
    return values
  }

  private func solve(_ share: JointShare, of fits: [FittedRecording]) -> Result<
    [JointEstimate], JointValue.Reason
  > {
    guard fits.count == share.references.count else { return .failure(.notThere) }
    let fitting = JointFitting(
      members: fits.map { .init(candidate: $0.candidate, solution: $0.solution) },
      names: share.constants.map(\.name), options: options)
    do throws(FitError) { return .success(try fitting.estimates(fitting.outcome())) } catch {
      return .failure(.failed(error.sentence.text(naming: naming)))
    }
  }

  /// Every fit of the inputs, by its place.
  private func fittedAgain(jobs: Int, next: @Sendable () -> BatchEntry?) -> [FitReference: FittedRecording] {
    let all = Mutex([FitReference: FittedRecording]())
    InOrder.forEach(
      jobs: jobs, window: jobs * 16, next: next,
      work: { fitted($0) },
      deliver: { fits in all.withLock { $0.merge(fits) { $1 } } })
    return all.withLock { $0 }
  }

  private func fitted(_ entry: BatchEntry) -> [FitReference: FittedRecording] {
    guard let traces = try? traces(of: entry) else { return [:] }
    var fits: [FitReference: FittedRecording] = [:]
    for (part, own) in traces.enumerated() {
      for (fit, recording) in Analyzer(options: own.options).analyzed([own.trace]).fitted.enumerated() {
        fits[FitReference(position: entry.position, part: part, fit: fit)] = recording
      }
    }
    return fits
  }
}
