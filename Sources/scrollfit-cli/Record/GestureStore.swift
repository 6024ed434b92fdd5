import Dispatch
import Foundation
import Recordings
import Reports
import ScrollFitting
import Synchronization

/// The gestures of a recording that is still going on: each is written and fitted when it comes.
final class GestureStore: Sendable {
  private struct Gestures {
    var text = ""
    var count = 0
    /// Of each gesture.
    var fits: [[Fit]] = []
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
    RecordedConstants(of: gestures.withLock { $0.fits }, confidence: options.confidence)
  }

  /// Takes recordings as scrolltrace: reads, writes, fits and reports each.
  ///
  /// - Returns: the state of the recording as JSON.
  /// - Throws: the sentence for a body that is no recording, or that cannot be kept.
  func add(_ body: [UInt8]) throws(Diagnostic) -> String {
    let traces = try Self.read(body)
    let text = traces.map { ScrolltraceWriter().text($0) }.joined()
    return try gestures.withLock { gestures throws(Diagnostic) in
      guard gestures.text.utf8.count + text.utf8.count <= Self.maximumLength else {
        throw Diagnostic("the recording is full: begin another one")
      }
      do throws(RunFailure) { try file.write(gestures.text + text) } catch {
        throw error.diagnostics.first ?? Diagnostic("the recording cannot be written")
      }
      gestures.text += text
      var message = ""
      for trace in traces {
        gestures.count += 1
        message = fit(trace, number: gestures.count, &gestures.fits)
      }
      let constants = RecordedConstants(of: gestures.fits, confidence: options.confidence)
      return constants.json(count: gestures.count, message: message)
    }
  }

  private static func read(_ body: [UInt8]) throws(Diagnostic) -> [Trace] {
    let traces: [Trace]
    do throws(ReadingError) {
      traces = try RecordingReader().traces(bytes: body, source: "gesture")
    } catch {
      throw Diagnostic(error.sentence.commandLine)
    }
    guard traces.allSatisfy({ $0.format == InputFormat.scrolltrace.rawValue }) else {
      throw Diagnostic("not a recording: its first line must be a header of scrolltrace")
    }
    return traces
  }

  private func fit(_ trace: Trace, number: Int, _ fits: inout [[Fit]]) -> String {
    let found = Analyzer(options: options).analyze([trace]).analysis.fits
    fits.append(found)
    let name = trace.header.first { $0.key == "gestureKind" }?.value.text ?? "recording"
    let message = "\(name): \(RecordedConstants.line(of: found))"
    report("\(number)  \(message)")
    return message
  }
}

/// The end of a recording: asked for by the page, by an interrupt or by a request to terminate.
struct StopSignal: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func send() { semaphore.signal() }

  /// Does `work`, and calls `stop` from another thread once the end is asked for.
  func whileUnsent(stop: @escaping @Sendable () -> Void, _ work: () -> Void) {
    let sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [semaphore] in semaphore.signal() }
      source.resume()
      return source
    }
    Thread.detachNewThread { [semaphore] in
      semaphore.wait()
      stop()
    }
    withExtendedLifetime(sources) { work() }
  }
}
