import Recordings
import TestSupport
import Testing

@Suite("TOML")
struct TOMLTests {
  private func json(_ text: String) throws -> String { try JSONValue(toml: Array(text.utf8)).json }

  /// The examples of the specification, TOML 1.0, without dates; their JSON is Python's `tomllib`'s.
  @Test(
    "A text of the specification is the tree that tomllib reads",
    arguments: [
      ("", "{}"),
      ("# a comment\nkey = \"value\" # another\r\n", #"{"key":"value"}"#),
      (
        "bare_key = 1\nbare-key = 2\n1234 = 3\n\"ʎǝʞ\" = 4\n'q\"' = 5\n\"\" = 6",
        #"{"bare_key":1,"bare-key":2,"1234":3,"ʎǝʞ":4,"q\"":5,"":6}"#
      ),
      ("a.b.c = 1\na . b . d = 2\na.e = 3", #"{"a":{"b":{"c":1,"d":2},"e":3}}"#),
      ("3.14159 = \"pi\"", #"{"3":{"14159":"pi"}}"#),
      ("s = \"a\\tb\\n\\\"\\\\\\u00E9\\U0001F600\"", #"{"s":"a\tb\n\"\\é😀"}"#),
      ("s = 'C:\\no\\escape'", #"{"s":"C:\\no\\escape"}"#),
      ("s = \"\"\"\nRoses\nViolets\"\"\"", #"{"s":"Roses\nViolets"}"#),
      ("s = \"\"\"The quick \\\n\n   brown\\   \n  fox.\"\"\"", #"{"s":"The quick brownfox."}"#),
      ("s = \"\"\"two \"\" and end\"\"\"\"\"", #"{"s":"two \"\" and end\"\""}"#),
      ("s = '''\nI [dw]on't\n'''", #"{"s":"I [dw]on't\n"}"#),
      (
        "i = [+99, 42, 0, -17, 1_000, 0xDEAD_beef, 0o755, 0b1101]",
        #"{"i":[99,42,0,-17,1000,3735928559,493,13]}"#
      ),
      (
        "f = [+1.0, -0.01, 5e+22, 1e06, -2E-2, 6.626e-34, 224_617.445_991_228]",
        #"{"f":[1.0,-0.01,5e+22,1e06,-2E-2,6.626e-34,224617.445991228]}"#
      ),
      ("b = [true, false]", #"{"b":[true,false]}"#),
      ("a = [\n 1, # one\n [2, 'x'], {k.l = 3},\n]", #"{"a":[1,[2,"x"],{"k":{"l":3}}]}"#),
      ("p = { x = 1, y.z = 2 }\nq = {}", #"{"p":{"x":1,"y":{"z":2}},"q":{}}"#),
      ("[x.y.z.w]\n[x]\nk = 1", #"{"x":{"y":{"z":{"w":{}}},"k":1}}"#),
      ("[ d . \"e.f\" ]\nk = 1", #"{"d":{"e.f":{"k":1}}}"#),
      (
        "[fruit]\napple.color = 1\n[fruit.apple.texture]\nsmooth = true",
        #"{"fruit":{"apple":{"color":1,"texture":{"smooth":true}}}}"#
      ),
      (
        "[[p]]\nn = 1\n[[p]]\n[[p]]\nn = 3\n[p.q]\nr = 4\n[[p.s]]\n[[p.s]]",
        #"{"p":[{"n":1},{},{"n":3,"q":{"r":4},"s":[{},{}]}]}"#
      ),
    ])
  func specification(_ text: String, _ expected: String) throws { #expect(try json(text) == expected) }

  @Test(
    "A text that is not TOML has the place of its first mistake",
    arguments: [
      ("[", 1, 2), ("[\na = 1\n", 1, 2), ("[[", 1, 3), ("[[\n", 1, 3), ("[.a]", 1, 2), ("[a", 1, 3),
      ("[a]]", 1, 4),
      ("[[a]\n", 1, 5), ("[[a] ]", 1, 5), ("[]", 1, 2), ("[a.]", 1, 4), ("= 1", 1, 1), ("a", 1, 2),
      ("a =", 1, 4),
      ("a = }", 1, 5), ("a = 1 b = 2", 1, 7), ("a.b. = 1", 1, 6), ("a = 'x", 1, 5), ("a = \"x\ny\"", 1, 5),
      ("a = \"\"\"x\"\"", 1, 5), ("a = \"\\q\"", 1, 6), ("a = \"\\ud800\"", 1, 6), ("a = \"\\u00\"", 1, 6),
      ("a = [1 2]", 1, 8), ("a = [1,", 1, 8), ("a = [,]", 1, 6), ("a = {x = 1,}", 1, 12),
      ("a = {x = 1\n}", 1, 11),
      ("a = 01", 1, 5), ("a = 1__0", 1, 5), ("a = _1", 1, 5), ("a = 1.", 1, 5), ("a = .5", 1, 5),
      ("a = 1e", 1, 5),
      ("a = 0x", 1, 5), ("a = +0x1", 1, 5), ("a = 1.e3", 1, 5), ("a = nope", 1, 5), ("a = inf", 1, 5),
      ("a = -nan", 1, 5), ("a = 1e999", 1, 5), ("a = 99999999999999999999", 1, 5), ("a = 1979-05-27", 1, 5),
      ("a = 07:32:00", 1, 5), ("a = 1\n\na = 2", 3, 1), ("[a]\n[a]", 2, 1), ("a.b = 1\n[a]", 2, 1),
      ("a = {b = 1}\na.c = 2", 2, 1), ("a = {b = 1}\n[a.c]", 2, 1), ("a = [{}]\n[[a]]", 2, 1),
      ("[[a]]\n[a]", 2, 1),
      ("[a]\n[[a]]", 2, 1), ("[a.b]\n[a]\nb.c = 1", 3, 1), ("a = 1\n[a.b]", 2, 1),
      ("a = {x = 1, x = 2}", 1, 13),
      ("a = \"\u{1}\"", 1, 6), ("# \u{7F}", 1, 3), ("a = 1\r", 1, 6),
    ])
  func mistakes(_ text: String, _ line: Int, _ column: Int) {
    let error = #expect(throws: TOMLError.self) { try json(text) }
    #expect(
      error?.line == line && error?.column == column,
      "\(text): \(error.map { "\($0.line):\($0.column) \($0)" } ?? "")")
  }

  @Test(
    "Deep nesting is refused at once",
    arguments: [("[a", ".a"), ("a", ".a"), ("a = ", "["), ("", "a = {")])
  func deepNesting(_ beginning: String, _ level: String) {
    let error = #expect(throws: TOMLError.self) {
      try json(beginning + String(repeating: level, count: 100_000))
    }
    #expect(error?.problem == .tooDeep(limit: 128))
  }

  @Test("Many tables take time in proportion to their number")
  func manyTables() throws {
    let text =
      String(repeating: "[[g]]\nat = 1\n", count: 100_000) + (0..<50_000).map { "k\($0) = 1\n" }.joined()
    let begun = ThreadProcessorTime.now
    let gestures = try JSONValue(toml: Array(text.utf8))["g"]?.elements
    let spent = ThreadProcessorTime.now - begun
    #expect(gestures?.count == 100_000 && spent < 20, "\(spent) s of the processor")
  }
}
