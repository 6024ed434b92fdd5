import Foundation

/// The reason that a server cannot listen.
package enum ServerError: Error, Equatable {
  case notAnAddress(String)
  case portInUse(Int)
  case notBound(address: String, port: Int, SystemError)
  case system(SystemError)
}

/// The system's reason that a call failed.
package struct SystemError: Error, Equatable {
  let code: Int32

  init(_ code: Int32) { self.code = code }

  /// The error number of the call before.
  static var last: SystemError { SystemError(errno) }

  var reason: String { String(cString: strerror(code)) }
}

extension ServerError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notAnAddress(let address):
      "\(address) is not a numeric address of this machine, such as 127.0.0.1 or 0.0.0.0"
    case .portInUse(let port): "port \(port) is in use; port 0 takes a free one"
    case .notBound(let address, let port, let error):
      "cannot listen at \(address), port \(port): \(error.reason)"
    case .system(let error): "cannot open a socket: \(error.reason)"
    }
  }
}
