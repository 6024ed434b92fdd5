import Recordings
import ScrollFitting

extension EdgeCrossing {
  package var json: JSONValue {
    [
      "source": .string(source),
      "series": .string(series),
      "axis": .string(axis.rawValue),
      "time": .number(time),
      "offset": .number(offset),
      "arrival": arrival.json(named: "velocity"),
      "departure": departure.json(named: "amplitude"),
      "ratio": ratio.json(named: "amplitude/velocity"),
    ]
  }
}

extension AxisComparison {
  package var json: JSONValue {
    [
      "source": .string(source),
      "series": .string(series),
      "phase": .string(phase),
      "from": .number(from),
      "to": .number(to),
      "x": x.json(as: .derived),
      "y": y.json(as: .derived),
      "difference": difference.json(as: .derived),
    ]
  }
}
