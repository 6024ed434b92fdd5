extension [Double] {
  /// Numbers of which `fill` writes every one.
  ///
  /// The initializers of the standard library look the class of an array's storage up in the runtime at every call, which takes as
  /// long as the rest of a short array's allocation; growing an empty array does not.
  package static func filled(
    _ count: Int, by fill: (UnsafeMutableBufferPointer<Double>) -> Void
  ) -> [Double] {
    var numbers: [Double] = []
    numbers.append(addingCapacity: count) { span in
      span.withUnsafeMutableBufferPointer { buffer, initialized in
        fill(UnsafeMutableBufferPointer(rebasing: buffer[..<count]))
        initialized = count
      }
    }
    return numbers
  }

  /// Zeros, made by ``filled(_:by:)``.
  package static func zeros(_ count: Int) -> [Double] { filled(count) { $0.initialize(repeating: 0) } }
}
