import Recordings
import Testing

@Suite("JSON values")
struct JSONValueTests {
  @Test(arguments: [
    #"{"b":[1,2.50,-3e-7,true,false,null],"a":{"":"é\"\\\n\t"}}"#, "[]", "{}", #""text""#, "0.10",
    #"{"deep":[[[{"x":[]}]]]}"#,
  ])
  func readAndWrittenItIsTheSameText(_ text: String) throws {
    #expect(try JSONValue(json: Array(text.utf8)).json == text)
  }

  @Test func blanksAndEscapes() throws {
    let value = try JSONValue(json: Array(" { \"a\" :\n [ 1 ,\t\"\\u00e9\\ud83d\\ude00\\u0001\" ] } ".utf8))
    #expect(value["a"]?.elements == [.decimal("1"), .string("é😀\u{1}")])
    #expect(value.json == "{\"a\":[1,\"é😀\\u0001\"]}")
  }

  @Test(arguments: [
    ("", 1, 1), ("{", 1, 2), ("{\"a\":1,}", 1, 8), ("[1,\n 2 3]", 2, 4), ("\"open", 1, 1), ("nul", 1, 1),
    ("1 2", 1, 3),
    ("[1e]", 1, 2), ("{\"a\" 1}", 1, 6), ("[inf]", 1, 2),
  ])
  func aMistakeHasItsPlace(_ text: String, _ line: Int, _ column: Int) {
    let error = #expect(throws: JSONError.self) { try JSONValue(json: Array(text.utf8)) }
    #expect(error?.line == line)
    #expect(error?.column == column)
  }

  @Test("Deep nesting is an error and no crash") func nestingEnds() {
    let text = String(repeating: "[", count: 100_000)
    #expect(throws: JSONError.self) { try JSONValue(json: Array(text.utf8)) }
  }

  @Test("Members are found by their paths") func paths() throws {
    let value = try JSONValue(json: Array(#"{"nativeEvent":{"contentOffset":{"y":12.5}},"none":1e999}"#.utf8))
    #expect(value["nativeEvent.contentOffset.y"]?.double == 12.5)
    #expect(value["nativeEvent.contentOffset.x"] == nil)
    #expect(value["none"]?.double == nil)
    #expect(JSONValue.decimal(Double.infinity) == .null)
    #expect(JSONValue.decimal(4).json == "4")
    #expect(JSONValue.decimal(0.1).json == "0.1")
  }
}
