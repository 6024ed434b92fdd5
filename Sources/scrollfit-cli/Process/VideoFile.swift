import Foundation
import Recordings
import Reports
import ScreenRecordings
import ScrollFitting
import Synchronization

/// A screen recording: a file that holds a video, by its first bytes, or a folder of pictures.
struct VideoFile {
  /// The extensions of videos in a folder. A GIF in a folder is more often a picture.
  static let extensions: Set = ["mp4", "m4v", "mov", "mkv", "webm"]

  let path: String
  private let content: Content
  var reader = ScreenRecordingReader()
  var scale = PointScale.pixels
  var clock = FrameClockChoice.recorded
  /// The factor of the offsets, 1 or −1.
  private var sign = 1.0
  /// The columns that a fit needs.
  private var columns: [String] = []

  private enum Content {
    case video(VideoKind)
    case pictures(PictureFolder)
  }

  /// - Returns: nil for what is no regular file or holds no video.
  init?(path: String) {
    guard let kind = Self.kind(of: path) else { return nil }
    self.path = path
    content = .video(kind)
  }

  /// The screen recording at a path, read with options.
  ///
  /// - Returns: nil for what is neither a folder nor a video.
  /// - Throws: ``ScreenRecordingError`` for an option that does not apply to it, and for a folder without a recording.
  init?(path: String, reading: ReadingOptions) throws(ScreenRecordingError) {
    if Self.isFolder(path) {
      self.path = path
      content = .pictures(try PictureFolder(path: path, reading: reading))
    } else {
      guard let kind = Self.kind(of: path) else { return nil }
      try reading.refuseFrameRate(because: "the frames of a video have times")
      self.path = path
      content = .video(kind)
    }
    try reading.refuseTableOptions()
    sign = reading.sign
    clock = reading.clock ?? .recorded
    columns = reading.others
  }

  /// The container of a regular file; nil for what is none and for other files.
  private static func kind(of path: String) -> VideoKind? { beginning(of: path).flatMap { VideoKind($0) } }

  /// The container; nil for a folder of pictures.
  var kind: VideoKind? { if case .video(let kind) = content { kind } else { nil } }

  /// The seconds that the container names; nil for a folder of pictures.
  var duration: Double? {
    kind.flatMap { VideoDuration.seconds(path: FileName.bytes(path), kind: $0) }
  }

