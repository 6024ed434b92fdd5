internal import Foundation
import Recordings

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
  /// - Parameter reading: has the frame rate or the interval.
  /// - Throws: ``ScreenRecordingError`` where there are no pictures, two of one number, pictures of several sizes, no times, a frame
  ///   rate beside times, or times out of range.
  package init(path: String, reading: ReadingOptions) throws(ScreenRecordingError) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let numbered = names.filter(Self.isPicture).map {
      (name: $0, number: Self.number($0))
    }
    var pictures: [(name: String, number: Int)] = []
    for picture in numbered {
      guard let number = picture.number else { throw .pictureWithoutNumber(picture.name) }
      pictures.append((picture.name, number))
    }
    pictures.sort { ($0.number, $0.name) < ($1.number, $1.name) }
    guard let first = pictures.first else { throw .noPictures(other: Self.otherKind(among: names)) }
    for (picture, next) in zip(pictures, pictures.dropFirst()) where picture.number == next.number {
      throw .sameNumber(picture.name, next.name)
    }
    let size = try Self.size("\(path)/\(first.name)", first.name)
    for picture in pictures where try Self.size("\(path)/\(picture.name)", picture.name) != size {
      throw .pictureSize(picture.name, first.name)
    }
    paths = pictures.map { URL(filePath: "\(path)/\($0.name)").standardizedFileURL.path }
    if names.contains(Self.timesFile) {
      try reading.refuseFrameRate(because: "\(Self.timesFile) holds the times of the pictures")
      // A file that cannot be read has no line with a time.
      let content = FileManager.default.contents(atPath: "\(path)/\(Self.timesFile)") ?? Data()
      times = try Self.times(String(decoding: content, as: UTF8.self), pictures: pictures.count)
    } else if let time = reading.pictureTime {
      times = pictures.map { time(Double($0.number - first.number)) }
    } else {
      throw .noPictureTimes(pictures: pictures.count)
    }
    if let step = FrameStep.impossible(times) { throw .pictureStep(step) }
    guard let start = times.first, let end = times.last, end - start < FrameLimits.maximumDuration else {
      throw .picturesTooLong
    }
  }

  /// The names of a folder's pictures and of the file of their times, in a fixed order.
  package static func fileNames(in path: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { isPicture($0) || $0 == timesFile }.sorted()
  }

  /// Returns true if a file is a picture in PNG by its name.
  package static func isPicture(_ name: String) -> Bool { name.lowercased().hasSuffix(".png") }

  /// The extension of pictures in another format than PNG; nil where no name has one.
  package static func otherKind(among names: [String]) -> String? {
    names.lazy.map { ($0 as NSString).pathExtension }.filter {
      ["jpg", "jpeg", "bmp", "webp", "tif", "tiff", "heic", "ppm"].contains($0.lowercased())
    }.min()
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
      guard !word.isEmpty, !word.hasPrefix("#") else { continue }
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
