/// Values as words of a shell's command line.
package enum ShellWord {
  /// The value as a shell takes it: between quotes where it has other than plain characters.
  package static func quoted(_ value: String) -> String {
    let plain = value.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-._=:,".contains($0)) }
    return plain
      ? value
      : "'" + value.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
