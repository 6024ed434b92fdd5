import ArgumentParser
import Foundation
import RecordingServer
import Reports

struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "record",
    abstract: "Record the scrolling of a phone’s browser by a page, and fit it while it is recorded.",
    examples: ["", "--bind 0.0.0.0", "--bind 192.168.1.20 --port 8080 --output phone.ndjson"],
    discussion: """
      Serves one page with content to scroll, at an address with a secret token, and prints the address and its QR code. The \
      page names the gestures that are missing and shows the constants found so far. Only this machine reaches the page \
      unless --bind is given; 0.0.0.0 is every network. Every gesture is a series of the file, which is scrolltrace. \
      Finish on the page or Control-C ends the recording (docs/recording.md).
      """)

  /// The file without --output.
  static let defaultName = "recording.ndjson"

  @Option(help: ArgumentHelp("Numeric address to listen at.", valueName: "address"))
  var bind = "127.0.0.1"

  @Option(help: ArgumentHelp("Port to listen at, 0 for a free one.", valueName: "number"))
  var port = 0

  @Option(help: ArgumentHelp("File of the recording.", valueName: "file"))
  var output = defaultName

  @Flag(help: "Overwrite an existing file.")
  var force = false

  @Flag(help: "Print no QR code and no line per gesture.")
  var quiet = false

  func validate() throws {
    guard (0...65_535).contains(port) else { throw ValidationError("--port must be 0 to 65535, not \(port)") }
    guard !["", "-"].contains(output) else { throw ValidationError("--output needs a file name") }
  }

  func run() throws {
    try Output(path: output, replacing: force).check()
    let stop = StopSignal()
    let isQuiet = quiet
    // The file is checked once; every gesture replaces what the one before wrote.
    let store = GestureStore(file: Output(path: output, replacing: true)) { line in
      if !isQuiet { try? Output.standard.write(line + "\n") }
    }
    let token = AccessToken()
    let service = RecordingService(
      token: token,
      receive: { body in
        do throws(GestureRefusal) { return .accepted(json: try store.add(body)) } catch {
          return switch error {
          case .unreadable(let sentence): .refused(sentence)
          case .unwritable(let sentence): .postponed(sentence)
          }
        }
      },
      finish: { stop.send() })
    let server: HTTPServer
    do {
      server = try HTTPServer(
        address: bind, port: port, refuse: service.refusal, respond: service.respond)
    } catch {
      throw RunFailure(.noInput, [Diagnostic(error.description)])
    }
    try printAddresses(token: token, port: server.port)
    stop.whileUnsent(stop: server.stop, server.run)
    guard store.count > 0 else { throw RunFailure(.noInput, [Diagnostic("no gesture was recorded")]) }
    let next = "Which engine moves like it: scrollfit fit \(output)"
    try Output.standard.write(
      "\n" + store.constants.text + "\n\(store.count) recorded in \(output)\n\(next)\n")
  }

  private func printAddresses(token: AccessToken, port: Int) throws {
    let hosts = NetworkAddresses.reachable(bound: bind).map(NetworkAddresses.host)
    let addresses = hosts.map { "http://\($0):\(port)/?token=\(token.text)" }
    var text = addresses.map { $0 + "\n" }.joined()
    if bind == "127.0.0.1" {
      text +=
        "For this machine alone; a phone needs --bind with an address of its network, or --bind 0.0.0.0.\n"
    }
    // A picture for a camera: a file has no use for it.
    if !quiet, isatty(STDOUT_FILENO) == 1, let address = addresses.first, let code = QRCode(address) {
      text += "\n" + code.terminalText + "\n"
    }
    try Output.standard.write(text)
  }
}
