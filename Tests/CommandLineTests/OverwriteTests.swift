import Foundation
import Testing

/// No option that names a file to write replaces what is read, whatever `--force` allows.
struct OverwriteTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let rows = (0..<60).map { "\(Double($0) / 60),\(1000 * (1 - exp(-2.002 * Double($0) / 60)))\n" }.joined()
    for name in ["a.csv", "b.csv", "sides/c.csv"] { try write("t,y\n" + rows, name) }
    try write("[[constant]]\nname = \"decelerationRate\"\nvalue = \"0.998 ± 0.01\"\n", "rules.toml")
    try write("{}", "base.json")
    try write("a.csv\n", "list")
    try write("name = \"x\"\n", "scenario.toml")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link.csv"), withDestinationPath: "a.csv")
  }

  private func write(_ text: String, _ name: String) throws {
    let file = folder.url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Every file and its bytes, those of links as they point.
  private func contents() throws -> [String: Data] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path)
    return Dictionary(
      uniqueKeysWithValues: names.compactMap { name in
        (try? Data(contentsOf: folder.url.appending(path: name))).map { (name, $0) }
      })
  }

  private static let commands = [
    ("fit a.csv", "--output ./a.csv"), ("fit sides", "--output sides/c.csv"),
    ("fit 'sides/*.csv'", "--html sides/c.csv"), ("fit a.csv", "--html link.csv"),
    ("segment a.csv", "--output link.csv"), ("identify a.csv", "--html a.csv"),
    ("check a.csv", "--output a.csv"),
    ("compare a.csv b.csv", "--output b.csv"), ("compare a.csv b.csv", "--junit b.csv"),
    ("compare sides b.csv", "--save-baseline sides/c.csv"),
    ("compare --baseline base.json b.csv", "--junit base.json"),
    ("expect rules.toml a.csv", "--output rules.toml"), ("expect rules.toml a.csv", "--junit a.csv"),
    ("simulate scenario.toml", "--output scenario.toml"),
    ("tune --model deceleration --like android a.csv", "--output a.csv"),
    ("batch a.csv", "--output a.csv"), ("batch --list list", "--output list"),
    ("batch --list list", "--output a.csv"), ("batch a.csv --store s.sqlite", "--html a.csv"),
    ("project --data a.csv", "--output a.csv"), ("init a.csv", "--config a.csv"),
  ]

  @Test(arguments: commands)
  func inputsStay(_ command: String, _ option: String) throws {
    let before = try contents()
    let run = try Binary(shell: "\"$0\" \(command) \(option) --force", in: folder.url)
    let name = option.split(separator: " ")
    #expect(run.status == 64)
    #expect(
      run.errors == "scrollfit: \(name[1]): \(name[0]) names an input: name another file\n", "\(run.errors)")
    #expect(try contents() == before)
  }

  @Test func aResultsDatabaseStays() throws {
    #expect(try Binary(shell: "\"$0\" batch a.csv --store s.sqlite --quiet", in: folder.url).status == 0)
    let before = try contents()
    let run = try Binary(
      shell: "\"$0\" query s.sqlite 'select 1' --output s.sqlite --force", in: folder.url)
    #expect(run.status == 64 && run.errors.contains("--output names an input"), "\(run.errors)")
    #expect(try contents() == before)
  }

  @Test(arguments: [
    ("compare a.csv b.csv --html y --junit ./y", "--junit and --html"),
    ("fit a.csv --plot p.svg --output p.svg", "--plot and --output"),
    ("expect rules.toml a.csv --junit y --output y", "--junit and --output"),
  ])
  func twoFilesHaveTwoNames(_ command: String, _ options: String) throws {
    let before = try contents()
    let run = try Binary(shell: "\"$0\" \(command)", in: folder.url)
    #expect(run.status == 64 && run.errors.hasSuffix("\(options) name the same file\n"), "\(run.errors)")
    #expect(try contents() == before)
  }

  @Test func whatIsNotRead() throws {
    for command in [
      "fit a.csv --output old.txt --force", "batch sides --output sides/out.ndjson --force",
      "compare a.csv b.csv --output /dev/null --junit /dev/null",
    ] {
      for _ in 0..<2 {
        let run = try Binary(shell: "\"$0\" \(command)", in: folder.url)
        #expect(run.status == 0, "\(command): \(run.errors)")
      }
    }
  }
}
