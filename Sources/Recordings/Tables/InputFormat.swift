/// The format of a file.
package enum InputFormat: String, CaseIterable, Sendable {
  // Tables: rows of named columns, read in one pass.
  case csv, tsv, semicolon, ndjson, scrolltrace
  /// Fields with blanks between them, as `print` writes them.
  case spaces
  // Everyone else's.
  /// Lines with values inside text, printed or by NSLog.
  case log
  /// `log show --style ndjson`.
  case oslog
  /// WebKit's momentum event log.
  case webkit
  /// onScroll events of React Native.
  case reactNative = "react-native"
  /// Pointer records of Flutter.
  case flutter
  /// Trace event JSON of Chrome and Perfetto.
  case chrome
  /// Session recordings of rrweb.
  case rrweb
  /// Scroll positions of a browser in a JSON document.
  case browser
  /// Wheel events of a browser in a JSON document.
  case wheel
  /// Android's `getevent -lt`.
  case getevent
  /// The debug log of Scroll Reverser.
  case scrollReverser = "scroll-reverser"
  /// The text of `libinput debug-events`.
  case libinput
  /// Scroll events of a CGEventTap on macOS.
  case eventTap = "event-tap"
  /// Playwright's trace archive.
  case playwright
  /// A table of Instruments that `xctrace export` wrote.
  case xctrace
  /// A trace of Perfetto.
  case perfetto

  /// The column of the times that readers of other formats than tables make of a line's own.
  static let timeColumn = "time (ns)"

  /// True if rows are read in one pass by their columns.
  var isTable: Bool { Self.allCases.prefix(6).contains(self) }

  /// True if a row is a JSON object.
  var isObjects: Bool { self == .ndjson || self == .scrolltrace }

  /// True if lines may stand in another order than they happened in, and several at one time.
  var isUnordered: Bool {
    switch self {
    case .oslog, .chrome, .rrweb, .flutter, .scrollReverser, .wheel, .libinput, .eventTap, .playwright,
      .xctrace, .perfetto:
      true
    case .csv, .tsv, .semicolon, .spaces, .ndjson, .scrolltrace, .log, .webkit, .reactNative, .browser,
      .getevent:
      false
    }
  }

  /// True if a file may be of the finger alone.
  var mayLackOffsets: Bool { [.getevent, .flutter, .libinput].contains(self) }

  var delimiter: UInt8 {
    switch self {
    case .tsv: Ascii.tab
    case .semicolon: Ascii.semicolon
    case .spaces: Ascii.space
    default: Ascii.comma
    }
  }
}
