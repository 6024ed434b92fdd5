@testable import Recordings

/// Reads any bytes as a file: tables, logs, JSON, gzip, and lines that are recordings each.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzReaders(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: data, count: count))
  _ = try? RecordingReader().traces(bytes: bytes, source: "fuzz")
  _ = try? RecordingReader().table(bytes: bytes, source: "fuzz")
  var options = ReadingOptions()
  options.repair = true
  options.timesPerSecond = 60
  _ = try? RecordingReader(options: options).traces(bytes: bytes, source: "fuzz")
  _ = try? TraceLine(bytes, number: 1, source: "fuzz").traces(ReadingOptions())
  _ = try? JSONValue(json: bytes)
  return 0
}
