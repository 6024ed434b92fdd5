import ArgumentParser
import ScrollAnalysis

struct ReproduceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "reproduce",
    abstract: "Recompute every number of the articles from recorded data, with verdicts.",
    examples: ["", "--html articles.html", "--data my-recordings/ --format json"],
    discussion: """
      The articles are "深度剖析UIScrollView与阻尼动画" and the one on Yandex.Metro on habr. Each number is confirmed, refined \
      or refuted.
      """)

  @Option(
    help: ArgumentHelp(
      "Folder of data files to use instead of the built-in ones.", valueName: "dir"))
  var data: String?

  @OptionGroup
  var common: CommonOptions

  @OptionGroup
  var page: PageArguments

  var articleData: ArticleData { data.map(ArticleData.folder) ?? .embedded }

  func run() throws {
    let delivery = try Delivery(to: common.file, page: page)
    try delivery.deliver(
      Work.reproduce(self), page: { claims throws(RunFailure) in try Work.page(self, of: claims) },
      text: common.format.render)
  }
}
