import LeastSquares
import Recordings
import ScrollFitting
import ScrollModels

/// The damping article's table of bounces.
struct BounceTable {
  static let euler = 2.718281828459045
  /// At the edge, pt/s.
  let velocities: [Double]
  /// Beyond the edge, pt.
  let farthest: [Double]
  /// s.
  let durations: [Double]

  init(_ data: ArticleData) throws(ReproductionError) {
    let table: Table
    do { table = try data.table(.bounceTable) } catch { throw .reading(error) }
    func column(_ name: String) throws(ReproductionError) -> [Double] {
      guard let values = table[name] else {
        throw .column(name, file: ArticleData.File.bounceTable.rawValue)
      }
      return values.map(abs)
    }
    velocities = try column("edge_velocity_pt_per_s")
    farthest = try column("farthest_pt")
    durations = try column("duration_s")
  }
}

/// One recorded bounce, fitted about its baseline.
struct BounceSeries {
  let name: String
  /// Seconds between frames.
  let interval: Double
  let samples: Samples
  let rest: Double
  let fit: Fit

  /// The three series of the recording at a frame interval.
  static func all(_ data: ArticleData, interval: Double) throws(ReproductionError) -> [BounceSeries] {
    let file = ArticleData.File.bounces.rawValue
    let traces: [Trace]
    do { traces = try data.traces(.bounces, interval: interval) } catch { throw .reading(error) }
    guard traces.count == 3 else { throw .series(count: traces.count, need: 3, file: file) }
    var series: [BounceSeries] = []
    for trace in traces {
      guard let rest = trace.rests[.y] else { throw .column("rest_baseline", file: file) }
      var options = FitOptions()
      options.noise = .none
      options.model = .model(.bounce)
      let fit: Fit
      do { fit = try Fitting(trace: trace, axis: .y, options: options).fit() } catch {
        throw .fitting(file: file, error)
      }
      _ = try fit.judgeable(in: .bounces)
      series.append(
        BounceSeries(
          name: trace.series ?? "\(series.count + 1)", interval: interval,
          samples: Samples(abscissas: fit.curve.abscissas, observations: fit.curve.observed), rest: rest,
          fit: fit))
    }
    return series
  }

  /// One damping for all.
  static func joint(_ series: [BounceSeries]) -> JointFit {
    JointFit(
      BounceModel(), samples: series.map(\.samples), fixed: series.map { [0: $0.rest] },
      start: [series[0].fit.estimate(of: .damping).value])
  }
}

extension Estimate {
  /// The mean of a few numbers with its standard error and t interval at 95 %.
  static func mean(of values: [Double], name: String, unit: String) -> Estimate {
    let count = Double(values.count)
    let mean = values.reduce(0, +) / count
    guard values.count > 1 else {
      return Estimate(name: name, unit: unit, value: mean, standardError: nil, interval: nil)
    }
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let error = (squares / (count - 1) / count).squareRoot()
    let reach = StudentT(degreesOfFreedom: count - 1).criticalValue(confidence: 0.95) * error
    return Estimate(
      name: name, unit: unit, value: mean, standardError: error, interval: (mean - reach)...(mean + reach))
  }
}
