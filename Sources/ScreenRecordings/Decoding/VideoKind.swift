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
