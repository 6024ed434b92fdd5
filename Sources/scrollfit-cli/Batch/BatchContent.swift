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
      hash = try Self.hash(ofFile: path)
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

  /// The hash of a file that may be larger than memory: mapped to be read alone, so that none is reserved for it.
  private static func hash(ofFile path: String) throws(BatchRecord.Problem) -> ContentHash {
    let descriptor = open(FileName.bytes(path), O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0,
      let bytes = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0), bytes != MAP_FAILED
    else { throw BatchRecord.Problem("cannot be read: \(FileDescriptor.Failure.last.reason)") }
    defer { munmap(bytes, Int(status.st_size)) }
    return ContentHash(of: UnsafeRawBufferPointer(start: bytes, count: Int(status.st_size)))
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
