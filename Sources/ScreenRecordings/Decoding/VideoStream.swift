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

/// The presentation times that FFmpeg's filter `metadata` prints, a line `frame:7 pts:116667 pts_time:0.116667` a frame, in microseconds.
struct FrameTimes {
  /// Times that were read and not taken yet, s.
  private var waiting: [Double] = []
  private var line: [UInt8] = []
  private static let maximumLine = 256

  /// The filter that drops frames whose time does not increase: they are not shown, and FFmpeg writes none of them.
  static let increasing = "select=isnan(prev_selected_pts)+gt(pts\\,prev_selected_pts)"

  mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        read(String(decoding: line, as: UTF8.self))
        line.removeAll(keepingCapacity: true)
      } else if line.count < Self.maximumLine {
        line.append(byte)
      }
    }
  }

  /// Takes the time of the next frame; nil where none was printed.
  mutating func next() -> Double? { waiting.isEmpty ? nil : waiting.removeFirst() }

  /// Other lines hold the entry itself.
  private mutating func read(_ line: String) {
    let fields = line.split(separator: " ")
    guard fields.count == 3, fields[0].hasPrefix("frame:"), fields[1].hasPrefix("pts:"),
      let microseconds = Int64(fields[1].dropFirst(4))
    else { return }
    waiting.append(Double(microseconds) / 1_000_000)
  }
}

/// The duration that a video's container names.
package enum VideoDuration {
  /// Returns the seconds of a file; nil where the container does not name them or FFmpeg cannot be run.
  ///
  /// FFmpeg describes an input without an output and decodes nothing.
  ///
  /// - Parameters:
  ///   - path: the file's name, ended by 0.
  ///   - kind: its container.
  package static func seconds(path: [CChar], kind: VideoKind) -> Double? {
    let words = [
      "-nostdin", "-hide_banner", "-loglevel", "info", "-protocol_whitelist", "file", "-f", kind.demuxer,
      "-i", "file:",
    ]
    guard let process = try? FFmpegProcess(words, input: path, channels: [.output(2)]) else { return nil }
    var text: [UInt8] = []
    while true {
      var descriptor = pollfd(fd: process.ends[0], events: Int16(POLLIN), revents: 0)
      guard poll(&descriptor, 1, patience) > 0 else { return nil }
      if FFmpegProcess.drain(
        process.ends[0], { text.append(contentsOf: $0.prefix(maximumSize - text.count)) })
      {
        break
      }
    }
    return seconds(in: String(decoding: text, as: UTF8.self))
  }

  private static let patience: Int32 = 10_000
  private static let maximumSize = 1 << 16

  /// The seconds of `Duration: 00:01:02.50,`, which FFmpeg writes as `N/A` where they are not known.
  static func seconds(in text: String) -> Double? {
    guard let start = text.firstRange(of: "Duration: ")?.upperBound else { return nil }
    let parts = text[start...].prefix { $0 != "," }.split(separator: ":").map { Double($0) }
    guard parts.count == 3, let hours = parts[0], let minutes = parts[1], let seconds = parts[2] else {
      return nil
    }
    let total = 3600 * hours + 60 * minutes + seconds
    return total > 0 ? total : nil
  }
}

/// The containers of videos that are read, by their first bytes.
package enum VideoKind: String, CaseIterable, Sendable {
  /// MP4 and QuickTime.
  case quickTime = "mov"
  /// Matroska and WebM.
  case matroska
  /// An animated GIF.
  case gif

  /// The container that begins with these bytes; nil for none.
  ///
  /// - Parameter bytes: 12 at least, where the file is as long.
  package init?(_ bytes: some Collection<UInt8>) {
    let bytes = Array(bytes.prefix(12))
    let boxes = ["ftyp", "moov", "mdat", "wide", "free", "skip"].map { Array($0.utf8) }
    if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
      self = .matroska
    } else if bytes.starts(with: Array("GIF8".utf8)) {
      self = .gif
    } else if bytes.count >= 8, boxes.contains(Array(bytes[4..<8])), bytes[0] < 0x20 {
      self = .quickTime
    } else {
      return nil
    }
  }

  /// FFmpeg's name of the demuxer.
  var demuxer: String { rawValue }
}
