import Foundation
import Recordings
import ScreenRecordings

/// A file that holds a video, by its first bytes, or a folder of pictures.
struct VideoFile {
  /// The extensions of videos in a folder. A GIF in a folder is more often a picture.
  static let extensions: Set = ["mp4", "m4v", "mov", "mkv", "webm"]

  let path: String
  private let content: Content
  var reader = ScreenRecordingReader()
  var scale = PointScale.pixels
  var clock = FrameClockChoice.recorded

  private enum Content {
    case video(VideoKind)
    case pictures(PictureFolder)
  }

  /// - Returns: nil for what is no regular file or holds no video.
  init?(path: String) {
    guard let beginning = Self.beginning(of: path), let kind = VideoKind(beginning) else { return nil }
    self.path = path
    content = .video(kind)
  }

  /// The pictures of a folder.
  ///
  /// - Parameter frameRate: pictures a second, where the folder has no times.
  init(folder path: String, frameRate: Double?) throws(ScreenRecordingError) {
    self.path = path
    content = .pictures(try PictureFolder(path: path, frameRate: frameRate))
  }

  /// The container; nil for a folder of pictures.
  var kind: VideoKind? { if case .video(let kind) = content { kind } else { nil } }

  /// The seconds that the container names; nil for a folder of pictures.
  var duration: Double? {
    kind.flatMap { VideoDuration.seconds(path: FileName.bytes(path), kind: $0) }
  }

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
    do { return try recording.trace(source: path, scale: scale, clock: clock) } catch {
      throw .unexpectedOutput
    }
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
