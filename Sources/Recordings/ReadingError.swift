/// An error of a file, or of a line of it.
public struct ReadingError: Error, Equatable, Sendable {
  /// The file as the user named it; `-` for standard input.
  public let file: String
  /// The line, from 1, where there is one to name.
  public let line: Int?
  /// The byte in that line, from 1, where the trouble begins.
  public let column: Int?
  package let problem: Problem

  init(_ file: String, line: Int? = nil, column: Int? = nil, _ problem: Problem) {
    self.file = file
    self.line = line
    self.column = column
    self.problem = problem
  }

  /// True if the options are wrong whatever the file.
  public var isUsage: Bool {
    switch problem {
    case .unknownRole, .intervalAndFrameRate, .notPositive, .sign: true
    default: false
    }
  }

  package enum Problem: Equatable, Sendable {
    case missingFile
    case directory
    case unreadable(reason: String)
    case emptyFile
    /// A header, or nothing but comments, and no row.
    case noRows
    /// The first row holds numbers where names should be.
    case noHeader(columns: Int)
    /// No column that could be an offset; `projection` where the file is a table of flings.
    case noUsableColumn(found: [String], projection: Bool)
    /// A column that a setting names and the file does not have.
    case unknownColumn(setting: String, name: String, found: [String])
    case unknownRole(String, known: [String])
    case notANumber(text: String, column: String)
    case notFinite(text: String, column: String)
    /// A column of dates or times of day where numbers are needed.
    case datesNotNumbers(column: String)
    case timeGoesBack(from: Double, to: Double)
    /// Times that cannot be used, beside offsets that are a clock's.
    case swapped(SwappedColumns)
    case equalTimes(Double)
    /// The median step between samples, s, where it is outside 1 to 250 ms; `isRecorded` is false for times that follow
    /// from an interval or a frame rate.
    case frameStep(Double, isRecorded: Bool)
    /// The steps of the times change a thousandfold at a sample, counted from 1.
    case unitChange(sample: Int, isLonger: Bool)
    case lineTooLong(limit: Int)
    /// More bytes than are read of an input that must be read as a whole.
    case tooLarge(limit: Int)
    /// More parts than memory is granted for.
    case tooMany(ReadingLimits.Part)
    case binary(byte: UInt8)
    case outOfRange(ReadingLimits.Quantity, value: Double)
    /// A recording whose times differ by next to nothing, s.
    case tooShort(duration: Double)
    case fieldCount(found: Int, expected: Int)
    case unclosedQuote
    case malformedObject(expected: String)
    case malformedElement(expected: String)
    case frameWithoutInterval(column: String)
    case intervalAndFrameRate
    /// An interval or a frame rate beside a column of times.
    case intervalBesideTime(setting: String, column: String)
    case notPositive(setting: String, value: Double)
    /// A setting that has no effect on such a file; the reason, in words.
    case inapplicable(setting: String, reason: String)
    case sign(Double)
    case unknownSeries(String, found: [String])
    /// Wheel deltas in lines or pages, whose length nothing gives; or in a mode that there is none of.
    case deltaMode(Double)
    /// A file that is something else, in words.
    case otherKind(String)
    /// Formats that the content suits equally.
    case ambiguousFormat([InputFormat])
    /// Nothing in the file is of the format.
    case notOfFormat(InputFormat)
    /// A gzip stream that is damaged or cut before the first row.
    case damagedArchive
    /// A header of scrolltrace with a version, as it is written, that is not read.
    case version(String)
    /// A line of traces whose `model` is none of those that the caller knows.
    case unknownModel(String, known: [String])
    /// The columns together are no recording: a sum or a difference of them leaves the range of doubles.
    case recording(RecordingError)
  }
}

/// The sentence, without the place: `file`, `line` and `column` stand before it.
extension ReadingError: Explained {
  /// The error in a sentence: file, line, and what to do.
  public var description: String { libraryText }

