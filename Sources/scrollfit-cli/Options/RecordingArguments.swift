import ArgumentParser

/// The recordings that a verb reads one after another.
struct RecordingArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Recordings in any known format, folders, quoted globs; - is standard input.", valueName: "file"))
  var files: [String]

  func validate() throws { try StandardInput.refuseTwice(files) }
}

enum StandardInput {
  /// Throws where standard input is named more than once: it can be read once.
  static func refuseTwice(_ paths: [String]) throws {
    guard paths.count(where: { $0 == "-" }) <= 1 else {
      throw ValidationError("standard input (-) can be used only once")
    }
  }
}
