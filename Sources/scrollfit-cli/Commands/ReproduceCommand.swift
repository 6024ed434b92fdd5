import ArgumentParser
import ScrollAnalysis

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
    let delivery = try Delivery(to: common.file, page: page)
    try delivery.deliver(
      Work.reproduce(self), page: { claims throws(RunFailure) in try Work.page(self, of: claims) },
      text: common.format.render)
  }
}
