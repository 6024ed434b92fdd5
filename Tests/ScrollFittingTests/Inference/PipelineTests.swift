import Recordings
import ScrollModels
import TestSupport
import Testing

@testable import ScrollFitting

struct PipelineTests {
  /// Values that an earlier build reported, by `scripts/reference/pipeline.py`. Exact samples, whose errors are their
  /// rounding, are for ``ManifestTests``.
  @Test("Shipped ranges are reported to a billionth of the standard error as they were")
  func reportsAreKept() throws {
    let bounces = try bounces(interval: 1.0 / 60)
    var compared = 0
    for stored in try JSONNode("reference/pipeline.json")["fits"].list {
      guard ["deceleration", "bounce", "rubber-band"].contains(stored["model"].text) else { continue }
      let file = try #require(stored["file"].text), series = stored["series"].text
      let traces = file.hasPrefix("data/ios_bounce") ? bounces : try recordings(file)
      let trace = try #require(traces.first { series == nil || $0.series == series })
      var options = FitOptions()
      options.usesKernels = true
      options.model = ModelSelection(try #require(stored["model"].text))
      if stored["from"].exists { (options.from, options.to) = (stored["from"].number, stored["to"].number) }
      let axis = try #require(Axis(rawValue: stored["axis"].text ?? ""))
      let fit = try Fitting(trace: trace, axis: axis, options: options).fit()
      let numbers = Dictionary(uniqueKeysWithValues: (fit.parameters + fit.derived).map { ($0.name, $0) })
      for expected in stored["estimates"].list {
        let own = try #require(numbers[expected["name"].text ?? ""])
        let error = expected["standardError"].number
        let value = expected["value"].number
        guard error > max(1e-10, 1e-9 * abs(value)) else { continue }
        compared += 1
        let position = "\(file) \(series ?? "") \(fit.model.id) \(own.name)"
        #expect(abs(own.value - value) <= 1e-9 * error + 64 * value.ulp, "\(position)")
        // Gradients by central differences have about eight digits.
        #expect(agree(try #require(own.standardError), error, 1e-7), "\(position)")
        let ends = expected["interval"].numbers
        let interval = try #require(own.interval)
        #expect(abs(interval.lowerBound - ends[0]) <= 1e-7 * error, "\(position)")
        #expect(abs(interval.upperBound - ends[1]) <= 1e-7 * error, "\(position)")
      }
    }
    #expect(compared > 60)
  }
}
