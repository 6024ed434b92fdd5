import Foundation
import Numerals
import Recordings

/// A file that the program has written, as a report names it.
enum WrittenFile {
  /// `wrote fit.html (0.9 MB)`.
  static func sentence(of path: String) -> String {
    var status = stat()
    let size = stat(path, &status) == 0 ? " (\(size(Int(status.st_size))))" : ""
    return "wrote \(FileName.shown(path))\(size)"
  }

  private static func size(_ bytes: Int) -> String {
    bytes < 1_000_000
      ? "\(max(1, (bytes + 500) / 1000)) kB" : "\(Numerals.significant(Double(bytes) / 1e6, 2)) MB"
  }
}
