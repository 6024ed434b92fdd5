import ArgumentParser

/// `--sweep frame-rate=30,60,120`.
struct FrameRates: Equatable {
  /// Frames a second, as given.
  let rates: [Double]

  private static let name = "frame-rate"
  private static let range = 1.0...1000
  private static let maximumCount = 20

  /// - Throws: a `ValidationError` with an example for what is no list of rates.
  init(argument: String) throws {
    let example = "for example --sweep \(Self.name)=30,60,120"
    guard let named = NamedText(argument: argument), named.name == Self.name else {
      throw ValidationError("--sweep needs \(Self.name)=NUMBER,NUMBER,…, not '\(argument)': \(example)")
    }
    var rates: [Double] = []
    for text in named.text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let rate = Number(argument: String(text))?.value, Self.range.contains(rate) else {
        throw ValidationError("--sweep: '\(text)' is no number of frames a second from 1 to 1000: \(example)")
      }
      guard !rates.contains(rate) else { throw ValidationError("--sweep has \(text) twice") }
      rates.append(rate)
    }
    guard rates.count >= 2 else { throw ValidationError("--sweep needs two rates or more: \(example)") }
    guard rates.count <= Self.maximumCount else {
      throw ValidationError("--sweep takes at most \(Self.maximumCount) rates, not \(rates.count)")
    }
    self.rates = rates
  }
}
