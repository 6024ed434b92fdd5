import ArgumentParser
import Reports
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
    let delivery = try Delivery(to: common.file, page: page, keeping: [data].compactMap(\.self))
    try delivery.deliver(
      claims(), others: common.format == .text ? [] : nil,
      page: { claims throws(RunFailure) in try articlePage(of: claims) },
      text: common.format.render)
  }
}

extension ReproduceCommand {
  /// Every claim, from the data built in or that of `--data`.
  private func claims() throws(RunFailure) -> Outcome<[Claim]> {
    do { return Outcome(try Reproduction.claims(from: articleData)) } catch {
      if case .reading(let error) = error { return Outcome(nil, problems: [try error.problem()]) }
      return Outcome(nil, problems: [Diagnostic(file: error.file, error.sentence.commandLine)])
    }
  }

  /// The page of claims, with the articles' pictures from the same data.
  private func articlePage(of claims: [Claim]) throws(RunFailure) -> Page {
    do { return claims.page(try Reproduction.illustration(from: articleData)) } catch {
      throw RunFailure(.noInput, [Diagnostic(file: error.file, error.sentence.commandLine)])
    }
  }
}
