internal import CZlib

/// The members of a ZIP archive in memory (PKWARE APPNOTE), stored or deflated; neither encrypted nor of the 64-bit kind.
struct ZipArchive {
  struct Member {
    let name: String
    fileprivate let isDeflated: Bool
    fileprivate let checksum: UInt32
    fileprivate let packedSize: Int
    fileprivate let size: Int
    fileprivate let start: Int
  }

  static let signature: [UInt8] = [0x50, 0x4B, 0x03, 0x04]

  let members: [Member]
  private let bytes: [UInt8]
  private let file: String

  /// - Throws: an archive without a whole directory.
  init(_ bytes: [UInt8], file: String) throws(ReadingError) {
    self.bytes = bytes
    self.file = file
    guard let members = Self.directory(bytes) else { throw Self.damaged(file) }
    self.members = members
  }

  /// The bytes of a member.
  ///
  /// - Throws: a damaged member, and one larger than ``ReadingLimits/maximumWholeSize``.
  func bytes(of member: Member) throws(ReadingError) -> [UInt8] {
    let limit = ReadingLimits.maximumWholeSize
    guard member.size <= limit else { throw ReadingError(file, .tooLarge(limit: limit)) }
    let packed = bytes[member.start..<member.start + member.packedSize]
    // The directory's word is the room that a member has.
    let data =
      member.isDeflated
      ? try Inflater.unpacked(packed, .bare, count: member.size, file: file) ?? [] : Array(packed)
    guard data.count == member.size, crc32(0, data, UInt32(data.count)) == UInt(member.checksum) else {
      throw Self.damaged(file)
    }
    return data
  }

  /// The members that the directory at the end lists; nil where there is none, or it leads out of the file.
  private static func directory(_ bytes: [UInt8]) -> [Member]? {
    let reader = LittleEndian(bytes)
    // The end of the directory may have a comment of 65,535 bytes behind it.
    let shortest = 22
    guard bytes.count >= shortest,
      let end = stride(from: bytes.count - shortest, through: max(0, bytes.count - shortest - 0xFFFF), by: -1)
        .first(where: { reader.int(at: $0, 4) == 0x0605_4B50 }),
      let count = reader.int(at: end + 10, 2), var position = reader.int(at: end + 16, 4)
    else { return nil }
    var members: [Member] = []
    for _ in 0..<count {
      guard reader.int(at: position, 4) == 0x0201_4B50, let flags = reader.int(at: position + 8, 2),
        flags & 1 == 0,
        let method = reader.int(at: position + 10, 2), method == 0 || method == 8,
        let checksum = reader.int(at: position + 16, 4), let packedSize = reader.int(at: position + 20, 4),
        let size = reader.int(at: position + 24, 4), let nameLength = reader.int(at: position + 28, 2),
        let extraLength = reader.int(at: position + 30, 2),
        let commentLength = reader.int(at: position + 32, 2),
        let local = reader.int(at: position + 42, 4), reader.int(at: local, 4) == 0x0403_4B50,
        let localName = reader.int(at: local + 26, 2), let localExtra = reader.int(at: local + 28, 2),
        position + 46 + nameLength <= bytes.count
      else { return nil }
      let start = local + 30 + localName + localExtra
      guard start + packedSize <= bytes.count else { return nil }
      members.append(
        Member(
          name: String(decoding: bytes[(position + 46)..<(position + 46 + nameLength)], as: UTF8.self),
          isDeflated: method == 8, checksum: UInt32(checksum), packedSize: packedSize, size: size,
          start: start))
      position += 46 + nameLength + extraLength + commentLength
    }
    return members
  }

  private static func damaged(_ file: String) -> ReadingError {
    ReadingError(file, .otherKind("a damaged, encrypted or 64-bit ZIP archive"))
  }

  /// Whole numbers, the least significant byte first.
  private struct LittleEndian {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The number that `count` bytes from a position on hold; nil where the file ends before.
    func int(at position: Int, _ count: Int) -> Int? {
      guard position >= 0, position + count <= bytes.count else { return nil }
      return bytes[position..<position + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
  }
}
