import EmbeddedTexts

/// The addresses of the server: the page, its posts, and nothing else.
package struct RecordingService: Sendable {
  /// The answer to a post: JSON for the page, or the sentence of a refusal.
  package enum Answer: Sendable {
    case accepted(json: String)
    case refused(String)
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
    }
  }
}
