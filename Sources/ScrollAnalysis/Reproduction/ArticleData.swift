import EmbeddedTexts
import Recordings

/// The source of the articles' numbers: the recordings in the binary, or a folder of files of the same
/// names.
package enum ArticleData: Equatable, Sendable {
  case embedded
  case folder(String)

  /// The recordings the claims rest on.
  enum File: String {
    case decelerations = "decel_damping_article.csv"
    case bounceTable = "bounce_damping_article.csv"
    case bounces = "ios_bounce_levisonnn.csv"
    case targetOffsets = "ios265_sim_target_offsets.csv"
    case rubberBandPoints = "rubberband_habr_article.csv"
    case rubberBandDrag = "ios265_sim_rubberband_drag.csv"

    var embedded: [UInt8] { Array(String(cString: text).utf8) }

    private var text: UnsafePointer<CChar> {
      switch self {
      case .decelerations: EmbeddedTexts.decel_damping_article_csv
      case .bounceTable: EmbeddedTexts.bounce_damping_article_csv
      case .bounces: EmbeddedTexts.ios_bounce_levisonnn_csv
      case .targetOffsets: EmbeddedTexts.ios265_sim_target_offsets_csv
      case .rubberBandPoints: EmbeddedTexts.rubberband_habr_article_csv
      case .rubberBandDrag: EmbeddedTexts.ios265_sim_rubberband_drag_csv
      }
    }
  }

  /// A file as a table of its numeric columns.
  func table(_ file: File) throws(ReadingError) -> Table {
    let reader = RecordingReader(options: ReadingOptions())
    switch self {
    case .embedded: return try reader.table(bytes: file.embedded, source: file.rawValue)
    case .folder(let path): return try reader.table(at: path + "/" + file.rawValue)
    }
  }

  /// A file's recordings; `interval` is the seconds between frames, where it counts frames.
  func traces(_ file: File, interval: Double? = nil) throws(ReadingError) -> [Trace] {
    var options = ReadingOptions()
    options.interval = interval
    let reader = RecordingReader(options: options)
    switch self {
    case .embedded: return try reader.traces(bytes: file.embedded, source: file.rawValue)
    case .folder(let path): return try reader.traces(at: path + "/" + file.rawValue)
    }
  }
}
