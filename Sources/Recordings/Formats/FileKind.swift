/// Files that hold no recording, by their first bytes.
enum FileKind {
  /// The kind of a file, in words; nil where it may be a text.
  static func name(_ bytes: [UInt8]) -> String? {
    for (signature, name) in signatures where bytes.starts(with: signature) { return name }
    if bytes.count >= 12, bytes[4..<8].elementsEqual("ftyp".utf8) { return "a video (MP4 or QuickTime)" }
    if bytes.count >= 12, bytes.starts(with: "RIFF".utf8) { return "a RIFF file (a picture, sound or video)" }
    return nil
  }

  private static let signatures: [([UInt8], String)] = [
    ([0x89, 0x50, 0x4E, 0x47], "a PNG picture"), ([0xFF, 0xD8, 0xFF], "a JPEG picture"),
    (Array("GIF8".utf8), "a GIF picture"),
    ([0x50, 0x4B, 0x03, 0x04], "a ZIP archive"), ([0x50, 0x4B, 0x05, 0x06], "a ZIP archive"),
    (Array("%PDF".utf8), "a PDF document"), (Array("SQLite format 3".utf8), "an SQLite database"),
    (Array("bplist".utf8), "a binary property list"), ([0x7F, 0x45, 0x4C, 0x46], "a program"),
    ([0xCF, 0xFA, 0xED, 0xFE], "a program"), ([0xCA, 0xFE, 0xBA, 0xBE], "a program"),
    ([0x42, 0x5A, 0x68], "a bzip2 archive"), ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "an xz archive"),
    ([0x1F, 0x8B], "a gzip archive inside another one"), ([0x28, 0xB5, 0x2F, 0xFD], "a Zstandard archive"),
    ([0x1A, 0x45, 0xDF, 0xA3], "a video (Matroska or WebM)"),
    (Array("<!DOCTYPE".utf8), "a web page"), (Array("<html".utf8), "a web page"),
    (Array("<?xml".utf8), "an XML document"),
  ]
}
