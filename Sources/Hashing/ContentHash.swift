#if canImport(CryptoKit)
  internal import CryptoKit
#else
  internal import CMessageDigest
#endif

/// The identity of a content whatever its name: its SHA-256 (FIPS 180-4).
package struct ContentHash {
  package let bytes: [UInt8]

  package init(of content: [UInt8]) { self = content.withUnsafeBytes { Self(of: $0) } }

  package init(of content: UnsafeRawBufferPointer) {
    #if canImport(CryptoKit)
      bytes = Array(SHA256.hash(data: content))
    #else
      var context = sha256_ctx()
      nettle_sha256_init(&context)
      content.withMemoryRebound(to: UInt8.self) {
        nettle_sha256_update(&context, $0.count, $0.baseAddress)
      }
      bytes = Array(unsafeUninitializedCapacity: Int(SHA256_DIGEST_SIZE)) { digest, count in
        nettle_sha256_digest(&context, Int(SHA256_DIGEST_SIZE), digest.baseAddress)
        count = Int(SHA256_DIGEST_SIZE)
      }
    #endif
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
