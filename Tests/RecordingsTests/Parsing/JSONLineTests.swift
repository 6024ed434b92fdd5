import Testing

@testable import Recordings

@Suite("JSON lines")
struct JSONLineTests {
  /// Members of every kind, with what has to be escaped and what is no number.
  private func addMembers(to json: inout some JSONMembers) {
    json.add("number", number: 0.1 + 0.2)
    json.add("whole", number: -3)
    json.add("far", number: 1e300)
    json.add("infinite", number: .infinity)
    json.add("none", number: nil)
    json.add("integer", integer: -42)
    json.add("noInteger", integer: nil)
    json.add("text", text: "a \"b\"\\\n\u{2028}é")
    json.add("noText", text: nil)
    json.add("flag", flag: true)
    json.add("numbers", numbers: [1, .nan, 2.5])
    json.add("empty", numbers: [])
    json.add("noNumbers", numbers: nil)
    json.add("interval", interval: -1...(.infinity))
    json.add("noInterval", interval: nil)
    json.add("texts", texts: ["", "ü", "\t"])
    json.add("object") {
      $0.add("first", integer: 1)
      $0.add("inner") { _ in }
      $0.add("second", integer: 2)
    }
    json.add("objects", objects: 2) { index, json in json.add("n", integer: index) }
    json.add("noObjects", objects: 0) { _, _ in }
    json.add("value", value: ["key": .array([.null, .decimal("0.10")])])
  }

  @Test("A line is that of the tree") func lineOfTree() {
    let line = JSONLine.object(capacity: 0) { addMembers(to: &$0) }
    #expect(
      String(decoding: line, as: UTF8.self) == JSONWriter.line(JSONTree.object { addMembers(to: &$0) }))
  }

  @Test("An object with a number that is not finite is replaced, the others are not") func notFinite() {
    let line = JSONLine.object(capacity: 0) { line in
      line.add("before", number: .infinity)
      line.add("objects", objects: 3) { index, line in
        line.add("n", number: [1, .nan, 2][index])
      } notFinite: { _ in
        ["replaced": .bool(true)]
      }
      line.add("behind", integer: 1)
    }
    #expect(
      String(decoding: line, as: UTF8.self)
        == #"{"before": null, "objects": [{"n": 1.0}, {"replaced": true}, {"n": 2.0}], "behind": 1}"#)
  }

  @Test("A value that is not finite deep inside counts") func notFiniteInside() {
    let line = JSONLine.object(capacity: 0) { line in
      line.add("objects", objects: 2) { index, line in
        line.add("value", value: .array([.number([1, -.infinity][index])]))
      } notFinite: { _ in
        .null
      }
    }
    #expect(String(decoding: line, as: UTF8.self) == #"{"objects": [{"value": [1.0]}, null]}"#)
  }
}
