import ArgumentParser
import Certification
import Reports

struct CertifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "certify",
    abstract: "Solve NIST's reference datasets and count the digits that agree with the certified values.",
    examples: [
      "Fixtures/nist", "Fixtures/nist/nonlinear/Misra1a.dat --precision double",
      "Fixtures/nist --starts 10 --format csv",
    ],
    discussion: """
      Every .dat file in the folder and its subfolders is read as NIST ships it: model, starting values, data and \
      certified values. Nonlinear datasets are solved from each of their starts. The digits are the log relative \
      error, at most 11 for nonlinear and 15 for linear datasets.
      """)

  @Argument(help: ArgumentHelp("Folder of .dat files, or one such file.", valueName: "dir"))
  var folder: String

  @Option(
    help: ArgumentHelp(
      "Precision of the input data: double, or extended (double-double).",
      valueName: "double|extended"))
  var precision = CertificationOptions.Precision.extended

  @Option(
    help: ArgumentHelp(
      "Number of additional starts around each of the file's, to find a lower minimum.", valueName: "n"))
  var starts: Int?

  @Option(help: ArgumentHelp("Random seed of the additional starts (default: 1).", valueName: "s"))
  var seed: UInt64?

  @OptionGroup
  var common: CommonOptions

  var options: CertificationOptions {
    var options = CertificationOptions()
    options.precision = precision
    options.starts = starts ?? 0
    options.seed = seed ?? 1
    return options
  }

  func validate() throws {
    if let starts, !(1...100_000).contains(starts) {
      throw ValidationError("--starts must be from 1 to 100000, not \(starts)")
    }
    if seed != nil, starts == nil { throw ValidationError("--seed needs --starts") }
  }

  func run() throws {
    let delivery = try Delivery(
      to: common.file, keeping: (try? ReferenceFiles(in: folder, extensions: ["dat"]).paths) ?? [])
    try delivery.deliver(
      certified(), isComplete: { $0.fits.allSatisfy(\.termination.converged) },
      text: common.format.render)
  }
}

extension CertificationOptions.Precision: ExpressibleByArgument {}

extension CertifyCommand {
  /// Every reference dataset of a folder, solved from each of its starts.
  private func certified() -> Outcome<Certification> {
    let paths: [String]
    do { paths = try ReferenceFiles(in: folder, extensions: ["dat"]).paths } catch {
      return Outcome(nil, problems: [error])
    }
    var datasets: [ReferenceDataset] = []
    var problems: [Diagnostic] = []
    for path in paths {
      do {
        datasets.append(try ReferenceDataset(bytes: ReferenceFiles.bytes(of: path), file: path))
      } catch let error as ReferenceError {
        problems.append(
          Diagnostic(file: error.file, line: error.line, column: error.column, error.description))
      } catch let error as Diagnostic {
        problems.append(error)
      } catch {
        problems.append(Diagnostic(file: path, "\(error)"))
      }
    }
    let (certification, failures) = Certifier(options).certify(datasets)
    problems += failures.map { failure in
      let start = failure.start.map { "from start \($0): " } ?? ""
      return Diagnostic(file: failure.file, line: failure.line, start + "\(failure.error)")
    }
    return Outcome(certification.fits.isEmpty ? nil : certification, problems: problems)
  }
}
