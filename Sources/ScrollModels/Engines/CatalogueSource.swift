/// The place a row was read at, with its version: engines change, and only a version says which one is meant.
public enum CatalogueSource: Equatable, Sendable {
  /// Files of a repository, `owner/name`, at a commit or a release.
  case repository(String, files: [String], version: String)
  /// A source outside public repositories: a talk, an article, a recording of a system.
  case publication(String, version: String)

  static func file(_ repository: String, _ files: String..., at version: String) -> CatalogueSource {
    .repository(repository, files: files, version: version)
  }
}

extension CatalogueSource: CustomStringConvertible {
  /// `b3ll/Motion, DecayFunction.swift @c9a57f9`, `UIKit (iOS 26.5)`.
  public var description: String {
    switch self {
    case .repository(let name, let files, let version):
      "\(name), \(files.joined(separator: ", ")) @\(version)"
    case .publication(let title, let version): "\(title) (\(version))"
    }
  }
}

/// The provenance of a row.
public enum CatalogueProvenance: String, CaseIterable, Sendable {
  /// Read in the engine's source.
  case source
  /// Found in the engine's source by a search; the file was not read whole.
  case excerpt = "constants seen, file not read whole"
  /// Computed from recordings.
  case recordings
}
