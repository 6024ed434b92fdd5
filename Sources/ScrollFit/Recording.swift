public import Foundation
import Recordings
import ScrollFitting
import ScrollSegmentation

/// A recording of scrolling: offsets over time, and the other columns of its file.
///
///     for recording in try Recording.read(contentsOf: url) {
///       for phase in recording.phases() {
///         print(phase.kind, phase.fit()?[.decelerationRate]?.value ?? .nan)
///       }
///     }
public struct Recording: Sendable {
  /// The samples.
  public let trace: Trace

  /// Creates a recording of samples that were read or computed.
  public init(_ trace: Trace) { self.trace = trace }

  /// Reads the recordings of a file in any known format, one for each series.
  ///
  /// - Throws: ``ReadingError`` where the file cannot be read or holds no recording.
  public static func read(
    contentsOf url: URL, options: ReadingOptions = ReadingOptions()
  ) throws(ReadingError) -> [Recording] {
    try RecordingReader(options: options).traces(at: url.path(percentEncoded: false)).map(Recording.init)
  }

  /// Splits the recording into phases: drag, fling, bounce, overscroll, rest.
  ///
  /// - Parameter axis: the axis to analyze; nil for every axis that moves.
  /// - Returns: the phases in time order, axis by axis.
  public func phases(axis: Axis? = nil) -> [RecordedPhase] {
    Axis.allCases.filter { axis == nil || axis == $0 }.flatMap { axis -> [RecordedPhase] in
      guard let found = Segmenter().segmentation(of: trace, axis: axis), !found.isStill else { return [] }
      return found.reported(axis, unit: trace.unit).enumerated().map { index, phase in
        RecordedPhase(phase: phase, trace: trace, found: found, index: index)
      }
    }
  }
}

/// A phase of a recording on one axis, ready to be fitted.
public struct RecordedPhase {
  /// The range and kind, with the evidence for it.
  public let phase: Phase
  let trace: Trace
  let found: AxisSegmentation
  let index: Int

  /// The kind of motion.
  public var kind: PhaseKind { phase.kind }

  /// Fits the models that a phase of this kind may follow and returns the preferred one; nil for a phase without a model,
  /// and for one with too few samples.
  public func fit(options: FitOptions = FitOptions()) -> Fit? {
    SessionFitting(trace: trace, axis: phase.axis, found: found, options: options).preferredFit(of: index)
  }
}
