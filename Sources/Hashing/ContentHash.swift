#if canImport(CryptoKit)
  import CryptoKit
#else
  import CCrypto
#endif

/// The identity of a content whatever its name: its SHA-256 (FIPS 180-4).
package struct ContentHash {
  package let bytes: [UInt8]

  package init(of content: [UInt8]) { self = content.withUnsafeBytes { Self(of: $0) } }

  package init(of content: UnsafeRawBufferPointer) {
    #if canImport(CryptoKit)
      bytes = Array(SHA256.hash(data: content))
    #else
      bytes = Array(unsafeUninitializedCapacity: Int(SHA256_DIGEST_LENGTH)) { digest, count in
        SHA256(content.baseAddress, content.count, digest.baseAddress)
        count = Int(SHA256_DIGEST_LENGTH)
      }
    #endif
  }

  /// 64 hexadecimal digits.
  package var text: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
