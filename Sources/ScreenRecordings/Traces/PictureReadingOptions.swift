import Recordings

/// The part of the reading options that applies to pictures: a file's columns, its format and its wheel are not among it.
extension ReadingOptions {
  /// The time of a picture by its number from 0, s, in a folder without times; nil where nothing gives it.
  var pictureTime: ((Double) -> Double)? {
    if let interval { return { $0 * interval } }
    // n / 60 is rounded once, n · (1/60) twice.
    return (frameRate ?? defaultFrameRate).map { rate in { $0 / rate } }
  }

  /// Throws ``ScreenRecordingError/inapplicable(setting:reason:)`` where an option gives times to pictures that have times.
  ///
  /// - Parameter reason: what has the times.
  package func refuseFrameRate(because reason: String) throws(ScreenRecordingError) {
    try Self.refuse(
      [("frameRate", frameRate != nil), ("interval", interval != nil)], because: reason)
  }

  /// Throws ``ScreenRecordingError/inapplicable(setting:reason:)`` for an option that is about the text or the table that another
  /// recording is.
  package func refuseTableOptions() throws(ScreenRecordingError) {
    try Self.refuse(
      [
        ("columns", !defaultRoles.isSuperset(of: columns.keys)), ("seriesColumn", seriesColumn != nil),
        ("selected", !selected.isEmpty),
        ("inputFormat", inputFormat != nil), ("timesPerSecond", timesPerSecond != nil),
        ("lineHeight", lineHeight != nil), ("pageHeight", pageHeight != nil),
      ], because: "a screen recording has frames, and no columns, series, or wheel events")
  }

  private static func refuse(
    _ settings: [(name: String, isGiven: Bool)], because reason: String
  ) throws(ScreenRecordingError) {
    guard let given = settings.first(where: \.isGiven) else { return }
    throw .inapplicable(setting: given.name, reason: reason)
  }
}
