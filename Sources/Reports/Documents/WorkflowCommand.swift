/// An annotation of GitHub Actions: `::error title=…::…`.
///
/// A message has its percent signs and line ends escaped, a title its colons and commas too (GitHub, *Workflow commands*).
struct WorkflowCommand {
  let isError: Bool
  let title: String
  let message: String

  var line: String {
    "::\(isError ? "error" : "warning") title=\(Self.property(title))::\(Self.data(message))\n"
  }

  private static func data(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": escaped += "%25"
      case "\r": escaped += "%0D"
      case "\n": escaped += "%0A"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  private static func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
