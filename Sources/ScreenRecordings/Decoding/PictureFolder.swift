internal import Foundation

/// A folder of numbered pictures, the frames of a screen recording: `frame-0001.png`, `frame-0002.png`, …
package struct PictureFolder: Sendable {
  /// The names of the pictures, by their numbers.
  let paths: [String]
  /// The times of the pictures, s, increasing.
  let times: [Double]
  /// The file with a picture's time, s, in each line.
  package static let timesFile = "times.txt"

  /// The pictures of a folder.
  ///
  /// Their numbers are the last digits of their names. ``timesFile`` holds their times; without it a frame rate does, and a
  /// number that is missing is a dropped frame.
  ///
  /// - Parameter frameRate: pictures a second, Hz.
  /// - Throws: ``ScreenRecordingError`` where there are no pictures, two of one number, pictures of several sizes, no times, or
  ///   times out of range.
  package init(path: String, frameRate: Double?) throws(ScreenRecordingError) {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { throw .noPictures }
    let numbered = names.filter { $0.lowercased().hasSuffix(".png") }.map {
      (name: $0, number: Self.number($0))
    }
    var pictures: [(name: String, number: Int)] = []
    for picture in numbered {
      guard let number = picture.number else { throw .pictureWithoutNumber(picture.name) }
      pictures.append((picture.name, number))
    }
    pictures.sort { ($0.number, $0.name) < ($1.number, $1.name) }
    guard let first = pictures.first else { throw .noPictures }
    for (picture, next) in zip(pictures, pictures.dropFirst()) where picture.number == next.number {
      throw .sameNumber(picture.name, next.name)
    }
    let size = try Self.size("\(path)/\(first.name)", first.name)
    for picture in pictures where try Self.size("\(path)/\(picture.name)", picture.name) != size {
      throw .pictureSize(picture.name, first.name)
    }
    paths = pictures.map { URL(filePath: "\(path)/\($0.name)").standardizedFileURL.path }
    if let text = try? String(contentsOfFile: "\(path)/\(Self.timesFile)", encoding: .utf8) {
      times = try Self.times(text, pictures: pictures.count)
    } else if let frameRate {
      times = pictures.map { Double($0.number - first.number) / frameRate }
    } else {
      throw .noPictureTimes
    }
    guard let start = times.first, let end = times.last, end - start < FrameLimits.maximumDuration else {
      throw .picturesTooLong
    }
  }

  /// The number at the end of a name; nil where there is none.
  private static func number(_ name: String) -> Int? {
    let digits = name.dropLast(4).reversed().prefix { $0.isASCII && $0.isNumber }
    return Int(String(digits.reversed()))
  }

  /// Width and height by the header of a PNG.
  private static func size(_ path: String, _ name: String) throws(ScreenRecordingError) -> [UInt8] {
    guard let file = FileHandle(forReadingAtPath: path), let head = try? file.read(upToCount: 24),
      head.count == 24, head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    else { throw .noPNG(name) }
    return Array(head.dropFirst(16))
  }

  private static func times(_ text: String, pictures: Int) throws(ScreenRecordingError) -> [Double] {
    var times: [Double] = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let word = line.trimmingCharacters(in: .whitespaces)
      guard !word.isEmpty else { continue }
      guard let time = Double(word), time.isFinite, time > times.last ?? -.infinity else {
        throw .pictureTime(line: index + 1)
      }
      times.append(time)
    }
    guard times.count == pictures else { throw .pictureTimes(times.count, pictures: pictures) }
    return times
  }

  /// Calls a body with a pattern of FFmpeg that the pictures have for the time of the call, `…/%d.png`, numbered from 0.
  func withPattern<Value>(
    _ body: ([CChar]) throws(ScreenRecordingError) -> Value
  ) throws(ScreenRecordingError) -> Value {
    let folder = FileManager.default.temporaryDirectory.appending(path: "scrollfit-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (index, path) in paths.enumerated() {
        try FileManager.default.createSymbolicLink(
          atPath: folder.appending(path: "\(index).png").path, withDestinationPath: path)
      }
    } catch { throw .noFrames(reason: "\(folder.path) cannot be written") }
    // A percent sign in the folder's name would be a part of the pattern.
    return try body(Array("\(folder.path.replacingOccurrences(of: "%", with: "%%"))/%d.png".utf8CString))
  }
}
