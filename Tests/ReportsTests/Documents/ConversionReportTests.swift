import Foundation
import ScrollFitting
import Testing

@testable import FitJSON
@testable import Reports

struct ConversionReportTests {
  private func conversion() throws -> Conversion { try Conversion([.init("decelerationRate", 0.998)]) }

  @Test func jsonHasTheContractsKeys() throws {
    let text = ReportFormat.json.render(try conversion())
    let root = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(root["schema"] as? String == "scrollfit.convert/1")
    let given = try #require(root["given"] as? [String: Any])
    #expect(given["name"] as? String == "decelerationRate" && given["value"] as? Double == 0.998)
    let values = try #require(root["values"] as? [[String: Any]])
    #expect(values.allSatisfy { Set($0.keys) == ["name", "unit", "value"] })
    #expect(
      values.first { $0["name"] as? String == "decayConstant" }?["value"] as? Double == 2.0020026706730793)
    let engines = try #require(root["engines"] as? [[String: Any]])
    #expect(engines.allSatisfy { Set($0.keys).isSuperset(of: ["engine", "code", "exact", "largestError"]) })
    #expect(engines.count == Set(engines.compactMap { $0["engine"] as? String }).count)
    #expect(try #require(root["warnings"] as? [String]).isEmpty)
    // The keys stand in the contract's order.
    let order = ["\"schema\"", "\"given\"", "\"values\"", "\"engines\""].compactMap {
      text.range(of: $0)?.lowerBound
    }
    #expect(order.count == 4 && order == order.sorted())
  }

  @Test func anUnknownErrorIsNullWithAReason() throws {
    let overdamped = try Conversion([.init("response", 0.4), .init("dampingRatio", 1.6)])
    let text = ReportFormat.json.render(overdamped)
    #expect(text.contains("\"largestError\": null"))
    let root = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let warnings = try #require(root["warnings"] as? [String])
    #expect(warnings.contains { $0.contains("UISpringTimingParameters") && $0.contains("not documented") })
    #expect(ReportFormat.text.render(overdamped).contains("UISpringTimingParameters  unknown"))
  }

  @Test func csvHasAKindForEachRow() throws {
    let lines = ReportFormat.csv.render(try conversion()).split(separator: "\n")
    #expect(lines[0] == "kind,name,unit,value,code,exact,largestError,note")
    #expect(lines[1].hasPrefix("value,decelerationRate,1/ms,0.998,,,,"))
    #expect(lines.contains { $0.hasPrefix("engine,UIKit,,,scrollView.decelerationRate = .normal,true,0.0,") })
  }

  @Test func textAndMarkdownSayTheSame() throws {
    let text = ReportFormat.text.render(try conversion())
    #expect(text.hasPrefix("decelerationRate=0.998\n"))
    #expect(text.contains("compared over a fling of 1000 pt/s"))
    for engine in ["UIKit", "Flutter, BouncingScrollPhysics", "Firefox", "Qt Quick"] {
      #expect(text.contains(engine))
      #expect(ReportFormat.markdown.render(try conversion()).contains("| \(engine) |"))
    }
  }
}
