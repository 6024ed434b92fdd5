internal import Foundation

/// Reads small pictures of a video at given times.
///
/// FFmpeg seeks to each time, so that only the frames since the last key frame of the video are decoded.
package struct VideoThumbnails: Sendable {
  /// Width and height of the video after rotation, pixels.
  package let size: (width: Int, height: Int)
  private let path: [CChar]
  private let kind: VideoKind
  /// The presentation time of the first frame, s after the start of the file.
  private let origin: Double
  /// The longer side of a picture, pixels.
  private static let side = 400
  /// FFmpeg's scales of quantization, each coarser than the one before.
  private static let qualities = [5, 12, 31]
  /// Seconds without a byte after which FFmpeg is given up.
  private static let patience: Int32 = 120

  /// Reads the first frame.
  ///
  /// - Parameters:
  ///   - path: the file's name, ended by 0.
  ///   - kind: its container.
  package init(path: [CChar], kind: VideoKind) throws(ScreenRecordingError) {
    var stream = try VideoStream.open(path: path, demuxer: kind.demuxer, isTransposed: false)
    var frame = GrayFrame(width: stream.width, height: stream.height)
    guard let first = try stream.next(&frame) else { throw .unexpectedOutput }
    (self.path, self.kind, origin) = (path, kind, first)
    size = (stream.width, stream.height)
  }

  /// The frame at a time as JPEG; nil where there is none or it takes more bytes even at the lowest quality.
  ///
  /// - Parameters:
  ///   - time: the frame's presentation time, s after that of the first one.
  ///   - limit: the largest number of bytes.
  package func jpeg(at time: Double, atMost limit: Int) throws(ScreenRecordingError) -> [UInt8]? {
    for quality in Self.qualities {
      let bytes = try read(words(at: origin + time, quality: quality), atMost: limit)
      if let bytes { return bytes.isEmpty ? nil : bytes }
    }
    return nil
  }

  private func words(at time: Double, quality: Int) -> [String] {
    let scale = min(1, Double(Self.side) / Double(max(size.width, size.height)))
    let (width, height) = (Double(size.width) * scale, Double(size.height) * scale)
    // The first frame that is not before this time is decoded; times are rounded to a microsecond.
    let start = max(0, time - 0.0005)
    return [
      "-nostdin", "-hide_banner", "-loglevel", "error", "-protocol_whitelist", "file", "-f", kind.demuxer,
      "-ss", "\(Int((start * 1_000_000).rounded()))us", "-i", "file:", "-map", "0:v:0", "-frames:v", "1",
      "-vf", "scale=\(max(1, Int(width))):\(max(1, Int(height))):flags=area,format=yuvj420p",
      "-c:v", "mjpeg", "-q:v", "\(quality)", "-f", "mjpeg", "pipe:1",
    ]
  }

  /// All that FFmpeg writes; nil where that is more than a number of bytes, nothing where it fails.
  private func read(_ words: [String], atMost limit: Int) throws(ScreenRecordingError) -> [UInt8]? {
    var process = try FFmpegProcess(words, input: path, channels: [.output(1), .output(2)])
    var bytes: [UInt8] = []
    var hasEnded = (picture: false, errors: false)
    while !hasEnded.picture || !hasEnded.errors {
      var descriptors = [
        pollfd(fd: hasEnded.picture ? -1 : process.ends[0], events: Int16(POLLIN), revents: 0),
        pollfd(fd: hasEnded.errors ? -1 : process.ends[1], events: Int16(POLLIN), revents: 0),
      ]
      if poll(&descriptors, 2, Self.patience * 1000) == 0 {
        throw .stalled(seconds: Int(Self.patience))
      }
      if descriptors[0].revents != 0 {
        hasEnded.picture = FFmpegProcess.drain(process.ends[0]) { bytes.append(contentsOf: $0) }
        guard bytes.count <= limit else { return nil }
      }
      if descriptors[1].revents != 0 { hasEnded.errors = FFmpegProcess.drain(process.ends[1]) { _ in } }
    }
    return process.wait() == 0 ? bytes : []
  }
}
