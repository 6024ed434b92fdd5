import Kernels

/// Writes fits as lines of JSON: numbers that read back to the same double, null for what there is not.
struct LineWriter {
  private(set) var bytes: [UInt8] = []
  /// The keys of each model, `"parameters":{"initialOffset":` and so on, made once.
  private let keys = Model.allCases.map { model in
    model.scrollModel.parameters.enumerated().map { Array("\($0 == 0 ? "" : ",")\"\($1.name)\":".utf8) }
  }

  mutating func write(_ model: Model, id: ArraySlice<UInt8>, _ fits: KernelFits, _ trace: Int) {
    let keys = keys[Model.allCases.firstIndex(of: model) ?? 0]
    put("{\"id\":\"")
    bytes += id
    put("\",\"model\":\"")
    put(model.rawValue)
    put("\",\"parameters\":{")
    for (index, key) in keys.enumerated() {
      bytes += key
      put(fits.parameter(index, of: trace))
    }
    put("},\"standardErrors\":{")
    for (index, key) in keys.enumerated() {
      bytes += key
      put(fits.standardError(index, of: trace))
    }
    put("},\"rms\":")
    put(fits.rms(of: trace))
    put(",\"aicc\":")
    put(fits.criteria(of: trace).aicc ?? .nan)
    put(fits.isFitted(trace) ? ",\"path\":\"kernel\"}\n" : ",\"path\":\"plain\"}\n")
  }

  private mutating func put(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func put(_ value: Double) {
    if value.isFinite { put(value.description) } else { put("null") }
  }
}
