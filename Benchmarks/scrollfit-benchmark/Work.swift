import Kernels
import LeastSquares
import Recordings

/// Reads a file in parts, each read, fitted and written by one thread while its numbers are near the
/// processor.
struct Work {
  let file: String
  let path: KernelPath
  let limit: Int?
  /// True if the fits are wanted as text.
  let writes: Bool

  private static let partSize = 1 << 20

  /// The parts in the order of the file.
  ///
  /// - Throws: a file that cannot be read, and its first line that is no trace.
  func parts(threads: Int) throws(ReadingError) -> [Part] {
    let mapped = try MappedFile(path: file)
    // A limit counts from the file's beginning, which one reader alone can do.
    let bounds = limit == nil ? mapped.parts(of: Self.partSize) : [0, mapped.count]
    let results = Parallel.map(bounds.count - 1, threads: threads) { index in
      part(mapped, bounds[index], bounds[index + 1], line: 1)
    }
    var parts: [Part] = []
    for (index, result) in results.enumerated() {
      switch result {
      case .success(let part): parts.append(part)
      case .failure:
        // Read once more, with the number of the line it begins with.
        let before = UnsafeBufferPointer(start: mapped.start, count: bounds[index])
        let line = before.lazy.filter { $0 == UInt8(ascii: "\n") }.count + 1
        parts.append(try part(mapped, bounds[index], bounds[index + 1], line: line).get())
      }
    }
    return parts
  }

  private func part(
    _ mapped: borrowing MappedFile, _ start: Int, _ end: Int, line: Int
  ) -> Result<Part, ReadingError> {
    var lines = TraceLines(mapped.start + start, mapped.start + end, file: file, line: line)
    var part = Part(path: path, byteCount: end - start)
    do throws(ReadingError) {
      while part.count < limit ?? .max, let trace = try lines.next() { try part.append(trace, lines) }
    } catch {
      return .failure(error)
    }
    part.fit()
    if writes { part.write() }
    return .success(part)
  }
}
