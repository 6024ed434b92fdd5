import Foundation
import Recordings
import ScreenRecordings
import ScrollFitting

extension VideoCommand {
  /// The container of `--annotate`, by the file's extension; nil for another one.
  var annotatedContainer: AnnotatedVideo.Container? {
    AnnotatedVideo.Container(rawValue: URL(filePath: annotate ?? "").pathExtension.lowercased())
  }

  private var annotated: Output { Output(path: annotate, replacing: output.force) }

  /// Refuses an annotated video that cannot be written before the work begins.
  func checkAnnotated() throws(RunFailure) {
    guard let annotate else { return }
    func refuse(_ sentence: String) -> RunFailure {
      RunFailure(.usage, [Diagnostic(file: annotate, sentence)])
    }
    if VideoFile.isFolder(file) {
      throw refuse("--annotate draws over a video: a folder of pictures is none")
    }
    let path = Output.resolved(annotate)
    if path == Output.resolved(file) { throw refuse("--annotate names the video itself") }
    if let report = output.output, path == Output.resolved(report) {
      throw refuse("--annotate and --output name the same file")
    }
    try annotated.check()
  }

  /// Writes the video with the recording and the motions fitted to it drawn over it, where that is asked for.
  func writeAnnotated(
    _ video: VideoFile, _ recording: ScreenRecording, _ trace: Trace
  ) throws(RunFailure) {
    guard let container = annotatedContainer else { return }
    let curves = fittedCurves(of: recording, trace)
    var video = video
    // Its progress begins anew.
    video.reader = reader(of: video)
    try annotated.stream { [video] in try video.annotate(recording, curves: curves, to: $0, as: container) }
  }

  /// The motions fitted to the phases of the trace, in the video's time and pixels. What cannot be fitted has none.
  private func fittedCurves(of recording: ScreenRecording, _ trace: Trace) -> [FittedCurve] {
    var options = FitOptions()
    options.threads = Environment.threads
    // The trace's offsets are the video's pixels over the scale.
    let scale = (try? pointScale.pixelsPerPoint(ofVideo: recording.size)) ?? 1
    return Analyzer(options: options).analyze([trace]).analysis.fits.map { fit in
      FittedCurve(
        times: fit.curve.abscissas.map { $0 + fit.from + trace.timeOrigin },
        offsets: fit.curve.fitted.map { $0 * scale })
    }
  }
}
