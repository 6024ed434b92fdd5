import Recordings
import Reports
import ScreenRecordings
import ScrollFitting

extension VideoFile {
  /// The number of thumbnails of a page with one video.
  private static let maximumCount = 12
  /// The bytes of all thumbnails of a page; in its text they are a third more.
  private static let maximumBytes = 216_000

  /// Thumbnails for the timelines of a page, by the index of the recording. What cannot be decoded has none.
  static func thumbnails(of analysis: Analysis) -> [Int: Thumbnails] {
    guard analysis.recordings.count <= Analysis.maximumPictures else { return [:] }
    let videos = analysis.recordings.enumerated().compactMap { index, recording in
      VideoFile(path: recording.source).map { (index: index, file: $0, recording: recording) }
    }
    guard !videos.isEmpty else { return [:] }
    let count = max(2, maximumCount / videos.count)
    let found = videos.compactMap { video in
      video.file.thumbnails(
        of: video.recording, atMost: count, bytes: maximumBytes / (count * videos.count)
      ).map { (video.index, $0) }
    }
    return Dictionary(uniqueKeysWithValues: found)
  }

  /// - Parameter limit: the bytes of each.
  private func thumbnails(
    of recording: RecordingSummary, atMost count: Int, bytes limit: Int
  ) -> Thumbnails? {
    guard let kind, let video = try? VideoThumbnails(path: FileName.bytes(path), kind: kind) else {
      return nil
    }
    let aspect = Double(video.size.width) / Double(video.size.height)
    let times = Thumbnails.times(of: recording, aspect: aspect, atMost: count)
    let items = times.compactMap { time in
      (try? video.jpeg(at: (recording.timeOrigin ?? 0) + time, atMost: limit)).flatMap {
        Thumbnails.Item(time: time, jpeg: $0)
      }
    }
    return items.isEmpty ? nil : Thumbnails(aspect: aspect, items: items)
  }
}
