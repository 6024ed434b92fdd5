import Crypto

/// What tells contents apart, whatever their names: SHA-256.
struct ContentHash {
  let bytes: [UInt8]

  init(of content: [UInt8]) { bytes = Array(SHA256.hash(data: content)) }

  /// 64 hexadecimal digits.
  var text: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
