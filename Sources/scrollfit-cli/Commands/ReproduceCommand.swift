import ArgumentParser

struct ReproduceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reproduce",
    abstract: "Every number of the articles, recomputed from recorded data, with verdicts.")

  @Option(
    help: ArgumentHelp(
      "A folder of data files to recompute from, in place of those built in.", valueName: "dir"))
  var data: String?

  @OptionGroup(title: "Report")
  var common: CommonOptions

  func run() throws {
    try common.destination.check()
    let outcome = try Work.reproduce(self)
    try Delivery(
      report: outcome.value.map(common.format.render), isComplete: true, problems: outcome.problems
    )
    .deliver(to: common.destination)
  }
}
