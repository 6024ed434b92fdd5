import ScrollFit

extension EdgeCrossing {
  var json: JSONValue {
    [
      "source": .string(source),
      "series": .string(series),
      "axis": .string(axis.rawValue),
      "time": .number(time),
      "offset": .number(offset),
      "arrival": arrival.value(of: "velocity"),
      "departure": departure.value(of: "amplitude"),
      "ratio": ratio.value(of: "amplitude/velocity"),
    ]
  }
}

extension AxisComparison {
  var json: JSONValue {
    [
      "source": .string(source),
      "series": .string(series),
      "phase": .string(phase),
      "from": .number(from),
      "to": .number(to),
      "x": x.value(of: x.name),
      "y": y.value(of: y.name),
      "difference": difference.value(of: difference.name),
    ]
  }
}

extension Estimate {
  fileprivate func value(of name: String) -> JSONValue {
    [
      "name": .string(name),
      "unit": .string(unit),
      "value": .number(value),
      "standardError": .number(standardError),
      "interval": .interval(interval),
    ]
  }
}
