internal import CZlib

/// Unpacks a gzip stream (RFC 1952), several members one after the other included, one of zlib (RFC 1950), or a bare one of deflate (RFC 1951).
struct Inflater: ~Copyable {
  enum Failure: Error { case damaged, cut }
  enum Frame { case gzip, zlib, bare }

  private static let inputCapacity = 1 << 16

  /// zlib keeps the stream's address in its state: it must not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private let input: UnsafeMutablePointer<UInt8>
  private var isMemberOpen = false

  static func isGzip(_ bytes: [UInt8]) -> Bool {
    bytes.count > 2 && bytes[0] == 0x1F && bytes[1] == 0x8B && bytes[2] == 8
  }

  init(_ frame: Frame) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    input = .allocate(capacity: Self.inputCapacity)
    switch frame {
    case .gzip: _ = scrollfit_inflate_gzip(stream)
    case .zlib: _ = scrollfit_inflate_zlib(stream)
    case .bare: _ = scrollfit_inflate_bare(stream)
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
    input.deallocate()
  }

  /// Writes up to `count` unpacked bytes; 0 means that there are no more.
  ///
  /// - Parameter more: packed bytes, up to a count; 0 at their end.
  mutating func read(
    into target: UnsafeMutablePointer<UInt8>, count: Int,
    more: (UnsafeMutablePointer<UInt8>, Int) throws(ReadingError) -> Int
  ) throws(ReadingError) -> Result<Int, Failure> {
    stream.pointee.next_out = target
    stream.pointee.avail_out = UInt32(count)
    while stream.pointee.avail_out == UInt32(count) {
      if stream.pointee.avail_in == 0 {
        let length = try more(input, Self.inputCapacity)
        if length == 0 { return isMemberOpen ? .failure(.cut) : .success(0) }
        stream.pointee.next_in = input
        stream.pointee.avail_in = UInt32(length)
      }
      isMemberOpen = true
      switch inflate(stream, Z_NO_FLUSH) {
      case Z_OK: continue
      case Z_STREAM_END:
        isMemberOpen = false
        inflateReset(stream)
      default: return .failure(.damaged)
      }
    }
    return .success(count - Int(stream.pointee.avail_out))
  }

  /// The first bytes of a whole stream, up to a count of them; nil where it is damaged or cut before.
  static func unpacked(
    _ packed: ArraySlice<UInt8>, _ frame: Frame, count: Int, file: String
  ) throws(ReadingError) -> [UInt8]? {
    var inflater = Inflater(frame)
    var rest = packed
    var data: [UInt8] = []
    var block = [UInt8](repeating: 0, count: inputCapacity)
    while data.count < count {
      let result = block.withUnsafeMutableBufferPointer { target in
        Result { () throws(ReadingError) in
          guard let base = target.baseAddress else { return Result<Int, Failure>.success(0) }
          return try inflater.read(into: base, count: min(target.count, count - data.count)) { input, count in
            let part = rest.prefix(count)
            for (index, byte) in part.enumerated() { input[index] = byte }
            rest = rest.dropFirst(part.count)
            return part.count
          }
        }
      }
      guard case .success(let length) = try result.get() else { return nil }
      if length == 0 { break }
      data += block[..<length]
    }
    return data
  }
}
