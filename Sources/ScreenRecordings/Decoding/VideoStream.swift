internal import Foundation

/// The gray frames of a video with their presentation times, one after the other.
///
/// FFmpeg decodes in a process of its own while the caller works on the frame before; the pipe between them holds it back. One run
/// gives both: a filter prints the time of a frame into a second pipe, in microseconds, before the frame is written as `yuv4mpegpipe`,
/// whose header has the size after rotation.
struct VideoStream: ~Copyable {
  private(set) var width = 0
  private(set) var height = 0
  private var process: FFmpegProcess
  private var times = FrameTimes()
  private var messages = DecoderMessages()
  private var hasEnded = (times: false, errors: false)
  private var lastTime: Double?
  /// The times of the frames to come where the input has none of its own, s.
  private var givenTimes: ArraySlice<Double>?
  /// Seconds without a byte after which FFmpeg is given up.
  private static let patience = 120

  /// Starts the decoder and reads the size of its frames.
  ///
  /// - Parameters:
  ///   - path: a file's name, ended by 0; never an address.
  ///   - demuxer: FFmpeg's name of it: no other one is tried, so that a playlist in disguise opens no other file.
  ///   - times: the times of the frames where the input has none of its own, s.
  ///   - isTransposed: gives columns as rows.
  static func open(
    path: [CChar], demuxer: String, times: [Double]? = nil, isTransposed: Bool
  ) throws(ScreenRecordingError) -> VideoStream {
    let turn = isTransposed ? ",transpose=dir=cclock_flip" : ""
    // The plane of luma as it is coded, where there is one: a conversion to gray would cost half as much as the decoding.
    let luma = "format=yuv420p|yuvj420p|yuv422p|yuvj422p|yuv444p|yuvj444p,extractplanes=y"
    // The filter prints frames that have an entry of a name, so each is given one.
    let stamp =
      "metadata=mode=add:key=scrollfit:value=1,"
      + #"metadata=mode=print:key=scrollfit:file=pipe\\:3:direct=1"#
    let process = try FFmpegProcess(
      [
        "-nostdin", "-hide_banner", "-loglevel", "error", "-xerror", "-protocol_whitelist", "file",
        "-f", demuxer, "-i", "file:",
        "-map", "0:v:0",
        "-vf", "\(luma)\(turn),settb=AVTB,\(FrameTimes.increasing),\(stamp)", "-fps_mode", "passthrough",
        "-enc_time_base", "1:1000000", "-strict", "-1", "-f", "yuv4mpegpipe", "pipe:1",
      ], input: path, channels: [.output(1), .output(2), .output(3)])
    var stream = VideoStream(process: process)
    stream.givenTimes = times?[...]
    try stream.readHeader()
    return stream
  }

  private init(process: consuming FFmpegProcess) { self.process = process }

  private var frames: Int32 { process.ends[0] }
  private var errors: Int32 { process.ends[1] }
  /// The pipe that the filter prints times into.
  private var stamps: Int32 { process.ends[2] }

  private mutating func readHeader() throws(ScreenRecordingError) {
    let header = try line(atMost: 256)
    guard let header else { throw try failure() }
    for field in header.split(separator: " ").dropFirst() {
      if field.hasPrefix("W") { width = Int(field.dropFirst()) ?? 0 }
      if field.hasPrefix("H") { height = Int(field.dropFirst()) ?? 0 }
    }
    guard header.hasPrefix("YUV4MPEG2 "), header.contains("Cmono"), width > 0, height > 0 else {
      throw .unexpectedOutput
    }
    let side = FrameLimits.maximumSide
    guard width <= side, height <= side, width * height <= 4 * FrameLimits.maximumPixels else {
      throw .tooLarge(width: width, height: height)
    }
  }

  /// Reads the next frame; its presentation time, s, or nil at the end of the video.
  mutating func next(_ frame: inout GrayFrame) throws(ScreenRecordingError) -> Double? {
    guard let mark = try line(atMost: 256) else {
      let (status, reason) = try end()
      guard let lastTime else { throw .noFrames(reason: reason) }
      guard status == 0, reason.isEmpty else { throw .damaged(time: lastTime, reason: reason) }
      return nil
    }
    guard mark.hasPrefix("FRAME"), frame.pixels.count == width * height else { throw .unexpectedOutput }
    let count = frame.pixels.count
    var filled = 0
    while filled < count {
      let length = frame.pixels.withUnsafeMutableBytes { pixels in
        read(frames, pixels.baseAddress.map { $0 + filled }, count - filled)
      }
      if length > 0 {
        filled += length
      } else if length == 0 {
        throw try failure()
      } else {
        try wait()
      }
    }
    // It was printed before the frame was written.
    hasEnded.times = FFmpegProcess.drain(stamps) { times.add($0) }
    guard let printed = times.next() else { throw .unexpectedOutput }
    guard let time = givenTimes == nil ? printed : givenTimes?.popFirst() else { throw .unexpectedOutput }
    lastTime = time
    return time
  }

  /// Returns true if a file's last byte is the trailer of GIF, 0x3B.
  static func endsWithTrailer(_ path: [CChar]) -> Bool {
    let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var byte: UInt8 = 0
    return lseek(descriptor, -1, SEEK_END) >= 0 && read(descriptor, &byte, 1) == 1 && byte == 0x3B
  }

  /// Reads a line of the frames' stream byte by byte; nil at its end.
  private mutating func line(atMost limit: Int) throws(ScreenRecordingError) -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while bytes.count < limit {
      let length = read(frames, &byte, 1)
      if length > 0 {
        if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
        bytes.append(byte)
      } else if length == 0 {
        return nil
      } else {
        try wait()
      }
    }
    throw .unexpectedOutput
  }

  /// Waits until something can be read, and takes what there is of times and messages.
  private mutating func wait(forFrames: Bool = true) throws(ScreenRecordingError) {
    var descriptors = [
      pollfd(fd: forFrames ? frames : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: hasEnded.times ? -1 : stamps, events: Int16(POLLIN), revents: 0),
      pollfd(fd: hasEnded.errors ? -1 : errors, events: Int16(POLLIN), revents: 0),
    ]
    let ready = poll(&descriptors, 3, Int32(Self.patience * 1000))
    if ready == 0 { throw .stalled(seconds: Self.patience) }
    if descriptors[1].revents != 0 { hasEnded.times = FFmpegProcess.drain(stamps) { times.add($0) } }
    if descriptors[2].revents != 0 { hasEnded.errors = FFmpegProcess.drain(errors) { messages.add($0) } }
  }

  /// Waits for the decoder's end: its status and what it wrote about errors.
  private mutating func end() throws(ScreenRecordingError) -> (status: Int32, reason: String) {
    while !hasEnded.times || !hasEnded.errors { try wait(forFrames: false) }
    return (process.wait(), messages.reason)
  }

  /// The error of a stream that ended early.
  private mutating func failure() throws(ScreenRecordingError) -> ScreenRecordingError {
    let (_, reason) = try end()
    return lastTime.map { .damaged(time: $0, reason: reason) } ?? .noFrames(reason: reason)
  }
}
