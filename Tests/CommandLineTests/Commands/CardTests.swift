import Foundation
import Testing

/// The cards and the scroll views at the beginning of the page of `fit`.
struct CardTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder.withFlings() }

  private func run(_ arguments: String) throws -> Binary {
    try Binary(shell: "\"$0\" \(arguments)", in: folder.url)
  }

  /// The texts of the cards of a page, in their order.
  private func cards(_ page: String) throws -> [String] {
    let html = try folder.text(page)
    let list = try #require(html.firstMatch(of: #/<ul class="cards">(.*?)<\/ul>/#)).output.1
    return list.split(separator: "</li>").map { String($0).replacing(#/<[^>]*>/#, with: "|") }
  }

  /// A session of an engine, without what its scenario knows; of UIScrollView without a name.
  private func simulate(_ options: String) throws {
    let scenario = ContractTests.fixtures.appending(path: "scenarios/session.toml").path
    #expect(try run("simulate '\(scenario)' --strip-truth \(options) --output session.ndjson").status == 0)
  }

  @Test("A page has a card for each motion of the engine, also beside the full report")
  func cards() throws {
    #expect(try run("fit own/0.csv --verbose --html nearest.html").status == 0)
    #expect(try folder.text("nearest.html").contains("<ul class=\"cards\">"))
    #expect(try run("fit own/0.csv --like ios --html cards.html").status == 0)
    let html = try folder.text("cards.html")
    #expect(html.components(separatedBy: "class=\"card-own\">").count == 4)
    #expect(html.components(separatedBy: ">not recorded<").count == 3)
    #expect(
      html.contains("record a fast fling into each edge<")
        && html.contains("held for half a second, with the finger"))
  }

  @Test("Feel it begins with a gesture that the recording has")
  func firstGesture() throws {
    let bounces = ContractTests.fixtures.appending(path: "data/ios_bounce_levisonnn.csv").path
    #expect(try run("fit '\(bounces)' --model bounce --frame-rate 60 --html bounce.html").status == 0)
    #expect(try folder.text("bounce.html").contains(#/"gesture": ?"(edge hit|release)/#))
    #expect(try run("fit own/0.csv --like ios --html fling.html").status == 0)
    #expect(try folder.text("fling.html").contains(#/"gesture": ?"fling at 2000 pt\/s"/#))
  }

  @Test("An overscroll drag without the finger's travel is not fitted, and its card says what to record")
  func unfitted() throws {
    try simulate("--strip-touch")
    #expect(try run("fit session.ndjson --like ios --html page.html").status == 0)
    let cards = try cards("page.html")
    #expect(cards.count == 3)
    #expect(
      cards.last?.contains("|not fitted|") == true
        && cards.last?.contains("record the finger&#39;s travel too|") == true, "\(cards)")
    #expect(!cards.joined().contains("not recorded"))
  }

  /// GTK's flings and bounces move by fitted models, its overscroll drags by a curve of its own.
  @Test("A phase that is judged by the engine's own curve has a card with the distance from that curve")
  func ownCurve() throws {
    try simulate("")
    #expect(try run("fit session.ndjson --like gtk --html page.html").status == 0)
    let cards = try cards("page.html")
    #expect(cards.count == 3, "\(cards)")
    #expect(
      cards.last?.contains(
        #/\|overscroll drag coefficient\|.*GTK: another model.*\d pt off its curve: the overscroll drag at /#)
        == true, "\(cards)")
  }
}
