import ArgumentParser
import Recordings
import ScrollFitting
import ScrollModels
import ScrollSegmentation

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "init",
    abstract: "Write the settings file scrollfit.toml from a recording.",
    examples: [
      "session.csv --like ios", "frames.csv --frame-rate 60",
      "session.csv --output ci/scrollfit.toml --force",
    ],
    discussion: """
      The file has the columns and the content's edges found in the recording, and what options give; settings that are \
      not known are comments. The verbs that read recordings use scrollfit.toml in the working folder, or the file of --config.
      """)

  @Argument(help: ArgumentHelp("Recording in any known format.", valueName: "file"))
  var recording: String

  @Option(
    help: ArgumentHelp(
      "Engine to compare with: a name of the catalogue, or ios, android, chrome, …", valueName: "engine"),
    transform: { name in try ScrollEngine(named: name) })
  var like: ScrollEngine?

  @OptionGroup(title: "Segmentation")
  var segmentation: SegmentationArguments

  @OptionGroup(title: "Reading")
  var reading: ReadingArguments

  @Option(
    help: ArgumentHelp(
      "Write the settings to this file (default: that of --config, else scrollfit.toml).", valueName: "file"))
  var output: String?

  @Flag(help: "Overwrite an existing file.")
  var force = false

  func validate() throws {
    guard recording != "-" else { throw ValidationError("init reads the recording twice: give a file") }
    for (option, path) in [("--config", reading.config), ("--output", output)] where path == "" || path == "-"
    {
      throw ValidationError("\(option) needs a file name")
    }
    if let output, let config = reading.config, output != config {
      throw ValidationError("--output and --config both name the file that init writes: give one of them")
    }
  }

  func run() throws {
    let file = output ?? reading.config ?? Settings.fileName
    let destination = Output(path: file, replacing: force)
    try WrittenFiles([(output == nil ? "--config" : "--output", file)]).check(keeping: [recording])
    try destination.check()
    let settings = try settings()
    try destination.write(settings.text)
    try Output.standard.write("wrote \(file)\n")
  }
}

extension InitCommand {
  /// The settings that the recording shows or that options give.
  private func settings() throws(RunFailure) -> Settings {
    let (traces, problems) = try RecordingFiles.read([recording], reading.options())
    guard !traces.isEmpty else { throw RunFailure(.noInput, problems) }
    var settings = Settings()
    settings.columns = columns
    settings.frameRate = reading.frameRate?.value ?? reading.interval.map { 1 / $0.value }
    settings.edges = segmentation.edge?.range ?? traces.lazy.compactMap(edges).first
    settings.engine = like
    settings.limit = 0.5
    return settings
  }

  /// The columns of a table by role; none of a format whose columns are known.
  private var columns: [NamedText] {
    guard VideoFile(path: recording) == nil,
      let names = try? RecordingReader(options: reading.options()).columnNames(at: recording)
    else { return [] }
    return ColumnRoles.known.compactMap { role in
      names[role].flatMap { NamedText(argument: "\(role)=\($0)") }
    }
  }

  /// The edges of the content, to a hundredth: those of y, else of x.
  private func edges(of trace: Trace) -> ClosedRange<Double>? {
    let segmenter = Segmenter(ignoresTouch: segmentation.ignoreTouch, threads: Environment.threads)
    guard let found = try? segmenter.summary(of: trace).edges else { return nil }
    return (found[.y] ?? found[.x]).map { range in
      func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
      return rounded(range.lowerBound)...rounded(range.upperBound)
    }
  }
}
