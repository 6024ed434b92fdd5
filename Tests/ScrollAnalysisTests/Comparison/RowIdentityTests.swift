import Recordings
import ScrollFitting
import ScrollModels
import ScrollSegmentation
import TestSupport
import Testing

@testable import ScrollAnalysis

struct RowIdentityTests {
  @Test(
    "Engines with the same rows stand together, in the catalogue's order",
    arguments: [[PhaseKind.deceleration], [.bounce, .deceleration]])
  func alikeEngines(kinds: [PhaseKind]) throws {
    func rows(_ engine: ScrollEngine) -> [RowIdentity?] {
      kinds.map { engine.row(for: $0).map(RowIdentity.init) }
    }
    let classes = ScrollEngine.alike(for: kinds)
    #expect(classes.count > 20 && classes.count < ScrollEngine.all.count)
    #expect(classes.map(\.count).reduce(0, +) == ScrollEngine.all.count)
    for engines in classes {
      #expect(engines == ScrollEngine.all.filter { rows($0) == rows(engines[0]) })
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
      let shared = IdentifiedPhase.all(of: trace, found: found, options: options, limit: 0.5)
      let own = IdentifiedPhase.all(of: trace, found: [:], options: options, limit: 0.5)
      #expect(!own.isEmpty && shared.count == own.count)
      for (one, other) in zip(shared, own) {
        #expect(
          one.kind == other.kind && one.from == other.from && one.to == other.to && one.axis == other.axis)
      }
    }
  }
}
