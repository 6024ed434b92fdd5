import Elementary
import Numerals

/// Lengths as bars on a logarithmic axis, for a page.
struct BarChart: Equatable {
  let title: String
  let unit: String
  let bars: [Bar]

  struct Bar: Equatable {
    let label: String
    let value: Double
  }

  /// A shorter bar is drawn as this: what offsets of a recording do not show.
  private static let least = 1e-3

  /// The decades that all bars lie in.
  private var decades: ClosedRange<Int> {
    let exponents = bars.map { Self.exponent($0.value) }
    let low = Int((exponents.min() ?? 0).rounded(.down)), high = Int((exponents.max() ?? 1).rounded(.up))
    return low...max(high, low + 1)
  }

  private static func exponent(_ value: Double) -> Double { logarithm(max(value, least)) / logarithm(10) }

  var values: [String: Any] {
    let decades = decades
    func position(_ exponent: Double) -> String {
      Numerals.fixed(100 * (exponent - Double(decades.lowerBound)) / Double(decades.count - 1), 1)
    }
    return [
      "title": title,
      "items": bars.map { bar in
        [
          "label": bar.label, "text": quantity(bar.value, unit, digits: 3),
          "width": position(Self.exponent(bar.value)),
        ]
      },
      "ticks": decades.map { decade in
        ["label": Numerals.significant(power(10, Double(decade))), "place": position(Double(decade))]
      },
    ]
  }
}
