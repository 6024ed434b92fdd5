import ArgumentParser
import ScrollFit

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

  @OptionGroup(title: "Pictures")
  var page: PageArguments

  var articleData: ArticleData { data.map(ArticleData.folder) ?? .embedded }

  func run() throws {
    let files = PageFiles(arguments: page, replacing: common.force)
    try common.destination.check()
    try files.check(beside: common.destination)
    let outcome = try Work.reproduce(self)
    let content = page.isAsked ? try Work.page(self, of: outcome) : nil
    try Delivery(
      report: outcome.value.map(common.format.render), isComplete: true, problems: outcome.problems,
      page: content.map { ($0, files) }
    )
    .deliver(to: common.destination)
  }
}
