import ArgumentParser
import Foundation
import Kernels
import LeastSquares
import Recordings

/// The speed at which many traces are read and fitted.
@main
struct ScrollfitBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scrollfit-benchmark",
    abstract: "Measures how fast the fused kernels fit.",
    discussion: """
      FILE has a trace a line: {"id":"a","model":"decel|bounce|bounce-phase|rubber|quadratic","t":[…],"y":[…]}, times in s, \
      offsets in pt, a rubber band's finger travel in t. Prints, as JSON, the fits per second of each model on one thread with the \
      data in memory, and how long the whole process took from its start until the fits were written.
      """)

  @Argument(help: "The traces.")
  var file: String

  @Option(help: "Use only so many traces.")
  var limit: Int?

  @Option(help: ArgumentHelp("Write each trace's parameters, one JSON object a line.", valueName: "file"))
  var params: String?

  @Option(help: "How many threads read, fit and write.")
  var jobs = ProcessInfo.processInfo.activeProcessorCount

  @Option(help: "How often each model's traces are fitted for the measurement.")
  var rounds = 5

  @Option(help: "The instructions to use: portable, avx2 or avx512; by default the fastest that are there.")
  var path = KernelPath.fastest

  func validate() throws {
    guard rounds > 0, jobs > 0, limit.map({ $0 > 0 }) ?? true else {
      throw ValidationError("--limit, --jobs and --rounds are positive.")
    }
    guard KernelPath.available.contains(path) else {
      throw ValidationError("This processor has no \(path.rawValue).")
    }
  }

  func run() throws {
    let watch = Stopwatch.ofProcess()
    let work = Work(file: file, path: path, limit: limit, writes: params != nil)
    let parts: [Part]
    do { parts = try work.parts(threads: jobs) } catch {
      FileHandle.standardError.write(Data("scrollfit-benchmark: \(error.position): \(error)\n".utf8))
      throw ExitCode(1)
    }
    if let params { try NewFile.write(parts.map(\.text), to: params) }
    let seconds = watch.seconds
    let models = Model.allCases.compactMap { Measurement($0, parts: parts, path: path, rounds: rounds) }
    print(Summary(models: models, wholeProcessSeconds: seconds, path: path.rawValue).json)
  }
}

extension KernelPath: ExpressibleByArgument {}

extension ReadingError {
  /// `FILE:LINE:COLUMN`, the parts that are known.
  fileprivate var position: String {
    ([file] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":")
  }
}
