import Recordings
import TestSupport
import Testing

@testable import ScrollSimulation

/// Invalid scenarios and their errors.
struct ScenarioTests {
  private static func scenario(_ json: String) throws -> Scenario {
    try Scenario(JSONValue(json: Array(json.utf8)))
  }

  private func failure(_ change: (inout Scenario) -> Void) -> ScenarioError? {
    var scenario = Scenario()
    scenario.gestures = [Scenario.Gesture()]
    change(&scenario)
    do {
      _ = try Simulator(scenario)
      return nil
    } catch { return error }
  }

  @Test func defaultsAreRight() {
    #expect(failure { _ in } == nil)
    #expect(failure { $0.gestures = [] } == nil)
  }

  @Test("Every rule of scenarios refuses what breaks it") func everyRule() {
    let rules: [(key: String, changes: [(inout Scenario) -> Void])] = [
      (
        "viewport",
        [
          { $0.viewport.x = 0 }, { $0.viewport.y = -3 }, { $0.viewport.y = .infinity },
          { $0.viewport.x = .nan },
        ]
      ),
      ("content", [{ $0.content.x = -1 }, { $0.content.y = .infinity }, { $0.content.y = .nan }]),
      ("insets", [{ $0.insets.top = .nan }, { $0.insets.right = .infinity }]),
      ("start", [{ $0.start = Scenario.Vector(x: .nan) }, { $0.start = Scenario.Vector(y: -.infinity) }]),
      ("anchors[1]", [{ $0.anchors = [Scenario.Vector(), Scenario.Vector(x: .nan)] }]),
      (
        "constants.decelerationRate",
        [0, 1, 1.002, -0.5, .nan].map { rate in { $0.constants.decelerationRate = rate } }
      ),
      (
        "constants.bounceDamping", [0, -1, .infinity].map { value in { $0.constants.bounceDamping = value } }
      ),
      ("constants.snapDamping", [0, .nan].map { value in { $0.constants.snapDamping = value } }),
      (
        "constants.rubberBandCoefficient",
        [0, -0.5, .infinity].map { value in { $0.constants.rubberBandCoefficient = value } }
      ),
      ("constants.settlingDistance", [0, -1].map { value in { $0.constants.settlingDistance = value } }),
      (
        "constants.tableInterval", [0, -0.0167, .nan].map { value in { $0.constants.tableInterval = value } }
      ),
      ("constants.stopVelocity", [0, -10, .nan].map { value in { $0.constants.stopVelocity = value } }),
      ("gestures[0].duration", [0, -0.1, .infinity].map { value in { $0.gestures[0].duration = value } }),
      ("gestures[0].hold", [-0.1, .infinity, .nan].map { value in { $0.gestures[0].hold = value } }),
      (
        "gestures[0]",
        [
          { $0.gestures[0].velocity.x = .nan }, { $0.gestures[0].velocity.y = .infinity },
          { $0.gestures[0].acceleration.x = .nan }, { $0.gestures[0].acceleration.y = -.infinity },
        ]
      ),
      ("gestures[0].at", [-0.1, .nan, .infinity].map { value in { $0.gestures[0].at = value } }),
      ("gestures[1].at", [{ $0.gestures.append($0.gestures[0]) }]),
      (
        "next.massRatio",
        [-1, .infinity, .nan].map { value in
          {
            $0.next = Scenario.NextView()
            $0.next?.massRatio = value
          }
        }
      ),
      (
        "next.content",
        [
          {
            $0.next = Scenario.NextView(); $0.next?.content.y = .nan
          }
        ]
      ),
      (
        "next.start",
        [
          {
            $0.next = Scenario.NextView(); $0.next?.start.x = .infinity
          }
        ]
      ),
      ("recording.frameRate", [0, -60, 10_001, .nan].map { value in { $0.recording.frameRate = value } }),
      ("recording.jitter", [-0.001, 1.0 / 120, .nan].map { value in { $0.recording.jitter = value } }),
      ("recording.drops", [-0.1, 1, .nan].map { value in { $0.recording.drops = value } }),
      ("recording.clockNoise", [-1e-6, .infinity].map { value in { $0.recording.clockNoise = value } }),
      ("recording.grid", [-1, .nan].map { value in { $0.recording.grid = value } }),
      ("recording.noise", [-0.1, .infinity].map { value in { $0.recording.noise = value } }),
      ("duration", [0, -1, 1_000_001, .nan].map { value in { $0.duration = value } }),
    ]
    for (key, changes) in rules {
      for (index, change) in changes.enumerated() {
        #expect(failure(change)?.key == key, "\(key), \(index)")
      }
    }
  }

  @Test("The sentence has the key, what is wrong and the value")
  func sentences() {
    #expect(
      failure { $0.constants.decelerationRate = 1.5 }?.description
        == "constants.decelerationRate lies between 0 and 1, not at 1.5")
    #expect(
      failure { $0.constants.bounceDamping = -3 }?.description
        == "constants.bounceDamping must be positive, not -3.0")
    #expect(
      failure {
        ($0.gestures[0].at, $0.gestures[0].hold) = (1, 0.25)
        $0.gestures.append(Scenario.Gesture())
      }?.description == "gestures[1].at must not be before 1.45 s")
  }

  @Test func readsWhatIsGivenAndKeepsTheRest() throws {
    let scenario = try Self.scenario(
      #"""
      {"viewport": {"x": 320, "y": 568}, "insets": {"top": 20}, "start": {"y": 7.5}, "duration": 3,
       "constants": {"decelerationRate": 0.99, "tableInterval": 0.0167}, "anchors": [{"x": 1}, {"y": 2}],
       "gestures": [{"at": 1, "velocity": {"y": -5e2}, "hold": 0.25}], "next": {"massRatio": 2},
       "recording": {"seed": 18446744073709551615, "drops": 0.5}}
      """#)
    var expected = Scenario()
    expected.viewport = Scenario.Vector(x: 320, y: 568)
    expected.insets.top = 20
    expected.start = Scenario.Vector(y: 7.5)
    expected.duration = 3
    (expected.constants.decelerationRate, expected.constants.tableInterval) = (0.99, 0.0167)
    expected.anchors = [Scenario.Vector(x: 1), Scenario.Vector(y: 2)]
    expected.gestures = [Scenario.Gesture()]
    (expected.gestures[0].at, expected.gestures[0].velocity.y, expected.gestures[0].hold) = (1, -500, 0.25)
    expected.next = Scenario.NextView()
    expected.next?.massRatio = 2
    (expected.recording.seed, expected.recording.drops) = (.max, 0.5)
    #expect(scenario == expected)
    #expect(try Self.scenario("{}") == Scenario())
  }

  @Test(arguments: [
    ("[]", "the scenario must be an object"), (#"{"view": 1}"#, "view is not known"),
    (#"{"constants": {"bounce": 1}}"#, "constants.bounce is not known"),
    (#"{"gestures": {}}"#, "gestures must be a list"),
    (#"{"gestures": [{}, {"hold": "long"}]}"#, "gestures[1].hold must be a number"),
    (#"{"recording": {"seed": -1}}"#, "recording.seed must be a whole number"),
    (#"{"viewport": 3}"#, "viewport must be an object"),
    (#"{"duration": 1e999}"#, "duration must be a number"),
  ])
  func whatIsNoScenario(json: String, sentence: String) throws {
    let error = try #require(throws: ScenarioError.self) { try Self.scenario(json) }
    #expect(error.description.hasPrefix(sentence), "\(error)")
  }
}
