import Foundation
import Recordings
import ScrollFitting
import ScrollModels
import TestSupport
import Testing

@testable import ScrollAnalysis

/// Recordings of `scripts/reference/releases.py`, whose stamps err by 0.3 ms.
@Suite("The releases of recordings with a finger")
struct ReleaseAnalyzerTests {
  private static let sessions = ReferenceSession.all("releases.json")

  private func session(_ name: String) throws -> ReferenceSession { try #require(Self.sessions[name]) }

  @Test("The velocity at the release is the true one within its error")
  func velocities() throws {
    let session = try session("UIScrollView")
    let flings = session.report.releases.filter { $0.outcome == .fling }
    #expect(flings.count == 9)
    for fling in flings {
      let truth = try #require(
        session.flings.min { abs($0[0] - fling.touch.release) < abs($1[0] - fling.touch.release) })
      #expect(
        abs(fling.velocity - truth[1]) < 4 * fling.standardError + 1, "\(fling.velocity), not \(truth[1])")
    }
  }

  @Test("The velocities of flings of constant deceleration are those of that model, as Qt Flickable's")
  func constantDeceleration() throws {
    var launches: [Double] = []
    let gestures = [(600.0, 900.0), (-800, 1500), (1200, 4000), (-1500, -5000), (700, 2000)].map {
      velocity, acceleration in
      func travel(_ time: Double) -> Double { velocity * time + acceleration * time * time / 2 }
      // Half of the velocities between the second, third and fourth newest samples each.
      let launch = (travel(11.0 / 60) - travel(9.0 / 60)) * 30
      launches.append(launch)
      return MadeGesture(travel: travel) { time in
        let free = min(time, abs(launch) / 1500)
        return launch * free - (launch < 0 ? -750 : 750) * free * free
      }
    }
    let report = try #require(try MadeGesture.report(gestures, frames: 150, from: 5000))
    #expect(report.releases.count == launches.count)
    for (release, launch) in zip(report.releases, launches) {
      #expect(
        abs(release.velocity - launch) < 5 * release.standardError + 1, "\(release.velocity), not \(launch)")
    }
    #expect(report.estimators.filter(\.isIndistinguishable).contains { $0.estimator.name == "Qt Flickable" })
  }

  /// A stamp of the seventh finger of "parabola" is 2 ms late: what it predicts is off by four of its errors.
  @Test(
    "The true estimator is among those named, others are not",
    arguments: [
      ("UIScrollView", "UIScrollView", "Slint"), ("parabola", "Android", "Zynga Scroller"),
      ("mean", "Zynga Scroller", "Flutter iOS"), ("impulse", "Jetpack Compose, impulse", "UIScrollView"),
      ("carried", "Flutter iOS", "Android"),
    ])
  func named(_ name: String, _ truth: String, _ other: String) throws {
    let session = try session(name)
    #expect(session.indistinguishable.contains(truth), "\(session.indistinguishable)")
    #expect(!session.indistinguishable.contains(other), "\(session.indistinguishable)")
    #expect(session.indistinguishable.count <= 7, "\(session.indistinguishable)")
    #expect(session.report.isAdequate == true)
  }

  @Test("A rule that the catalogue has not is no estimator's")
  func unknownRule() throws {
    #expect(try session("none").report.isAdequate == false)
  }

  @Test("Fingers of constant velocity do not distinguish estimators")
  func alike() throws {
    let session = try session("alike")
    #expect(session.indistinguishable.count >= 8, "\(session.indistinguishable)")
    #expect(session.indistinguishable.contains("Flutter iOS") && session.report.isAdequate == true)
  }

  @Test("Weights and window are the true ones within their intervals")
  func parameters() throws {
    let weights = try session("UIScrollView").report.weights
    #expect(weights.count == 3)
    for (weight, truth) in zip(weights, [0.05, 0.35, 0.6]) {
      let error = try #require(weight.standardError)
      #expect(abs(weight.value - truth) < 3.5 * error && error < 0.15, "\(weight)")
    }
    for (name, slack) in [("parabola", 0.01), ("mean", 0)] {
      let interval = try #require(try session(name).report.window?.interval)
      let near = interval.lowerBound - slack...interval.upperBound + slack
      #expect(near.contains(0.1) && interval.upperBound - interval.lowerBound < 0.08, "\(interval)")
    }
  }

  @Test(
    "The latency is the true one within its interval",
    arguments: [("UIScrollView", 0.0125), ("mean", 0.021), ("parabola", 0)])
  func latency(_ name: String, _ truth: Double) throws {
    let latency = try #require(try session(name).report.latency)
    let error = try #require(latency.standardError)
    #expect(abs(latency.value - truth) < 4 * error && error < 0.001, "\(latency)")
  }

  @Test("The gate lies between releases with and without a fling")
  func gate() throws {
    let gate = try #require(try session("UIScrollView").report.gate)
    #expect(try #require(gate.fastestRest) < 250 && gate.slowestFling > 250)
    #expect(try session("parabola").report.gate?.fastestRest == nil)
  }

  @Test("Carried momentum is found where flings follow one another")
  func momentum() throws {
    let momentum = try #require(try session("carried").report.momentum)
    #expect(momentum.count >= 6 && momentum.share.value > 0.05)
    #expect(momentum.chiSquaredWithout > 4 * momentum.chiSquaredByEngine)
    #expect(try session("parabola").report.momentum == nil)
  }

  @Test("Pictures show the releases that distinguish estimators best, each prediction over its samples")
  func illustrations() throws {
    let report = try session("UIScrollView").report
    #expect(report.illustrations.count == 3)
    let releases = report.illustrations.map(\.release.touch.release)
    #expect(releases == releases.sorted())
    for illustration in report.illustrations {
      #expect(illustration.predictions.count == 3 && illustration.predictions[0].isIndistinguishable)
      #expect(illustration.predictions.contains { !$0.isIndistinguishable })
      let own = try #require(illustration.predictions.first { $0.names == ["UIScrollView", "Flutter iOS"] })
      let touch = illustration.release.touch
      let count = touch.times.count
      func velocity(_ end: Int) -> Double {
        (touch.positions[end] - touch.positions[end - 1]) / (touch.times[end] - touch.times[end - 1])
      }
      let expected = 0.05 * velocity(count - 1) + 0.35 * velocity(count - 2) + 0.6 * velocity(count - 3)
      #expect(abs(own.velocity - expected) < 1e-9 * abs(expected))
      #expect(own.window.lowerBound == touch.times[count - 4] - touch.release)
      #expect(own.window.upperBound == touch.times[count - 1] - touch.release)
      #expect(own.standardError > 0 && abs(own.deviation) < 4)
      // What is drawn of the fling begins with what is observed, in the frames around the release.
      #expect(
        illustration.release.fling.x[0] == 0
          && illustration.release.fling.y[0] == illustration.release.velocity)
      #expect(illustration.release.content.x.allSatisfy { -0.25...0.1 ~= $0 })
    }
  }

  @Test("Missing frames are hitches")
  func hitches() throws {
    let session = try session("mean")
    let dropped = session.report.hitches
    let times = session.trace.times
    for frame in dropped.late {
      let index = try #require(times.firstIndex(of: frame.time))
      #expect(abs(times[index] - times[index - 1] - 1 / 60 - frame.lateness) < 0.001)
    }
    let latest = try #require(dropped.longest)
    #expect(dropped.duration > 0.016 * Double(dropped.late.count) && latest.lateness < 0.05)
    #expect(try self.session("parabola").report.hitches.late.isEmpty)
  }
}
