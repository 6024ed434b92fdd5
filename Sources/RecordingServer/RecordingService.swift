import EmbeddedTexts
import Foundation

/// The addresses of the server: the page, its posts, and nothing else.
package struct RecordingService: Sendable {
  /// The answer to a post: JSON for the page, or the sentence of a refusal; what is postponed may be sent again.
  package enum Answer: Sendable {
    case accepted(json: String)
    case refused(String)
    case postponed(String)
  }

  private let token: AccessToken
  private let receive: @Sendable (_ body: [UInt8]) -> Answer
  private let finish: @Sendable () -> Void

  /// - Parameters:
  ///   - receive: takes recordings as scrolltrace.
  ///   - finish: called where the page reports that the recording is done.
  package init(
    token: AccessToken, receive: @escaping @Sendable (_ body: [UInt8]) -> Answer,
    finish: @escaping @Sendable () -> Void
  ) {
    self.token = token
    self.receive = receive
    self.finish = finish
  }

  /// The answer to a request without the token: not even what there is can be learned. Nil for one with it.
  package func refusal(of request: HTTPRequest) -> HTTPResponse? {
    guard !token.matches(request.query["token"]) else { return nil }
    return HTTPResponse(
      .forbidden, "the address needs its token: open the one that scrollfit record printed")
  }

  /// The answer to any request.
  package func respond(to request: HTTPRequest) -> HTTPResponse {
    if let refusal = refusal(of: request) { return refusal }
    let method: String
    let answer: () -> HTTPResponse
    switch request.path {
    case "/": (method, answer) = ("GET", page)
    case "/gestures": (method, answer) = ("POST", { receive(request.body).response })
    case "/finish": (method, answer) = ("POST", end)
    default: return HTTPResponse(.notFound, "there is nothing at this address")
    }
    guard request.method == method else {
      var response = HTTPResponse(.methodNotAllowed, "this address takes \(method) alone")
      response.allowedMethod = method
      return response
    }
    return answer()
  }

  private func page() -> HTTPResponse {
    HTTPResponse(
      .ok, contentType: "text/html; charset=utf-8",
      body: Array(String(cString: EmbeddedTexts.recorder_html).utf8))
  }

  private func end() -> HTTPResponse {
    finish()
    return HTTPResponse(.ok, "done")
  }
}

extension RecordingService.Answer {
  fileprivate var response: HTTPResponse {
    switch self {
    case .accepted(let json): HTTPResponse(.ok, contentType: "application/json", body: Array(json.utf8))
    case .refused(let sentence): HTTPResponse(.badRequest, sentence)
    case .postponed(let sentence): HTTPResponse(.unavailable, sentence)
    }
  }
}

/// The secret of an address: who has it may send recordings.
package struct AccessToken: Equatable, Sendable {
  package let text: String

  /// 128 bits of the system's randomness.
  package init() {
    var generator = SystemRandomNumberGenerator()
    text = (0..<2).map { _ in Self.hexadecimal(generator.next()) }.joined()
  }

  /// Returns true for the same text. All of it is compared, so that the time does not depend on where they differ.
  func matches(_ other: String?) -> Bool {
    guard let other, other.utf8.count == text.utf8.count else { return false }
    return zip(text.utf8, other.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private static func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// The addresses at which other devices reach this machine.
package enum NetworkAddresses {
  /// The addresses to use for one that a server listens at: itself, or those of every network where it listens at all of them.
  package static func reachable(bound address: String) -> [String] {
    guard ["0.0.0.0", "::"].contains(address) else { return [address] }
    let own = interfaces(AF_INET)
    return own.isEmpty ? ["127.0.0.1"] : own
  }

  /// The address as a URL has it: IPv6 in brackets.
  package static func host(_ address: String) -> String { address.contains(":") ? "[\(address)]" : address }

  /// The numeric addresses of the interfaces that are up, without loopback.
  private static func interfaces(_ family: Int32) -> [String] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return [] }
    defer { freeifaddrs(first) }
    var found: [String] = []
    for entry in sequence(first: first, next: { $0?.pointee.ifa_next }) {
      guard let interface = entry?.pointee, let address = interface.ifa_addr else { continue }
      let flags = Int32(truncatingIfNeeded: interface.ifa_flags)
      guard Int32(address.pointee.sa_family) == family, flags & Int32(IFF_UP) != 0,
        flags & Int32(IFF_LOOPBACK) == 0
      else { continue }
      var name = [CChar](repeating: 0, count: 1025)
      guard
        getnameinfo(
          address, socklen_t(MemoryLayout<sockaddr_in>.size), &name, socklen_t(name.count), nil, 0,
          NI_NUMERICHOST)
          == 0
      else { continue }
      found.append(String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    }
    return found
  }
}
