/// A whole request.
package struct HTTPRequest: Equatable, Sendable {
  package let method: String
  /// The path without its query.
  package let path: String
  /// The values of the query by name, as they stand: none of ours needs percent-encoding.
  package let query: [String: String]
  package var body: [UInt8]
}

/// The request line and the headers.
struct HTTPRequestHead: Equatable {
  let method: String
  let path: String
  let query: [String: String]
  /// Bytes of the body.
  let contentLength: Int

  /// - Parameter bytes: up to the empty line, without it.
  init(_ bytes: [UInt8], limits: HTTPLimits) throws(HTTPRefusal) {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .malformed }
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2].hasPrefix("HTTP/1."), words[1].hasPrefix("/"), !words[0].isEmpty,
      words[0].allSatisfy({ $0.isASCII && $0.isUppercase })
    else { throw .malformed }
    var lengths: Set<String> = []
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":"), colon > line.startIndex else { throw .malformed }
      let value = line[line.index(after: colon)...].drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
      switch line[..<colon].lowercased() {
      case "content-length": lengths.insert(String(value))
      case "transfer-encoding": throw .lengthRequired
      default: break
      }
    }
    method = String(words[0])
    (path, query) = Self.target(words[1])
    contentLength = try Self.length(lengths, method: method, limits: limits)
  }

  /// One number, and one that a body may have; 0 without a header where the method has no body.
  private static func length(
    _ values: Set<String>, method: String, limits: HTTPLimits
  ) throws(HTTPRefusal) -> Int {
    guard let value = values.first else {
      guard method != "POST" else { throw .lengthRequired }
      return 0
    }
    guard values.count == 1, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { throw .malformed }
    guard let length = Int(value), length <= limits.maximumBodyLength else { throw .bodyTooLong }
    return length
  }

  private static func target(_ target: Substring) -> (path: String, query: [String: String]) {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var query: [String: String] = [:]
    for pair in parts.dropFirst().flatMap({ $0.split(separator: "&") }) {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      query[String(sides[0])] = sides.count == 2 ? String(sides[1]) : ""
    }
    return (String(parts[0]), query)
  }
}

/// The reason that a request is refused before anything looks at it.
enum HTTPRefusal: Error, Equatable {
  case malformed
  case headTooLong
  case bodyTooLong
  case lengthRequired
  case tooSlow
  case tooManyConnections
  /// The client is gone: there is nobody to answer.
  case closed
}

/// The limits of a server's connections: a client beyond them is refused.
package struct HTTPLimits: Sendable {
  /// Bytes of the request line and the headers.
  package var maximumHeadLength = 16_384
  /// Bytes of a body; a gesture of ten seconds takes a tenth of a megabyte.
  package var maximumBodyLength = 16_000_000
  /// Connections served at a time.
  package var maximumConnections = 32
  /// The longest time without a byte, s.
  package var maximumPause = 5.0
  /// The longest time for the whole request, and for the whole response, s.
  package var maximumDuration = 30.0
  /// The longest time for requests and responses that a stop of the server finds unfinished, s.
  package var maximumDurationAfterStop = 2.0

  package init() {}
}

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
