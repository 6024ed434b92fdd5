/// The name of a recording: its file, and the series of a file that holds several.
package struct RecordingName: Hashable, Sendable {
  /// The file as the user named it; `-` for standard input.
  package let source: String
  package let series: String?

  package init(source: String, series: String? = nil) {
    self.source = source
    self.series = series
  }
}

/// A value about one recording: its samples, a fit, an answer or a report.
package protocol OfRecording {
  var source: String { get }
  var series: String? { get }
}

extension OfRecording {
  package var recordingName: RecordingName { RecordingName(source: source, series: series) }
}
