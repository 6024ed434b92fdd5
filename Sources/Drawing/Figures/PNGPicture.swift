/// A PNG of a figure.
package struct PNGPicture {
  /// The resolution of figures for print, dots per inch.
  package static let dotsPerInch = 600.0

  private let bytes: [UInt8]

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// The length of the signature and of the first chunk, IHDR.
  private static let headerLength = 33

  /// Nil for bytes that are no PNG of this size.
  package init?(_ bytes: [UInt8], width: Int, height: Int) {
    guard bytes.starts(with: Self.signature), bytes.count > Self.headerLength,
      bytes[16..<24].elementsEqual(Self.bigEndian(width) + Self.bigEndian(height))
    else { return nil }
    self.bytes = bytes
  }

  /// The file with its resolution, in a chunk pHYs of pixels per meter behind the header (ISO/IEC 15948, 11.3.5.3).
  package func file(dotsPerInch: Double = dotsPerInch) -> [UInt8] {
    let density = Self.bigEndian(Int((dotsPerInch / 0.0254).rounded()))
    let content = Array("pHYs".utf8) + density + density + [1]
    let chunk = Self.bigEndian(content.count - 4) + content + Self.bigEndian(Int(Self.checksum(content)))
    return bytes[..<Self.headerLength] + chunk + bytes[Self.headerLength...]
  }

  private static func bigEndian(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// The CRC-32 of ISO 3309 (ISO/IEC 15948, annex D).
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
    }
    return ~sum
  }
}

extension Figure {
  /// The size in pixels at a resolution.
  package func pixels(dotsPerInch: Double = PNGPicture.dotsPerInch) -> (width: Int, height: Int) {
    func count(_ points: Double) -> Int { Int((points / 72 * dotsPerInch).rounded()) }
    return (count(width), count(height))
  }
}
