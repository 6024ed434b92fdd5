extension InputFormat {
  /// The records of a file in this format, which is no table.
  func records(_ text: ForeignText) throws(ReadingError) -> ForeignRecords {
    switch self {
    case .log: try LogFormat.records(text)
    case .oslog: try OSLogFormat.records(text)
    case .webkit: try WebKitFormat.records(text)
    case .reactNative: try ReactNativeFormat.records(text)
    case .flutter: try FlutterFormat.records(text)
    case .chrome: try ChromeFormat.records(text)
    case .rrweb: try RrwebFormat.records(text)
    case .getevent: try GeteventFormat.records(text)
    case .scrollReverser: try ScrollReverserFormat.records(text)
    case .libinput: try LibinputFormat.records(text)
    case .eventTap: try EventTapFormat.records(text)
    case .playwright: try PlaywrightFormat.records(text)
    case .xctrace: try XctraceFormat.records(text)
    case .perfetto: try PerfettoFormat.records(text)
    case .browser, .wheel, .csv, .tsv, .semicolon, .ndjson, .scrolltrace:
      try BrowserFormat.records(text, as: self)
    }
  }
}
