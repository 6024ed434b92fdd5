import Foundation
import TestSupport
import Testing

/// The release in the reports of `fit` and `identify`.
@Suite("Releases in reports")
struct ReleaseTests {
  /// A recording of `scripts/reference/releases.py` as a table.
  private func table(_ name: String, finger: Bool = true) throws -> TemporaryFolder {
    let session = try #require(
      try JSONNode("reference/releases.json")["sessions"].list.first { $0["name"].text == name })
    let (times, offsets, travel) = (
      session["times"].numbers, session["offsets"].numbers, session["finger"].numbers
    )
    let rows = times.indices.map { "\(times[$0]),\(offsets[$0])" + (finger ? ",\(travel[$0])" : "") }
    let folder = try TemporaryFolder()
    try "t,y\(finger ? ",finger" : "")\n\(rows.joined(separator: "\n"))\n".write(
      toFile: folder.path("mine.csv"), atomically: true, encoding: .utf8)
    return folder
  }

  @Test("The short report has one line on the release, only with a finger")
  func line() throws {
    let folder = try table("UIScrollView")
    let run = try Binary(shell: "\"$0\" fit mine.csv", in: folder.url)
    let lines = run.output.split(separator: "\n").filter { $0.contains("release ") }
    #expect(lines.count == 1 && lines[0].contains("velocity as"), "\(run.output)")
    let words = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("UIScrollView; Flutter iOS") && words.contains("latency 12."), "\(words)")
    let alone = try table("UIScrollView", finger: false)
    #expect(try !Binary(shell: "\"$0\" fit mine.csv", in: alone.url).output.contains("release "))
  }

  @Test("The page has pictures of releases and the velocities that estimators predict, only with a finger")
  func page() throws {
    func page(_ folder: TemporaryFolder) throws -> String {
      _ = try Binary(shell: "\"$0\" fit mine.csv --html page.html --quiet", in: folder.url)
      return try String(contentsOfFile: folder.path("page.html"), encoding: .utf8)
    }
    let html = try page(table("UIScrollView"))
    for part in ["release-1-y-1", "release-1-y-3", "time since the release, ms", "finger, between samples"] {
      #expect(html.contains(part), "\(part)")
    }
    #expect(html.contains("Velocities that estimators predict") && !html.contains("release-1-y-4"))
    #expect(try !page(table("UIScrollView", finger: false)).contains("release-1"))
  }

  @Test("A rule that no estimator has is said to be none")
  func none() throws {
    let folder = try table("none")
    let run = try Binary(shell: "\"$0\" fit mine.csv", in: folder.url)
    #expect(run.output.contains("by no known estimator"), "\(run.output)")
  }

  @Test("The verbose report names sources, JSON has every estimator")
  func verbose() throws {
    let folder = try table("UIScrollView")
    let text = try Binary(shell: "\"$0\" fit mine.csv --verbose", in: folder.url).output
    #expect(text.contains("mine.csv, release on y") && text.contains("slint-ui/slint @10d22e30"))
    #expect(text.contains("assumed") && text.contains("9 flings to") && text.contains("recorded times"))
    for verb in ["fit", "identify"] {
      let run = try Binary(shell: "\"$0\" \(verb) mine.csv --format json", in: folder.url)
      let json = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
      let owner = verb == "fit" ? json : (json["recordings"] as? [[String: Any]])?.first
      let releases = try #require(owner?["releases"] as? [[String: Any]])
      let estimators = try #require(releases.first?["estimators"] as? [[String: Any]])
      #expect(estimators.count == 18 && estimators[0]["indistinguishable"] as? Bool == true)
    }
  }
}
