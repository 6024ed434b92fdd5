import Foundation

/// A user that is held by permissions: root may read and write anywhere.
enum UnprivilegedUser {
  /// The words before a command in a shell; nil where no such user is to be had, or cannot reach the program.
  static let prefix: String? = {
    guard getuid() == 0 else { return "" }
    let prefix = "setpriv --reuid=65534 --regid=65534 --clear-groups "
    let run = try? Binary(shell: "\(prefix) \"$0\" --version")
    return run?.status == 0 ? prefix : nil
  }()
}