  /// Returns true for a video, and for a folder, which is named where it is one of pictures.
  static func isScreenRecording(_ path: String) -> Bool { isFolder(path) || VideoFile(path: path) != nil }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(FileName.bytes(path), &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The recording of what scrolls in the video.
  func trace() throws(ScreenRecordingError) -> Trace { try trace(of: recording()) }

  /// The offsets of what scrolls, frame by frame.
  func recording() throws(ScreenRecordingError) -> ScreenRecording {
    switch content {
    case .video(let kind): try reader.read(path: FileName.bytes(path), kind: kind)
    case .pictures(let folder): try reader.read(folder)
    }
  }

  func trace(of recording: ScreenRecording) throws(ScreenRecordingError) -> Trace {
    let scale = try scale.pixelsPerPoint(ofVideo: recording.size)
    let trace: Trace
    do { trace = try recording.trace(source: path, scale: scale, clock: clock, sign: sign) } catch {
      throw .unexpectedOutput
    }
    for name in columns where trace.others[name] == nil {
      throw .unknownColumn(name, found: trace.others.keys.sorted())
    }
    return trace
  }

  /// Writes the video with a recording of it and the fitted motions drawn over it; nothing for a folder of pictures.
  ///
  /// - Parameters:
  ///   - curves: of motions fitted to the recording's trace.
  ///   - descriptor: an empty file, open for writing.
  func annotate(
    _ recording: ScreenRecording, curves: [FittedCurve], to descriptor: Int32,
    as container: AnnotatedVideo.Container
  ) throws(ScreenRecordingError) {
    guard case .video(let kind) = content else { return }
    let scale = try scale.pixelsPerPoint(ofVideo: recording.size)
    try AnnotatedVideo(recording, curves: curves, scale: scale).write(
      path: FileName.bytes(path), kind: kind, to: descriptor, as: container, progress: reader.progress)
  }

  /// The reason that a path is no video.
  static func problem(of path: String) -> String {
    var status = stat()
    if path == "-" { return "a video cannot be read from standard input: it must be a file" }
    guard stat(FileName.bytes(path), &status) == 0 else { return FileDescriptor.Failure.last.reason }
    guard status.st_mode & S_IFMT == S_IFREG else { return "is not a file" }
    guard let beginning = beginning(of: path) else {
      return "cannot be read: \(FileDescriptor.Failure.last.reason)"
    }
    return beginning.isEmpty ? "the file is empty" : "is not a video in MP4, QuickTime, Matroska, WebM or GIF"
  }

  /// The first bytes of a regular file. What is no file, such as a pipe, could not be read again.
  private static func beginning(of path: String) -> [UInt8]? {
    var status = stat()
    let name = FileName.bytes(path)
    guard path != "-", stat(name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let descriptor = open(name, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 16)
    let length = read(descriptor, &bytes, bytes.count)
    return length < 0 ? nil : Array(bytes.prefix(length))
  }
}

extension VideoFile {
  /// The number of thumbnails of a page with one video.
  private static let maximumCount = 12
  /// The bytes of all thumbnails of a page; in its text they are a third more.
  private static let maximumBytes = 216_000

  /// Thumbnails for the timelines of a page, by the index of the recording. What cannot be decoded has none.
  static func thumbnails(of analysis: Analysis) -> [Int: Thumbnails] {
    guard analysis.recordings.count <= Analysis.maximumPictures else { return [:] }
    let videos = analysis.recordings.enumerated().compactMap { index, recording in
      VideoFile(path: recording.source).map { (index: index, file: $0, recording: recording) }
    }
    guard !videos.isEmpty else { return [:] }
    let count = max(2, maximumCount / videos.count)
    let found = videos.compactMap { video in
      video.file.thumbnails(
        of: video.recording, atMost: count, bytes: maximumBytes / (count * videos.count)
      ).map { (video.index, $0) }
    }
    return Dictionary(uniqueKeysWithValues: found)
  }

  /// - Parameter limit: the bytes of each.
  private func thumbnails(
    of recording: RecordingSummary, atMost count: Int, bytes limit: Int
  ) -> Thumbnails? {
    guard let kind, let video = try? VideoThumbnails(path: FileName.bytes(path), kind: kind) else {
      return nil
    }
    let aspect = Double(video.size.width) / Double(video.size.height)
    let times = Thumbnails.times(of: recording, aspect: aspect, atMost: count)
    let items = times.compactMap { time in
      (try? video.jpeg(at: (recording.timeOrigin ?? 0) + time, atMost: limit)).flatMap {
        Thumbnails.Item(time: time, jpeg: $0)
      }
    }
    return items.isEmpty ? nil : Thumbnails(aspect: aspect, items: items)
  }
}

/// The progress of reading a video and the time that is left, on standard error where that is a terminal: one line that is written over.
final class VideoProgress: Sendable {
  private let isShown: Bool
  private let start = ContinuousClock.now
  private let shown = Mutex(ContinuousClock.now)

  /// The time of the video at which reading ends, s; nil where it is not known.
  private let end: Double?

  /// - Parameter end: asked for only where progress is shown.
  init(isShown: Bool, end: () -> Double?) {
    self.isShown = isShown && isatty(STDERR_FILENO) == 1
    self.end = self.isShown ? end() : nil
  }

  /// Shows the number of frames read and the time of the last one, s, where the last line is old enough.
  func update(frames: Int, time: Double) {
    guard isShown else { return }
    let isDue = shown.withLock { shown in
      guard shown.duration(to: .now) > .milliseconds(200) else { return false }
      shown = .now
      return true
    }
    guard isDue else { return }
    let (seconds, attoseconds) = start.duration(to: .now).components
    let elapsed = max(1e-3, Double(seconds) + Double(attoseconds) * 1e-18)
    let progress = ReadingProgress(frames: frames, time: time, elapsed: elapsed, end: end)
    write("\r\u{1B}[2K\(progress.text)")
  }

  deinit { if isShown { write("\r\u{1B}[2K") } }

  private func write(_ text: String) {
    // Where standard error is closed nobody can be told.
    try? FileDescriptor.write(text, to: STDERR_FILENO)
  }
}
