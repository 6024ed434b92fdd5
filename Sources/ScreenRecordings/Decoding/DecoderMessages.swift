/// The first lines that FFmpeg writes about errors: the cause stands before its consequences.
struct DecoderMessages {
  private var bytes: [UInt8] = []
  private static let maximumSize = 4096

  mutating func add(_ more: UnsafeBufferPointer<UInt8>) {
    bytes.append(contentsOf: more.prefix(Self.maximumSize - bytes.count))
  }

  /// The first line without the address of the component that wrote it; empty where nothing was written.
  var reason: String {
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    guard let first = lines.first else { return "" }
    let end = first.hasPrefix("[") ? first.firstIndex(of: "]").map { first.index(after: $0) } : nil
    let text = first[(end ?? first.startIndex)...].drop { $0 == " " }
    return String(text.prefix(200))
  }
}
