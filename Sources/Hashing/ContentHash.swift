internal import CHashing

/// The identity of a content whatever its name: its SHA-256 (FIPS 180-4).
package struct ContentHash {
  package let bytes: [UInt8]

  package init(of content: [UInt8]) { self = content.withUnsafeBytes { Self(of: $0) } }

  /// - Parameter isPortable: false to use the processor's own instructions for it, where it has them.
  package init(of content: UnsafeRawBufferPointer, isPortable: Bool = false) {
    bytes = Array(unsafeUninitializedCapacity: 32) { digest, count in
      scrollfit_sha256(content.baseAddress, content.count, isPortable ? 1 : 0, digest.baseAddress)
      count = 32
    }
  }

  /// 64 hexadecimal digits.
  package var text: String {
    func digit(_ value: UInt8) -> UInt8 { value + (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10) }
    return String(unsafeUninitializedCapacity: 2 * bytes.count) { digits in
      for (i, byte) in bytes.enumerated() {
        (digits[2 * i], digits[2 * i + 1]) = (digit(byte >> 4), digit(byte & 15))
      }
      return 2 * bytes.count
    }
  }
}
