import Foundation
import Recordings
import Reports
import ScrollAnalysis
import ScrollFitting
import Synchronization

/// The gestures of a recording that is still going on: each is written and fitted when it comes.
final class GestureStore: Sendable {
  private struct Gestures {
    var text = ""
    /// The scrolltrace of each gesture.
    var texts: Set<String> = []
    var isWritable = true
    var count = 0
    /// The fits of each gesture.
    var fits: [[Fit]] = []
    var curves = SessionCurves()

    mutating func constants(confidence: Double) -> RecordedConstants {
      RecordedConstants(of: fits, curves: curves.constants(confidence: confidence), confidence: confidence)
    }
  }

  /// The recording has no more bytes than a reader takes at a time.
  private static let maximumLength = ReadingLimits.maximumWholeSize

  private let gestures = Mutex(Gestures())
  private let file: Output
  private let report: @Sendable (String) -> Void
  private let options: FitOptions

  /// - Parameters:
  ///   - file: rewritten with every gesture.
  ///   - report: takes a line about each.
  init(file: Output, report: @escaping @Sendable (String) -> Void) {
    self.file = file
    self.report = report
    var options = FitOptions()
    options.threads = Environment.threads
    self.options = options
  }

  /// Returns the number of gestures so far.
  var count: Int { gestures.withLock { $0.count } }

  /// The constants of all gestures so far.
  var constants: RecordedConstants {
    gestures.withLock { $0.constants(confidence: options.confidence) }
  }

  /// Takes recordings as scrolltrace: reads, writes, fits and reports each.
  ///
  /// A gesture that is there already is passed over: a page that has lost the answer sends it again.
  ///
  /// - Returns: the state of the recording as JSON.
  /// - Throws: the sentence for a body that is no recording, or that cannot be kept.
  func add(_ body: [UInt8]) throws(GestureRefusal) -> String {
    let received = try Self.read(body).map { (trace: $0, text: ScrolltraceWriter().text($0)) }
    return try gestures.withLock { gestures throws(GestureRefusal) in
      let new = received.filter { gestures.texts.insert($0.text).inserted }
      var message = "recorded already"
      if !new.isEmpty {
        do throws(GestureRefusal) { try write(new.map(\.text).joined(), &gestures) } catch {
          gestures.texts.subtract(new.map(\.text))
          throw error
        }
      }
      for (trace, _) in new {
        gestures.count += 1
        message = fit(trace, &gestures)
      }
      return gestures.constants(confidence: options.confidence).json(count: gestures.count, message: message)
    }
  }

  /// Adds a text to the file; the first of several failures is reported.
  private func write(_ text: String, _ gestures: inout Gestures) throws(GestureRefusal) {
    guard gestures.text.utf8.count + text.utf8.count <= Self.maximumLength else {
      throw .unreadable("the recording is full: begin another one")
    }
    do throws(RunFailure) { try file.write(gestures.text + text) } catch {
      let sentence = (error.diagnostics.first ?? Diagnostic("the recording cannot be written")).sentence
      if gestures.isWritable { report("not recorded: \(sentence)") }
      gestures.isWritable = false
      throw .unwritable(sentence)
    }
    gestures.isWritable = true
    gestures.text += text
  }

  private static func read(_ body: [UInt8]) throws(GestureRefusal) -> [Trace] {
    let traces: [Trace]
    do throws(ReadingError) {
      traces = try RecordingReader().traces(bytes: body, source: "gesture")
    } catch {
      throw .unreadable(error.sentence.commandLine)
    }
    guard traces.allSatisfy({ $0.format == InputFormat.scrolltrace.rawValue }) else {
      throw .unreadable("not a recording: its first line must be a header of scrolltrace")
    }
    return traces
  }

  private func fit(_ trace: Trace, _ gestures: inout Gestures) -> String {
    let (fits, curves) = gestures.curves.analyze(trace, options: options)
    gestures.fits.append(fits)
    let name = trace.header.first { $0.key == "gestureKind" }?.value.text ?? "recording"
    // A terminal obeys control characters.
    let printable = String(
      String.UnicodeScalarView(name.unicodeScalars.filter { $0.properties.generalCategory != .control }))
    let message = "\(printable): \(RecordedConstants.line(of: fits, curves: curves))"
    report("\(gestures.count)  \(message)")
    return message
  }
}

/// The reason that a gesture is not in the recording.
enum GestureRefusal: Error, Equatable {
  case unreadable(String)
  /// The file cannot take it now; it may later.
  case unwritable(String)
}
