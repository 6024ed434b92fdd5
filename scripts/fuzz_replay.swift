import Glibc

@_silgen_name("LLVMFuzzerTestOneInput")
private func test(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt

/// Gives a fuzzer's target every file that is named, as libFuzzer's own program does, without the sanitizers.
@main
struct Replay {
  static func main() {
    for path in CommandLine.arguments.dropFirst() {
      guard let file = fopen(path, "rb") else { preconditionFailure("\(path) cannot be read") }
      var bytes = [UInt8](repeating: 0, count: 1 << 14)
      let count = fread(&bytes, 1, bytes.count, file)
      fclose(file)
      bytes.withUnsafeBufferPointer { bytes in
        if let start = bytes.baseAddress { _ = test(start, count) }
      }
    }
  }
}
