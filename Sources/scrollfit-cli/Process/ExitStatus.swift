import Foundation

/// The exit status of the process.
enum ExitStatus: Int32 {
  case done = 0
  /// No input could be used; nothing stands on standard output.
  case noInput = 1
  /// Some input could not be used, or a fit did not converge; the rest is reported.
  case partial = 2
  /// A comparison found a difference.
  case different = 3
  /// Wrong usage (`EX_USAGE`).
  case usage = 64

  /// Runs a command and prints why it ended, if it did: the one place that writes errors.
  init(of run: () throws -> Void) {
    do {
      try run()
      self = .done
    } catch let failure as RunFailure {
      failure.diagnostics.forEach { $0.print() }
      self = failure.status
    } catch {
      Diagnostic("\(error)").print()
      self = .noInput
    }
  }

  func exit() -> Never { Foundation.exit(rawValue) }
}

/// The end of a run that is not `done`, and the lines that give the reason.
struct RunFailure: Error, Equatable {
  let status: ExitStatus
  let diagnostics: [Diagnostic]

  init(_ status: ExitStatus, _ diagnostics: [Diagnostic] = []) {
    self.status = status
    self.diagnostics = diagnostics
  }
}
