import ArgumentParser
import Foundation
import Recordings
import ScreenRecordings
import ScrollFitting

struct VideoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "video",
    abstract: "Find the scroll offsets in a screen recording.",
    examples: [
      "screen.mp4 --output session.ndjson", "screen.mov --scale 3 --clock vsync",
      "screen.webm --region 0,200,1170,2000 --from 1.5 --to 8 --annotate tracked.mp4",
    ],
    discussion: """
      The recording is written as scrolltrace: the presentation time and the offset of every frame. A frame between two pixels \
      has the standard deviation of its offset; one whose offset is not known is left out, and the header names it. The verbs that \
      read recordings take videos directly, with pixels as the unit (docs/video.md). Needs the program ffmpeg.
      """)

  @Argument(
    help: ArgumentHelp(
      "Video: MP4, QuickTime, Matroska, WebM or animated GIF; or a folder of numbered PNG files with times.txt, s, a line each.",
      valueName: "file"))
  var file: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Pictures a second, Hz, of a folder without times.txt; a number that is missing is a dropped frame.",
      valueName: "hz"))
  var frameRate: Number?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Part of the video to look at, in pixels (default: all of it; what never moves is excluded).",
      valueName: "x,y,w,h"))
  var region: VideoRegion?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Pixels of the video per point (default: offsets are in pixels).", valueName: "number")
  )
  var scale: Number?

  @Option(
    help: ArgumentHelp(
      "Device that recorded its screen, in place of --scale: a name, or 'auto' for the one whose screen has the video's size.",
      valueName: "name"))
  var device: String?

  @Option(
    help: ArgumentHelp("Times of the samples: as recorded, or those of the display's frames (vsync)."))
  var clock = FrameClockChoice.recorded

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Ignore frames before this time of the video, s (default: 0).", valueName: "s"))
  var from: Number?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Ignore frames after this time of the video, s (default: its end).", valueName: "s"))
  var to: Number?

  @Option(
    help: ArgumentHelp(
      "Also write the video (MP4 or QuickTime) with the tracked region, the offset and the fitted motions drawn over it.",
      valueName: "file"))
  var annotate: String?

  @Flag(help: "Do not print progress on standard error.")
  var quiet = false

  @OptionGroup
  var output: OutputArguments

  func reader(of video: VideoFile) -> ScreenRecordingReader {
    let progress = VideoProgress(isShown: !quiet) {
      video.duration.map { min($0, to?.value ?? .infinity) } ?? to?.value
    }
    return ScreenRecordingReader(
      region: region?.region, range: (from?.value ?? 0)...(to?.value ?? .infinity), progress: progress.update)
  }

  /// Pixels where neither is given, or the device is not known.
  var pointScale: PointScale {
    if let scale { return .number(scale.value) }
    if device?.lowercased() == "auto" { return .deviceBySize }
    return device.flatMap(ScreenDevice.init(named:)).map(PointScale.device) ?? .pixels
  }

  func validate() throws {
    if let scale, scale.value <= 0 { throw ValidationError("--scale must be positive, not \(scale.value)") }
    if device != nil, scale != nil { throw ValidationError("--device and --scale exclude each other") }
    if let device, pointScale == .pixels {
      let known = ScreenDevice.all.flatMap(\.names).joined(separator: ", ")
      throw ValidationError("--device '\(device)' is not known: auto, \(known); or give --scale")
    }
    if let frameRate, frameRate.value <= 0 {
      throw ValidationError("--frame-rate must be positive, not \(frameRate.value)")
    }
    if let from, from.value < 0 { throw ValidationError("--from must not be negative") }
    if let to, to.value <= from?.value ?? 0 { throw ValidationError("--to must be after --from") }
    if let annotate, annotatedContainer == nil {
      throw ValidationError(
        "--annotate writes MP4 or QuickTime: name a file .mp4, .m4v or .mov, not '\(annotate)'")
    }
  }

  func run() throws {
    let delivery = try Delivery(to: output, beside: [("--annotate", annotate)], keeping: [file])
    try checkAnnotated()
    try delivery.deliver(recorded(), text: { $0 })
  }
}

extension FrameClockChoice: ExpressibleByArgument {}

/// `X,Y,WIDTH,HEIGHT` in pixels.
struct VideoRegion: ExpressibleByArgument {
  let region: ScreenRecording.Region

  init?(argument: String) {
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    let known = numbers.compactMap(\.self)
    guard known.count == 4, numbers.count == 4,
      known.allSatisfy({ (0...FrameLimits.maximumSide).contains($0) })
    else { return nil }
    region = ScreenRecording.Region(x: known[0], y: known[1], width: known[2], height: known[3])
  }
}

extension VideoCommand {
  /// The recording of a video, as scrolltrace; the annotated video is written before it.
  private func recorded() throws(RunFailure) -> Outcome<String> {
    let read: (video: VideoFile, recording: ScreenRecording, trace: Trace)
    do throws(ScreenRecordingError) {
      var reading = ReadingOptions()
      reading.frameRate = frameRate?.value
      guard var video = try VideoFile(path: file, reading: reading) else {
        return Outcome(nil, problems: [Diagnostic(file: file, VideoFile.problem(of: file))])
      }
      video.reader = reader(of: video)
      video.scale = pointScale
      video.clock = clock
      let recording = try video.recording()
      read = (video, recording, try video.trace(of: recording))
    } catch {
      return Outcome(nil, problems: [Diagnostic(file: file, error.sentence.commandLine)])
    }
    try writeAnnotated(read.video, read.recording, read.trace)
    return Outcome(ScrolltraceWriter().text(read.trace))
  }
}

extension VideoCommand {
  /// The container of `--annotate`, by the file's extension; nil for another one.
  var annotatedContainer: AnnotatedVideo.Container? {
    AnnotatedVideo.Container(rawValue: URL(filePath: annotate ?? "").pathExtension.lowercased())
  }

  private var annotated: Output { Output(path: annotate, replacing: output.force) }

  /// Refuses an annotated video that cannot be written before the work begins.
  func checkAnnotated() throws(RunFailure) {
    guard let annotate else { return }
    if VideoFile.isFolder(file) {
      let sentence = "--annotate draws over a video: a folder of pictures is none"
      throw RunFailure(.usage, [Diagnostic(file: annotate, sentence)])
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
