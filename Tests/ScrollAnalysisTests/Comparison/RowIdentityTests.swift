import Recordings
import ScrollFitting
import ScrollModels
import ScrollSegmentation
import TestSupport
import Testing

@testable import ScrollAnalysis

struct RowIdentityTests {
  @Test(
    "Of engines with the same rows the first stands for all",
    arguments: [[PhaseKind.deceleration], [.bounce, .deceleration]])
  func distinctEngines(kinds: [PhaseKind]) throws {
    func rows(_ engine: ScrollEngine) -> [RowIdentity?] {
      kinds.map { engine.row(for: $0).map(RowIdentity.init) }
    }
    let distinct = ScrollEngine.distinct(for: kinds)
    #expect(distinct.count > 20 && distinct.count < ScrollEngine.all.count)
    for engine in ScrollEngine.all {
      let first = try #require(ScrollEngine.all.first { rows($0) == rows(engine) })
      #expect(distinct.contains(first) && (engine == first || !distinct.contains(engine)))
    }
  }

  @Test("Phases that were found before are those that are found again")
  func sharedSegmentation() throws {
    for trace in try recordings("traces/kivy/fling_medium_forward.csv")
      + recordings("traces/gtk4/fling_diagonal.csv")
    {
      var found: [Axis: AxisSegmentation] = [:]
      for axis in trace.recordedAxes { found[axis] = Segmenter().segmentation(of: trace, axis: axis) }
      let options = FitOptions()
      let shared = IdentifiedPhase.all(of: trace, found: found, options: options)
      let own = IdentifiedPhase.all(of: trace, found: [:], options: options)
      #expect(!own.isEmpty && shared.count == own.count)
      for (one, other) in zip(shared, own) {
        #expect(
          one.kind == other.kind && one.from == other.from && one.to == other.to && one.axis == other.axis)
      }
    }
  }
}
