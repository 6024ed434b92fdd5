import Foundation
import Recordings
import Testing

/// A bad input: the text, what the user asked for, and where and how it must be refused.
struct BadInput: Sendable, CustomTestStringConvertible {
  let name: String
  let text: String
  var options = ReadingOptions()
  var line: Int?
  var column: Int?
  /// The sentence begins so.
  let sentence: String

  init(
    _ name: String, _ text: String, line: Int? = nil, column: Int? = nil, _ sentence: String,
    change: (inout ReadingOptions) -> Void = { _ in }
  ) {
    self.name = name
    self.text = text
    self.line = line
    self.column = column
    self.sentence = sentence
    change(&options)
  }

  var testDescription: String { name }

  static let all: [BadInput] = [
    BadInput("empty", "", "the file is empty"),
    BadInput("blank", "\n\n", "no samples"),
    BadInput("comments only", "# a: b\n# c\n", "no samples"),
    BadInput("BOM only", "\u{FEFF}", "no samples"),
    BadInput("header only", "t,y\n", "no samples"),
    BadInput("header only, no newline", "t,y", "no samples"),
    BadInput(
      "no header", "0,1,5\n0.5,4,3\n1,2,2\n", "no header: the first row is all numbers; name the columns"),
    BadInput("no header, decimal commas", "0,5;1,5;2\n1;0,5;3,5\n1,5;0;9\n", "no header"),
    BadInput(
      "no header, NaN", "# c\n0,1\n0.5,nan\n", line: 3, column: 5, "'nan' in column '2' is not finite"),
    BadInput("no offset", "t,speed\n0,1\n", "no offset column; found 't', 'speed'; name one"),
    BadInput(
      "projection table", "release_velocity_pt_per_ms,target_content_offset_pt\n1,2\n",
      "no offset column; found 'release_velocity_pt_per_ms', 'target_content_offset_pt'; "
        + "a table of flings is read by 'scrollfit project data'"
    ),
    BadInput("not a number", "t,y\n0,1\n1, abc\n", line: 3, column: 4, "'abc' in column 'y' is not a number"),
    BadInput("not a number in the first row", "t,y\n0,x1\n1,2\n", line: 2, column: 3, "'x1' in column 'y'"),
    BadInput("hexadecimal", "t,y\n0,0x10\n", line: 2, column: 3, "'0x10' in column 'y' is not a number"),
    BadInput("two numbers", "t,y\n0,1 2\n", line: 2, column: 3, "'1 2' in column 'y' is not a number"),
    BadInput("decimal comma after points", "t;y\n0.5;1\n1,5;2\n", line: 3, column: 1, "'1,5' in column 't'"),
    BadInput("sep= alone", "sep=;\n", "no samples"),
    BadInput("sep= of a word", "sep=;;\nt;y\n0;1\n", "is a text without columns of numbers, not a recording"),
    BadInput(
      "commas that may group digits", "t,y\n0,\"1,000\"\n16,\"1,010\"\n", line: 2, column: 3,
      "'\"1,000\"' in column 'y' is not a number"),
    BadInput("nothing", "t,y\n0,\n1,2\n", line: 2, column: 3, "empty field in column 'y'"),
    BadInput(
      "a date", "time,y\n2021-04-05 13:51,1\n", line: 2, column: 1, "'2021-04-05 13:51' in column 'time'"),
    BadInput("NaN", "t,y\n0,1\n1,NaN\n", line: 3, column: 3, "'NaN' in column 'y' is not finite"),
    BadInput("infinity", "t,y\n-inf,1\n1,2\n", line: 2, column: 1, "'-inf' in column 't' is not finite"),
    BadInput("beyond doubles", "t,y\n0,1e999\n", line: 2, column: 3, "'1e999' in column 'y' is not finite"),
    BadInput(
      "time back", "t,y\n0,1\n1,2\n0.75,3\n", line: 4, "time decreases from 1.0 s to 0.75 s; repair"),
    BadInput(
      "time back in ms", "t_ms,y\n5000,1\n6000,2\n5750,3\n", line: 4, "time decreases from 6.0 s to 5.75 s"),
    BadInput(
      "equal times", "t,y\n0,1\n1,2\n1,3\n1,4\n", line: 4, "two different offsets at the same time, 1.0 s"),
    BadInput(
      "equal times, repaired", "t,y\n1,1\n0,2\n1,3\n1,4\n", line: 4, "two different offsets at the same time"
    ) {
      $0.repair = true
    },
    BadInput("too few fields", "t,y\n0,1\n1\n2,3\n", line: 3, "1 field where the header has 2"),
    BadInput("too many fields", "t,y\n0,1,2\n2,3\n", line: 2, "3 fields where the header has 2"),
    BadInput("open quote", "t,y,n\n0,1,\"a\n1,2,b\n", line: 2, "unclosed quote"),
    BadInput("quote in a number", "t,y\n0,\"1\n2\",3\n", line: 2, "3 fields where"),
    BadInput("NUL", "t,y\n0,1\n1,\0\n2,3\n", line: 3, column: 3, "not a text in UTF-8: byte 0x0"),
    BadInput("NUL first", "\0t,y\n0,1\n", line: 1, column: 1, "not a text in UTF-8"),
    BadInput(
      "control byte in the header", "t,\u{1}y\n0,1\n", line: 1, column: 3, "not a text in UTF-8: byte 0x1"),
    BadInput(
      "long first line", String(repeating: "x", count: 1_100_000), line: 1,
      "the line is longer than 1048576 bytes"),
    BadInput(
      "long line", "t,y\n0,1\n1," + String(repeating: "1", count: 1_048_576) + "\n2,3\n", line: 3,
      "the line is longer"),
    BadInput(
      "long comment", "t,y\n0,1\n#" + String(repeating: "1", count: 3_000_000) + "\n2,3\n", line: 3,
      "the line is longer"
    ),
    BadInput(
      "long object", "{\"y\":1,\"a\":\"" + String(repeating: "x", count: 1_048_576) + "\"}\n", line: 1,
      "the line is longer"),
    BadInput(
      "object cut", "{\"t\":0,\"y\":1}\n{\"t\":1,\"y\"\n", line: 2, column: 11,
      "not a JSON object: ':' is missing"),
    BadInput("only object cut", "{\"t\":0,\"y", line: 1, "not a JSON object"),
    BadInput("no object", "{\"y\":1}\n[1,2]\n", line: 2, column: 1, "not a JSON object: '{' is missing"),
    BadInput(
      "object and more", "{\"y\":1} 2\n", line: 1, column: 9, "not a JSON object: the end of the line"),
    BadInput("object's word", "{\"y\":1}\n{\"y\":nul}\n", line: 2, column: 6, "not a JSON object: a value"),
    BadInput(
      "object's NaN", "{\"y\":1}\n{\"y\":NaN}\n", line: 2, column: 6, "'NaN' in column 'y' is not finite"),
    BadInput("object's infinity", "{\"y\":1}\n{\"y\":1e999}\n", line: 2, column: 6, "'1e999' in column 'y'"),
    BadInput(
      "deep object", String(repeating: "{\"a\":", count: 100_000) + "\n", line: 1, column: 321,
      "not a JSON object"),
    BadInput("no numbers in objects", "{\"y\":\"1\"}\n", "no offset column; found 'y'"),
    BadInput(
      "frames alone", "frame,y\n0,1\n", "column 'frame' counts frames: give interval S or frameRate HZ"),
    BadInput("both intervals", "frame,y\n0,1\n", "interval and frameRate are mutually exclusive") {
      $0.interval = 0.1
      $0.frameRate = 10
    },
    BadInput(
      "interval beside time", "t,y\n0,1\n", "interval beside the time column 't'; columns time=none"
    ) {
      $0.interval = 0.1
    },
    BadInput("rate beside time", "t,y\n0,1\n", "frameRate beside the time column 't'") {
      $0.frameRate = 60
    },
    BadInput("interval of 0", "frame,y\n0,1\n", "interval must be a positive number, not 0.0") {
      $0.interval = 0
    },
    BadInput("infinite rate", "y\n0\n", "frameRate must be a positive number") {
      $0.frameRate = .infinity
    },
    BadInput("sign", "t,y\n0,1\n", "sign must be 1 or -1, not 2.0") { $0.sign = 2 },
    BadInput("unknown column", "t,y\n0,1\n", "columns x: no column 'q'; found 't', 'y'") {
      $0.columns = ["x": "q"]
    },
    BadInput("column 0", "t,y\n0,1\n", "columns x: no column '0'") { $0.columns = ["x": "0"] },
    BadInput("unknown role", "t,y\n0,1\n", "columns: no role 'z'; known are time, frame, x") {
      $0.columns = ["z": "y"]
    },
    BadInput("unknown series column", "t,y\n0,1\n", "seriesColumn: no column 's'; found 't', 'y'") {
      $0.seriesColumn = "s"
    },
    BadInput("unknown other column", "t,y\n0,1\n", "others: no column 's'") { $0.others = ["s"] },
    BadInput("unknown series", "id,y\na,1\nb,1\n", "selected: no series 'c'; found 'a', 'b'") {
      $0.selected = ["c"]
    },
    BadInput("no series", "t,y\n0,1\n", "selected: no series 'c'; the file has one series without a name") {
      $0.selected = ["c"]
    },
    BadInput(
      "line mode", "t,delta_y,delta_mode\n0,1,0\n1,3,1\n", line: 3,
      "delta_mode 1: these deltas are in lines; give the pixels per line with lineHeight"),
    BadInput(
      "sum beyond doubles", "t,delta_y\n0,1e308\n1,1e308\n", line: 2,
      "offset 1e+308: an offset must be below 1e15"),
  ]
}

