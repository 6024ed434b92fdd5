import LeastSquares
import ScrollFitting
import ScrollModels

/// The velocity that an engine's own model starts a fling with.
struct FlingLaunch: Sendable {
  let row: CatalogueEntry
  /// pt/s.
  let velocity: Double
  /// The standard error by the samples' errors and by the error of the release's time, pt/s.
  let standardError: Double
  /// The bias of times that are late by the jitter on average, pt/s; nil where the release has the clock of the samples.
  let delayBias: Double?
  let motion: FlingMotion
}

/// The content's velocity over a fling.
struct FlingMotion: Sendable {
  /// The times of the first and the last sample that are surely the fling's, s since the recording's first sample.
  let from: Double
  let to: Double
  /// pt/s at a time, s since the recording's first sample; also outside of the fling, where its curve goes on.
  let velocity: @Sendable (_ time: Double) -> Double
}

/// The rows of the catalogue that the flings of a recording follow: each with its own constants, all flings together.
///
/// A curve's criterion on a fling is Σ rᵢ²/σᵢ² + 2 p, p its free numbers and σᵢ the noise (``RecordingNoise``) of the curve with the least
/// AICc. A curve that is nowhere a step of the grid off the one of the least criterion is as good as that: the rounding of slow content
/// is no independent noise. A row is excluded where its sum over the flings is above the least one, of the rows and of the models that
/// the flings were fitted with, by ``excluded``; where a fling has no fit also where it leaves structure there (``AdequacyRule``).
struct EngineLaunches {
  /// A fling with the fits of its samples: several where the segmentation has parted it.
  struct Candidate {
    let fling: ReleasedFling
    /// Nil where no fit is of its samples.
    let fitted: Curve?
  }

  /// A curve through a fling.
  struct Curve {
    /// Offsets less the curve.
    let residuals: [Double]
    /// p.
    let freeCount: Int
  }

  /// 2 ln 20: odds of twenty to one.
  private static let excluded = 6.0

  let candidates: [Candidate]
  var threads = 1

  /// The rows that are not excluded.
  struct Outcome {
    /// The launches of each fling, by the row of the least sum first; the same rows for all flings.
    let launches: [[FlingLaunch]]
    /// True if the models that the flings were fitted with are excluded, or some fling has none.
    let excludesModels: Bool
  }

  var outcome: Outcome {
    guard !candidates.isEmpty else { return Outcome(launches: [], excludesModels: false) }
    let rows = Self.rows
    let fits = Parallel.map(rows.count, threads: threads) { index in
      candidates.map { LaunchFit(rows[index].row, to: $0.fling, start: rows[index].start) }
    }.compactMap { $0.contains { $0 == nil } ? nil : $0.compactMap(\.self) }
    let fitted = candidates.compactMap(\.fitted)
    let deviations = candidates.indices.map { fling in
      noise(of: candidates[fling], [candidates[fling].fitted].compactMap(\.self) + fits.map(\.[fling].curve))
    }
    let weighted = Parallel.map(fits.count, threads: threads) { index in
      zip(fits[index], deviations).map { $0.weighted(by: $1) ?? $0 }
    }.filter { row in zip(row, candidates).allSatisfy { $1.fitted != nil || $0.isAdequate } }
    let models = fitted.count == candidates.count ? [fitted] : []
    let sums = excesses(of: weighted.map { $0.map(\.curve) } + models, deviations)
    let limit = (sums.min() ?? .infinity) + Self.excluded
    let kept = weighted.indices.filter { sums[$0] < limit }.sorted { (sums[$0], $0) < (sums[$1], $1) }
      .map { index in zip(weighted[index], deviations).map { $0.launch($1) } }
      .filter { !$0.contains { $0 == nil } }
    return Outcome(
      launches: candidates.indices.map { fling in kept.compactMap { $0[fling] } },
      excludesModels: models.isEmpty || sums[weighted.count] >= limit)
  }

  /// Every row that is a fling, from the release on and, where that makes another curve, from near it.
  private static let rows = Catalogue.entries.filter { $0.phase == .fling }.flatMap { row in
    row.model.isTimeInvariant
      ? [(row: row, start: LaunchFit.Start.atRelease)] : [(row, .atRelease), (row, .nearRelease)]
  }

  /// The criteria of several curves, summed over the flings, each less the least one of its fling.
  ///
  /// - Parameter curves: a list for each, of its curves for the flings in turn.
  private func excesses(of curves: [[Curve]], _ deviations: [[Double]]) -> [Double] {
    candidates.indices.reduce(into: [Double](repeating: 0, count: curves.count)) { sums, fling in
      let criteria = curves.map { curve in
        zip(curve[fling].residuals, deviations[fling]).reduce(2 * Double(curve[fling].freeCount)) {
          $0 + $1.0 * $1.0 / ($1.1 * $1.1)
        }
      }
      guard let best = criteria.indices.min(by: { criteria[$0] < criteria[$1] }) else { return }
      let step = candidates[fling].fling.phase.step
      for index in curves.indices {
        let isSame = zip(curves[index][fling].residuals, curves[best][fling].residuals).allSatisfy {
          ($0 - $1).magnitude < step
        }
        sums[index] += isSame ? 0 : criteria[index] - criteria[best]
      }
    }
  }

  /// σᵢ of a fling, by the residuals of the curve with the least AICc.
  private func noise(of candidate: Candidate, _ curves: [Curve]) -> [Double] {
    let phase = candidate.fling.phase
    let resolution = phase.step / 12.0.squareRoot()
    func criterion(_ curve: Curve) -> Double {
      InformationCriteria(
        sumOfSquares: curve.residuals.reduce(0) { $0 + $1 * $1 }, count: curve.residuals.count,
        freeParameters: curve.freeCount, resolvedVariance: resolution * resolution
      ).aicc ?? .infinity
    }
    guard let best = curves.min(by: { criterion($0) < criterion($1) })?.residuals else {
      return phase.samples.observations.map { _ in resolution }
    }
    let slopes = RecordingNoise.slopes(
      residuals: best.map { -$0 }, observations: phase.samples.observations,
      abscissas: phase.samples.abscissas)
    let noise = try? RecordingNoise.estimate(
      residuals: best, slopes: slopes, jacobian: [], rows: best.count, columns: 0, resolution: resolution)
    return noise?.standardDeviations ?? best.map { _ in resolution }
  }
}
