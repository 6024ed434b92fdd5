import Foundation
import Testing

/// Mistakes that people make on their first day: the sentence names what happened and what to type next.
struct MistakeTests {
  struct Mistake: CustomTestStringConvertible {
    let command: String
    var status: Int32 = 64
    /// A part of the line on standard error.
    let says: String
    var testDescription: String { command }

    init(_ command: String, _ status: Int32 = 64, says: String) {
      (self.command, self.status, self.says) = (command, status, says)
    }
  }

  static let mistakes = [
    Mistake("fti a.csv", says: "no verb 'fti': did you mean 'fit'?"),
    Mistake("help fitt", says: "no verb 'fitt': did you mean 'fit'?"),
    Mistake("fit a.csv --model bounc", says: "Did you mean 'bounce'?"),
    Mistake("fit a.csv --model bounce --fix dampng=3", says: "did you mean 'damping'?"),
    Mistake("fit a.csv --fix rest", says: "for example rest=88"),
    Mistake("fit a.csv --edge 3500", says: "for example 0...3500"),
    Mistake("fit a.csv --column y", says: "for example time=t,y=offset"),
    Mistake("convert 0.998", says: "for example decelerationRate=0.998"),
    Mistake("convert friction=4.2", says: "the friction of GTK and Compose is decayConstant"),
    Mistake("fit a.csv --confidence 95", says: "give 0.95"),
    Mistake("fit a.csv --format html", says: "A page is written by --html FILE."),
    Mistake("compare a.csv a.csv --format junit", says: "A JUnit file is written by --junit FILE."),
    Mistake("fit a.csv --loss hubr", says: "Did you mean 'huber'? Please provide one of 'linear', "),
    Mistake("fit a.csv --noise foo", says: "Please provide one of 'none', "),
    Mistake("fit a.csv --axis z", says: "Please provide one of 'x', 'y' or 'both'."),
    Mistake("fit a.csv --time-unit sec", says: "'s', 'ms', 'us' or 'ns'."),
    Mistake("fit a.csv --like iOSs", says: "the nearest are UIScrollView (ios);"),
    Mistake("fit a.csv --for fluter", says: "known are UIKit, SwiftUI, Flutter"),
    Mistake("fit a.csv --htm x.html", says: "Did you mean '--html'?"),
    Mistake("fit a.mp4 --scale 3", says: "Unknown option '--scale', which belongs to video"),
    Mistake("fit a.csv --from 3 --to 2", says: "--from 3.0 is after --to 2.0"),
    Mistake("fit a.csv --output a.csv --force", says: "a.csv: --output names an input: name another file"),
    Mistake("fit a.csv --plot a.jpg", says: "--plot writes .pdf, .svg and .png files"),
    Mistake("fit a.csv --width 85mm", says: "--width needs --plot"),
    Mistake("fit a.csv --formula 'y = a*exp(-k*t'", says: "column 10 of the formula: '(' is not closed"),
    Mistake("compare a.csv", says: "--like ENGINE or --baseline FILE stands for the other"),
    Mistake("expect none.toml a.csv", says: "none.toml: no such file"),
    Mistake("fit none.csv", 1, says: "none.csv: no such file"),
    Mistake("fit 'none/*.csv'", 1, says: "none/*.csv: nothing matches this pattern"),
    Mistake("batch 'none/*.csv' --quiet", 1, says: "none/*.csv: nothing matches this pattern"),
    Mistake(
      "fit a.csv --from 50", 1,
      says: "no samples between 50 s and the end: the recording runs from 0 s to 1.98333 s"),
    Mistake(
      "compare --baseline a.csv a.csv", 1, says: "no baseline, which compare --save-baseline FILE writes"),
    Mistake("query none.sqlite 'SELECT 1'", 1, says: "no such results database"),
    Mistake("simulate none.toml", 1, says: "none.toml: no such file"),
    Mistake(
      "fit seconds.csv", 1,
      says:
        "the median step between samples is 16.666666 s, outside 1 to 250 ms; if the times are in ms, give --time-unit ms"
    ),
    Mistake("fit frames.csv", 1, says: "column 'frame' counts frames: give --interval S or --frame-rate HZ"),
    Mistake(
      "fit frames.csv --interval 16.7", 1, says: "--interval is in seconds (0.0167), --frame-rate in Hz (60)"),
    Mistake(
      "fit rows.csv", 1,
      says: "the recording has no times, without which no motion can be determined: give --frame-rate HZ"),
    Mistake("fit swapped.csv", 1, says: "look swapped"),
    Mistake("fit none.md", 1, says: "is a text without columns of numbers, not a recording"),
    Mistake("fit picture.png", 1, says: "is a PNG picture, not a recording"),
    Mistake("fit header.csv", 1, says: "the file ends before its first row"),
  ]

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let offsets = (0..<120).map { (1000 * (1 - exp(-2.002 * Double($0) / 60)) * 2).rounded() / 2 }
    func rows(_ line: (Int, Double) -> String) -> String {
      offsets.enumerated().map { line($0, $1) + "\n" }.joined()
    }
    let files = [
      "a.csv": "t,y\n" + rows { "\(Double($0) / 60),\($1)" },
      "seconds.csv": "time_s,y\n" + rows { "\(Double($0) * 1000 / 60),\($1)" },
      "frames.csv": "frame,y\n" + rows { "\($0),\($1)" },
      "rows.csv": "y\n" + rows { "\($1)" },
      "swapped.csv": "y,t\n" + rows { "\(Double($0) / 60),\(1000 - $1)" },
      "none.md": "# Title\n\nSome text about scrolling.\n",
      "header.csv": "t,y\n",
    ]
    for (name, text) in files {
      try Data(text.utf8).write(to: folder.url.appending(path: name))
    }
    try Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: 0, count: 100)).write(
      to: folder.url.appending(path: "picture.png"))
  }

  @Test("A mistake has the status of its kind and a sentence that says what to do", arguments: mistakes)
  func mistake(_ mistake: Mistake) throws {
    let run = try Binary(shell: "\"$0\" \(mistake.command)", in: folder.url)
    #expect(run.status == mistake.status)
    #expect(run.errors.contains(mistake.says), "\(run.errors)")
  }

  @Test("Dates whose first is without a fraction are times: the comma behind them parts fields")
  func datesWithoutFraction() throws {
    let rows = (0..<120).map { frame -> String in
      let time = Double(frame) / 60
      let stamp = frame % 60 == 0 ? String(format: "%02d", frame / 60) : String(format: "%09.6f", time)
      return "2026-01-01T00:00:\(stamp),\((1000 * (1 - exp(-2.002 * time)) * 2).rounded() / 2)\n"
    }
    try Data(("time,y\n" + rows.joined()).utf8).write(to: folder.url.appending(path: "iso.csv"))
    let run = try Binary(shell: "\"$0\" fit iso.csv --like ios --quiet", in: folder.url)
    #expect(
      run.status == 0 && run.output.hasPrefix("iso.csv: ✓ like UIScrollView"), "\(run.output)\(run.errors)")
  }

  @Test("A report ends with the files that were written; one that a program reads does not")
  func written() throws {
    let run = try Binary(shell: "\"$0\" fit a.csv --html a.html --plot a.svg", in: folder.url)
    let last = run.output.split(separator: "\n").suffix(2)
    #expect(last.first?.wholeMatch(of: #/wrote a\.svg \(\d+ kB\)/#) != nil, "\(run.output)")
    #expect(last.last?.wholeMatch(of: #/wrote a\.html \(\d+ kB\)/#) != nil, "\(run.output)")
    let json = try Binary(shell: "\"$0\" fit a.csv --html a.html --format json", in: folder.url)
    #expect(!json.output.contains("wrote"))
    let batch = try Binary(shell: "\"$0\" batch a.csv --store s.sqlite --html b.html", in: folder.url)
    #expect(batch.errors.contains(#/wrote b\.html \(\d+ kB\)/#), "\(batch.errors)")
  }
}
