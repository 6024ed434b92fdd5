/// A whole response; the connection ends after it.
package struct HTTPResponse: Equatable, Sendable {
  package enum Status: Int, Sendable {
    case ok = 200
    case badRequest = 400
    case forbidden = 403
    case notFound = 404
    case methodNotAllowed = 405
    case timeout = 408
    case lengthRequired = 411
    case bodyTooLong = 413
    case headTooLong = 431
    case unavailable = 503

    /// The reason phrase of RFC 9110.
    var reason: String {
      switch self {
      case .ok: "OK"
      case .badRequest: "Bad Request"
      case .forbidden: "Forbidden"
      case .notFound: "Not Found"
      case .methodNotAllowed: "Method Not Allowed"
      case .timeout: "Request Timeout"
      case .lengthRequired: "Length Required"
      case .bodyTooLong: "Content Too Large"
      case .headTooLong: "Request Header Fields Too Large"
      case .unavailable: "Service Unavailable"
      }
    }
  }

  package let status: Status
  package let contentType: String
  package let body: [UInt8]
  /// The methods that the address has, for a status that names them.
  package var allowedMethod: String?

  package init(_ status: Status, contentType: String, body: [UInt8]) {
    self.status = status
    self.contentType = contentType
    self.body = body
  }

  /// A sentence.
  package init(_ status: Status, _ text: String) {
    self.init(status, contentType: "text/plain; charset=utf-8", body: Array((text + "\n").utf8))
  }

  init?(_ refusal: HTTPRefusal) {
    switch refusal {
    case .malformed: self.init(.badRequest, "not a request of HTTP/1.1")
    case .headTooLong: self.init(.headTooLong, "the headers are too long")
    case .bodyTooLong: self.init(.bodyTooLong, "the body is longer than 16 MB")
    case .lengthRequired: self.init(.lengthRequired, "a body needs its Content-Length")
    case .tooSlow: self.init(.timeout, "the request took too long")
    case .tooManyConnections: self.init(.unavailable, "too many connections at a time")
    case .closed: return nil
    }
  }

  /// Nothing is stored, embedded, or loaded from elsewhere.
  var bytes: [UInt8] {
    var head = "HTTP/1.1 \(status.rawValue) \(status.reason)\r\n"
    head += "Content-Type: \(contentType)\r\nContent-Length: \(body.count)\r\nConnection: close\r\n"
    if let allowedMethod { head += "Allow: \(allowedMethod)\r\n" }
    head += "Cache-Control: no-store\r\nReferrer-Policy: no-referrer\r\nX-Content-Type-Options: nosniff\r\n"
    head += "X-Frame-Options: DENY\r\nContent-Security-Policy: default-src 'none'; connect-src 'self'; "
    head += "script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:\r\n\r\n"
    return Array(head.utf8) + body
  }
}