  package var sentence: Sentence {
    switch problem {
    case .missingFile: "no such file"
    case .directory: "is a directory, not a file"
    case .unreadable(let reason): "cannot be read: \(reason)"
    case .emptyFile: "the file is empty"
    case .noRows: "no samples: the file ends before its first row"
    case .noHeader(let columns):
      "no header: the first row is all numbers; name the columns by their numbers, for example "
        + "\(setting: "columns \(columns > 1 ? "time=1,y=2" : "y=1")")"
    case .noUsableColumn(let found, let projection):
      "no offset column; found \(Self.list(found))"
        + (projection
          ? "; a table of flings is read by 'scrollfit project \(setting: "data")'"
          : "; name one with \(setting: "columns y=NAME")")
    case .unknownColumn(let setting, let name, let found):
      "\(setting: setting): no column '\(name)'; found \(Self.list(found))"
    case .unknownRole(let role, let known):
      "\(setting: "columns"): no role '\(role)'; known are \(known.joined(separator: ", "))"
    case .notANumber(let text, let column):
      text.isEmpty
        ? "empty field in column '\(column)': a number is needed"
        : "'\(Self.excerpt(text))' in column '\(column)' is not a number"
    case .notFinite(let text, let column): "'\(Self.excerpt(text))' in column '\(column)' is not finite"
    case .datesNotNumbers(let column):
      "column '\(column)' holds dates or times of day where numbers are needed"
    case .timeGoesBack(let from, let to):
      "time decreases from \(from) s to \(to) s; \(setting: "repair") sorts the samples"
    case .swapped(let columns): columns.sentence
    case .equalTimes(let time): "two different offsets at the same time, \(time) s"
    case .lineTooLong(let limit): "the line is longer than \(limit) bytes"
    case .tooLarge(let limit):
      "larger than \(limit >> 20) MiB, the maximum for an input that is read as a whole"
    case .tooMany(let part): "more than \(part.maximumCount) \(part), the maximum for one recording file"
    case .binary(let byte):
      "not a text in UTF-8: byte 0x\(String(byte, radix: 16, uppercase: true))"
    case .outOfRange(.time, let value):
      "\(value) s after the first sample: a time must be below 1e11 s; \(setting: "timesPerSecond") sets the unit"
    case .outOfRange(.offset, let value): "offset \(value): an offset must be below 1e15"
    case .tooShort(let duration):
      "the recording lasts \(duration) s: its samples must span 1e-12 s at least; \(setting: "timesPerSecond") sets the unit"
    case .fieldCount(let found, let expected):
      "\(found) \(found == 1 ? "field" : "fields") where the header has \(expected)"
    case .unclosedQuote: "unclosed quote"
    case .malformedObject(let expected): "not a JSON object: \(expected) is missing here"
    case .malformedElement(let expected): "malformed XML: \(expected) is missing here"
    case .frameWithoutInterval(let column):
      "column '\(column)' counts frames: give \(setting: "interval S") or \(setting: "frameRate HZ")"
    case .frameStep(let step, isRecorded: true):
      "the median step between samples is \(Self.short(step)) s, outside 1 to 250 ms"
        + (FrameStep.likelyUnit(step).map {
          "; if the times are in \($0), give \(setting: "timesPerSecond \($0)")"
        }
          ?? "; give the unit of the times with \(setting: "timesPerSecond")")
    case .frameStep(let step, isRecorded: false):
      "the frame interval is \(Self.short(step)) s, outside 1 to 250 ms: \(setting: "interval") is in seconds (0.0167), "
        + "\(setting: "frameRate") in Hz (60)"
    case .unitChange(let sample, let isLonger):
      "from sample \(sample) on the steps of the times are a thousand times as \(isLonger ? "long" : "short"), or more: their unit changes "
        + "within the recording"
    case .intervalAndFrameRate: "\(setting: "interval") and \(setting: "frameRate") are mutually exclusive"
    case .intervalBesideTime(let setting, let column):
      "\(setting: setting) beside the time column '\(column)'; \(setting: "columns time=none") ignores that column"
    case .inapplicable(let setting, let reason): "\(setting: setting) does not apply: \(reason)"
    case .notPositive(let setting, let value): "\(setting: setting) must be a positive number, not \(value)"
    case .sign(let value): "\(setting: "sign") must be 1 or -1, not \(value)"
    case .unknownSeries(let name, let found):
      found.isEmpty
        ? "\(setting: "selected"): no series '\(name)'; the file has one series without a name"
        : "\(setting: "selected"): no series '\(name)'; found \(Self.list(found))"
    case .deltaMode(1):
      "delta_mode 1: these deltas are in lines; give the pixels per line with \(setting: "lineHeight")"
    case .deltaMode(2):
      "delta_mode 2: these deltas are in pages; give the pixels per page with \(setting: "pageHeight")"
    case .deltaMode(let mode): "delta_mode must be 0 (pixels), 1 (lines) or 2 (pages), not \(mode)"
    case .otherKind(let kind): "is \(kind), not a recording"
    case .ambiguousFormat(let formats):
      "ambiguous format (\(formats.map(\.rawValue).joined(separator: " or "))): choose with \(setting: "inputFormat")"
    case .notOfFormat(let format): "the file has no record in the format \(format.rawValue)"
    case .damagedArchive: "a damaged gzip file"
    case .version(let version):
      "unsupported scrolltrace version \(Self.excerpt(version)): only version 1 can be read"
    case .unknownModel(let name, let known):
      "no model '\(Self.excerpt(name))'; known are \(known.joined(separator: ", "))"
    case .recording(let error): "\(error)"
    }
  }

  /// A number to the digits of single precision: `16.7` for the difference of two times.
  private static func short(_ value: Double) -> String { "\(Float(value))" }

  private static func list(_ names: [String]) -> String {
    guard !names.isEmpty else { return "no columns" }
    let shown = names.prefix(20).map { "'\(excerpt($0))'" }.joined(separator: ", ")
    return names.count > 20 ? "\(shown) and \(names.count - 20) more" : shown
  }

  /// One line, whatever the file holds: control characters become blanks, the rest of a long text is left
  /// out.
  private static func excerpt(_ text: String) -> String {
    let clean = String(
      String.UnicodeScalarView(
        text.unicodeScalars.prefix(61).map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
    return clean.unicodeScalars.count > 60 ? String(clean.dropLast()) + "…" : clean
  }
}
