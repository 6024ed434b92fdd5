import Numerals
import ScrollModels

extension LinearEasing {
  /// `linear(0, 0.1827 4.2%, …, 1)`.
  package var css: String {
    let stops = stops.enumerated().map { index, stop in
      let progress = Numerals.plain(stop.progress)
      let isEnd = index == 0 || index == self.stops.count - 1
      return isEnd ? progress : "\(progress) \(Numerals.fixed(stop.position * 100, 1))%"
    }
    return "linear(\(stops.joined(separator: ", ")))"
  }
}
