import Foundation
import Hashing
import Recordings
import ScrollAnalysis

/// The content of one input of a batch: bytes, or a video, whose recording is read only where it is fitted.
struct BatchContent {
  let hash: ContentHash
  private let kind: Kind

  private enum Kind {
    case bytes([UInt8])
    case video(VideoFile)
  }

  init(_ bytes: [UInt8]) {
    hash = ContentHash(of: bytes)
    kind = .bytes(bytes)
  }

  /// - Throws: what keeps a file from being read.
  init(file path: String) throws(BatchRecord.Problem) {
    if let video = VideoFile(path: path) {
      // A video may be larger than memory.
      guard let bytes = try? Data(contentsOf: URL(filePath: path), options: .alwaysMapped) else {
        throw BatchRecord.Problem("cannot be read: \(FileDescriptor.Failure.last.reason)")
      }
      hash = bytes.withUnsafeBytes { ContentHash(of: $0) }
      kind = .video(video)
      return
    }
    do throws(ReadingError) {
      let bytes = try RecordingReader.bytes(of: path)
      hash = ContentHash(of: bytes)
      kind = .bytes(bytes)
    } catch {
      throw BatchRecord.Problem(error.sentence.commandLine)
    }
  }

  /// The input as the analyzer takes it; unreadable where a video has no recording.
  func read(_ entry: BatchEntry) -> BatchEntry {
    switch kind {
    case .bytes(let bytes): return entry.with(.bytes(bytes))
    case .video(let video):
      do { return entry.with(.trace(try video.trace())) } catch {
        return entry.with(.unreadable(error.sentence.commandLine))
      }
    }
  }
}
