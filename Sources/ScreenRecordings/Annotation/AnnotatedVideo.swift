internal import Foundation

/// A screen recording's video with what was tracked drawn over it: the region that scrolls, the offset, and the fitted motions.
///
/// FFmpeg decodes the video, lays pictures of the panel over it and encodes it again. The pictures come through a pipe as IVF, a
/// container with a time for each frame: a picture belongs to the frame of the same time, and neither side holds more than a few.
package struct AnnotatedVideo: Sendable {
  /// The containers that are written.
  package enum Container: String, CaseIterable, Sendable {
    case mp4, m4v, mov

    /// FFmpeg's name of the muxer.
    var muxer: String { self == .mov ? "mov" : "mp4" }
  }

  let recording: ScreenRecording
  let curves: [FittedCurve]
  let scale: Double?

  /// - Parameter scale: pixels of the video per point; nil for a number in pixels.
  package init(_ recording: ScreenRecording, curves: [FittedCurve] = [], scale: Double? = nil) {
    (self.recording, self.curves, self.scale) = (recording, curves, scale)
  }

  /// Writes all frames of the video, at their presentation times since the first one. Sound is left out.
  ///
  /// The process must ignore the signal `SIGPIPE`.
  ///
  /// - Parameters:
  ///   - path: the file that the recording was read from, ended by 0.
  ///   - kind: its container.
  ///   - descriptor: an empty file, open for writing.
  ///   - progress: called with the number of frames and the time of the last one, s, now and then.
  /// - Throws: ``ScreenRecordingError/notAnnotated(reason:)`` and the errors of FFmpeg's start.
  /// - Complexity: O(pixels of all frames); memory O(pixels of a frame).
  package func write(
    path: [CChar], kind: VideoKind, to descriptor: Int32, as container: Container,
    progress: ((_ frames: Int, _ time: Double) -> Void)? = nil
  ) throws(ScreenRecordingError) {
    var panel = AnnotationPanel(recording, curves: curves, scale: scale)
    var encoder = try FeedingProcess(words(panel, kind, container), input: path, file: descriptor)
    try encoder.write(IVF.header(width: panel.canvas.width, height: 4 * panel.canvas.height))
    for (index, frame) in recording.frames.enumerated() {
      panel.draw(index)
      try encoder.write(IVF.frameHeader(size: panel.canvas.planes.count, time: frame.time))
      try encoder.write(panel.canvas.planes)
      if index % 30 == 0 { progress?(index, frame.time) }
    }
    try encoder.end()
  }

  private func words(_ panel: AnnotationPanel, _ kind: VideoKind, _ container: Container) -> [String] {
    [
      "-nostdin", "-hide_banner", "-loglevel", "error", "-xerror", "-y",
      "-protocol_whitelist", "file", "-f", kind.demuxer, "-i", "file:",
      "-protocol_whitelist", "pipe", "-f", "ivf", "-i", "pipe:0",
      "-filter_complex", filter(panel), "-fps_mode", "passthrough", "-enc_time_base", "1:1000000",
      "-c:v", "libx264", "-preset", "veryfast", "-crf", "18", "-pix_fmt", "yuv420p",
      "-video_track_timescale", "1000000", "-f", container.muxer, "file:/dev/fd/3",
    ]
  }

  /// The filters that draw: the same frames and times as those that were tracked, then the region, then the panel.
  private func filter(_ panel: AnnotationPanel) -> String {
    let (region, color) = (recording.region, AnnotationPanel.tracked)
    let hex = [color.red, color.green, color.blue].map { String(256 + Int($0), radix: 16).dropFirst() }
    let (first, last) = (recording.frames.first?.time ?? 0, recording.frames.last?.time ?? 0)
    let planes = (0..<4).map { "[plane\($0)]crop=iw:ih/4:0:\($0)*ih/4[cut\($0)]" }
    return [
      "[0:v:0]settb=AVTB,setpts=PTS-STARTPTS,\(FrameTimes.increasing),"
        + "drawbox=x=\(region.x):y=\(region.y):w=\(region.width):h=\(region.height):color=0x\(hex.joined())"
        + ":t=\(Int(panel.thickness.rounded(.up)))"
        + ":enable=between(t\\,\(first - 1e-6)\\,\(last + 1e-6))[video]",
      // FFmpeg begins every input at 0.
      "[1:v:0]settb=AVTB,setpts=PTS-STARTPTS+\(IVF.microseconds(first)),split=4[plane0][plane1][plane2][plane3]",
      planes.joined(separator: ";"),
      "[cut0][cut1][cut2][cut3]mergeplanes=map1s=1:map2s=2:map3s=3:format=gbrap[panel]",
      // The encoder takes even sizes only.
      "[video][panel]overlay=x=\(panel.position.x):y=\(panel.position.y):eof_action=pass,"
        + "pad=ceil(iw/2)*2:ceil(ih/2)*2",
    ].joined(separator: ";")
  }
}

/// The headers of IVF, a container of frames with times in microseconds; its frames here are gray pictures.
private enum IVF {
  static func header(width: Int, height: Int) -> [UInt8] {
    Array("DKIF".utf8) + bytes(0, 2) + bytes(32, 2) + Array("Y800".utf8) + bytes(width, 2) + bytes(height, 2)
      + bytes(1_000_000, 4) + bytes(1, 4) + bytes(0, 8)
  }

  static func frameHeader(size: Int, time: Double) -> [UInt8] {
    bytes(size, 4) + bytes(microseconds(time), 8)
  }

  static func microseconds(_ time: Double) -> Int { Int((time * 1_000_000).rounded()) }

  /// A number in little-endian order.
  private static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}

/// The curve of a fitted motion, for an annotation.
package struct FittedCurve: Equatable, Sendable {
  /// Seconds since the video's first frame, increasing.
  package let times: [Double]
  /// Pixels of the video, on the scale of ``FrameOffset/offset``; as many as times.
  package let offsets: [Double]

  package init(times: [Double], offsets: [Double]) {
    (self.times, self.offsets) = (times, offsets)
  }

  /// The points of a range of time, with one beyond each end so that the curve reaches it.
  func points(in range: ClosedRange<Double>) -> [(time: Double, offset: Double)] {
    guard let first = times.first, let last = times.last, first <= range.upperBound,
      last >= range.lowerBound
    else { return [] }
    let start = (times.firstIndex { $0 >= range.lowerBound } ?? times.count) - 1
    let end = (times.lastIndex { $0 <= range.upperBound } ?? -1) + 1
    return (max(0, start)...min(times.count - 1, max(start, end))).map { (times[$0], offsets[$0]) }
  }

  /// The offset at a time, between two points on the line through them; nil outside of the curve.
  func offset(at time: Double) -> Double? {
    guard let first = times.first, let last = times.last, first <= time, time <= last,
      let next = times.firstIndex(where: { $0 >= time })
    else { return nil }
    guard next > 0 else { return offsets[0] }
    let part = (time - times[next - 1]) / (times[next] - times[next - 1])
    return offsets[next - 1] + part * (offsets[next] - offsets[next - 1])
  }
}
