import ArgumentParser
import Certification
import Reports

struct CertifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "certify",
    abstract: "Solve NIST's reference datasets and count the digits that agree with the certified values.",
    discussion: """
      Every .dat file in the folder and in the folders within is read as NIST ships it: its law, starting values, \
      data and certified values. Nonlinear datasets are solved from each of their starts. The digits are the log \
      relative error, 11 at most for nonlinear and 15 for linear datasets.
      """)

  @Argument(help: ArgumentHelp("A folder of .dat files, or one such file.", valueName: "dir"))
  var folder: String

  @Option(
    help: ArgumentHelp(
      "What counts of a number in a file: the nearest double, or all its digits.",
      valueName: "double|extended"))
  var precision = CertificationOptions.Precision.extended

  @Option(
    help: ArgumentHelp(
      "Look for a lower minimum from n further starts around each of the file's.", valueName: "n"))
  var starts: Int?

  @Option(help: ArgumentHelp("What the further starts are drawn by (default: 1).", valueName: "s"))
  var seed: UInt64?

  @OptionGroup(title: "Report")
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
      throw ValidationError("--starts is a number from 1 to 100000, not \(starts)")
    }
    if seed != nil, starts == nil { throw ValidationError("--seed needs --starts") }
  }

  func run() throws {
    let delivery = try Delivery(to: common.file)
    try delivery.deliver(
      Work.certify(self), isComplete: { $0.fits.allSatisfy(\.termination.converged) },
      text: common.format.render)
  }
}

extension CertificationOptions.Precision: ExpressibleByArgument {}
