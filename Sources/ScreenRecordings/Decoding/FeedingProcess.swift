internal import Foundation

/// FFmpeg as a process that is fed through its standard input and writes to an open file, its descriptor 3.
struct FeedingProcess: ~Copyable {
  private var process: FFmpegProcess
  private var messages = DecoderMessages()
  private var hasEnded = false
  /// Seconds without progress after which FFmpeg is given up.
  private static let patience: Int32 = 120

  init(_ words: [String], input path: [CChar], file: Int32) throws(ScreenRecordingError) {
    process = try FFmpegProcess(words, input: path, channels: [.input(0), .output(2), .file(3, file)])
  }

  /// Writes all bytes, as fast as they are taken.
  mutating func write(_ bytes: [UInt8]) throws(ScreenRecordingError) {
    var written = 0
    while written < bytes.count {
      let length = bytes.withUnsafeBytes { bytes in
        Foundation.write(process.ends[0], bytes.baseAddress.map { $0 + written }, bytes.count - written)
      }
      if length > 0 {
        written += length
      } else if errno == EAGAIN {
        try wait(untilFed: true)
      } else if errno != EINTR {
        throw try failure()
      }
    }
  }

  /// Ends the input, and waits until the file is complete.
  mutating func end() throws(ScreenRecordingError) {
    process.closeEnd(0)
    while !hasEnded { try wait(untilFed: false) }
    guard process.wait() == 0 else { throw .notAnnotated(reason: messages.reason) }
  }

  /// The error of a process that takes no more.
  private mutating func failure() throws(ScreenRecordingError) -> ScreenRecordingError {
    try end()
    return .notAnnotated(reason: messages.reason)
  }

  /// Waits until bytes are taken or a message comes, and takes the message.
  private mutating func wait(untilFed: Bool) throws(ScreenRecordingError) {
    var descriptors = [
      pollfd(fd: untilFed ? process.ends[0] : -1, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: hasEnded ? -1 : process.ends[1], events: Int16(POLLIN), revents: 0),
    ]
    if poll(&descriptors, 2, Self.patience * 1000) == 0 { throw .stalled(seconds: Int(Self.patience)) }
    guard descriptors[1].revents != 0 else { return }
    hasEnded = FFmpegProcess.drain(process.ends[1]) { messages.add($0) }
  }
}