struct ErrorTests {
  @Test("Every malformed recording is refused with its line", arguments: BadInput.all)
  func isRefused(input: BadInput) {
    do throws(ReadingError) {
      _ = try RecordingReader(options: input.options).traces(bytes: Array(input.text.utf8), source: "bad.csv")
      Issue.record("was read")
    } catch {
      #expect(error.file == "bad.csv")
      #expect(error.line == input.line)
      if let column = input.column { #expect(error.column == column) }
      #expect(error.description.hasPrefix(input.sentence), "\(error)")
      #expect(!error.description.contains("\n"))
      #expect(!error.description.contains("bad.csv"))
    }
  }

  @Test func bytesThatAreNoText() {
    do throws(ReadingError) {
      _ = try RecordingReader().traces(
        bytes: [0x74, 0x2C, 0x79, 0x0A, 0x30, 0x2C, 0xFF, 0xFE, 0x0A, 0x31], source: "b")
      Issue.record("was read")
    } catch {
      #expect((error.line, error.column) == (2, 3))
      #expect(error.problem == .binary(byte: 0xFF))
    }
  }

  @Test func filesThatCannotBeOpened() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "scrollfit-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (path, sentence) in [
      (folder + "/none.csv", "no such file"), (folder, "is a directory, not a file"),
      (folder + "/none/none.csv", "no such file"),
    ] {
      do throws(ReadingError) {
        _ = try RecordingReader().traces(at: path)
        Issue.record("was read")
      } catch {
        #expect(error.file == path)
        #expect(error.description == sentence)
      }
    }
  }

  /// Any bytes are read or refused, never more: seeded mutations of good files.
  @Test func damagedFilesDoNotCrash() {
    var generator = SeededGenerator(state: 11)
    let good = [
      "# unit: px\nseries,t,x,y\na,0,1,2\na,1,\"3\",4\nb,0,5,6\n", "t;y\n0,5;1,5\n1,5;2,5\n",
      "{\"t\":0,\"c\":{\"y\":1.5}}\n{\"t\":1,\"c\":{\"y\":2},\"e\":[{\"a\":\"\\\"\"}]}\n",
    ]
    let bytes = Array("\",;\t\n\r{}[]:0159.e-+#\\\0 \u{FEFF}ay".utf8)
    for trial in 0..<30_000 {
      var text = Array(good[trial % 3].utf8)
      for _ in 0...(trial % 5) {
        let position = Int(generator.next() % UInt64(text.count))
        let byte = bytes[Int(generator.next() % UInt64(bytes.count))]
        switch generator.next() % 3 {
        case 0: text[position] = byte
        case 1: text.insert(byte, at: position)
        default: text.removeSubrange(position..<min(text.count, position + Int(generator.next() % 9) + 1))
        }
        if text.isEmpty { text = [byte] }
      }
      for options in [ReadingOptions(), Self.numbered] {
        guard let traces = try? RecordingReader(options: options).traces(bytes: text, source: "damaged")
        else { continue }
        for trace in traces { #expect(!trace.times.isEmpty) }
      }
    }
  }

  private static let numbered: ReadingOptions = {
    var options = ReadingOptions()
    options.columns = ["y": "2"]
    options.repair = true
    return options
  }()
}
