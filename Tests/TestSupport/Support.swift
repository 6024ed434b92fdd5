import Foundation
import LeastSquares
import Recordings
import ScrollFitting
import ScrollModels

/// The package's folder of recordings and reference values.
package let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Fixtures")
  .standardizedFileURL.path(percentEncoded: false)

/// s of the processor that this thread has had: other work on the machine adds nothing, so that a limit on it finds only
/// what takes long by itself.
package enum ThreadProcessorTime {
  package static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

/// |a − b| ≤ tolerance · |b|.
package func agree(_ a: Double, _ b: Double, _ tolerance: Double) -> Bool {
  a == b || abs(a - b) <= tolerance * abs(b)
}

/// A value of a JSON file, by keys and indices from the top.
package struct JSONNode {
  private let value: Any?

  private init(value: Any?) { self.value = value }

  /// A file of `Fixtures`.
  package init(_ file: String) throws {
    let data = try Data(contentsOf: URL(filePath: fixtures).appending(path: file))
    value = try JSONSerialization.jsonObject(with: data)
  }

  /// The missing value.
  package static var none: JSONNode { JSONNode(value: nil) }

  package subscript(_ path: String...) -> JSONNode {
    path.reduce(self) { JSONNode(value: ($0.value as? [String: Any])?[$1]) }
  }

  package subscript(_ index: Int) -> JSONNode { list[index] }

  package var list: [JSONNode] { (value as? [Any] ?? []).map(JSONNode.init(value:)) }
  package var names: [String] { (value as? [String: Any] ?? [:]).keys.sorted() }
  package var text: String? { value as? String }
  package var exists: Bool { value != nil && !(value is NSNull) }
  /// NaN where there is none, which agrees with nothing.
  package var number: Double { (value as? NSNumber)?.doubleValue ?? .nan }
  package var numbers: [Double] { list.map(\.number) }
}

/// The recordings of a file of `Fixtures`.
package func recordings(
  _ file: String, _ change: (inout ReadingOptions) -> Void = { _ in }
) throws -> [Trace] {
  var options = ReadingOptions()
  change(&options)
  return try RecordingReader(options: options).traces(at: fixtures + "/" + file)
}

/// The recorded iOS bounces, frames every `interval` s.
package func bounces(interval: Double) throws -> [Trace] {
  try recordings("data/ios_bounce_levisonnn.csv") { $0.interval = interval }
}

/// Options of a model, changed as a test wants.
package func options(_ model: String?, _ change: (inout FitOptions) -> Void = { _ in }) -> FitOptions {
  var options = FitOptions()
  options.model = model.flatMap { ModelSelection($0) }
  options.noise = .none
  change(&options)
  return options
}

/// The fit of a trace on one axis.
package func fit(
  _ trace: Trace, axis: Axis = .y, _ model: String?, _ change: (inout FitOptions) -> Void = { _ in }
) throws(FitError) -> Fit {
  try Fitting(trace: trace, axis: axis, options: options(model, change)).fit()
}

/// A recording of offsets on y.
package func trace(
  _ times: [Double], _ offsets: [Double], x: [Double]? = nil, unit: String = "pt",
  rests: [Axis: Double] = [:],
  edges: [Axis: ClosedRange<Double>] = [:]
) throws -> Trace {
  var columns: [Axis: [Double]] = [.y: offsets]
  columns[.x] = x
  return try Trace(
    Trace.FileOrigin(source: "test", format: "csv"), clock: Trace.SampleClock(times),
    columns: Trace.SampleColumns(offsets: columns, unit: unit),
    positions: Trace.KnownPositions(rests: rests, edges: edges))
}

extension Fit {
  package subscript(_ name: String) -> Estimate? { (parameters + derived).first { $0.name == name } }

  package func value(_ name: String) -> Double { self[name]?.value ?? .nan }

  package func hasWarning(_ text: String) -> Bool { warnings.contains { $0.contains(text) } }
}

extension SplitMix64 {
  /// In 0 ..< 1.
  package mutating func unit() -> Double { uniform() }

  package mutating func uniform(_ low: Double, _ high: Double) -> Double { low + (high - low) * uniform() }

  package mutating func logUniform(_ low: Double, _ high: Double) -> Double {
    low * pow(high / low, uniform())
  }

  package mutating func sign() -> Double { next() & 1 == 0 ? 1 : -1 }
}
