import Foundation
import Synchronization
import Testing

@testable import RecordingServer

@Suite("The recording server")
struct ServerTests {
  /// Serves while `body` runs.
  private func serving(
    _ limits: HTTPLimits = HTTPLimits(),
    receive: @escaping @Sendable ([UInt8]) -> RecordingService.Answer = { _ in .accepted(json: "{}") },
    _ body: (Client, _ token: String) -> Void
  ) throws {
    let token = AccessToken()
    let service = RecordingService(token: token, receive: receive, finish: {})
    let server = try HTTPServer(
      address: "127.0.0.1", port: 0, limits: limits, refuse: service.refusal, respond: service.respond)
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      server.run()
      done.signal()
    }
    defer {
      server.stop()
      done.wait()
    }
    body(Client(port: server.port), token.text)
  }

  private func quick() -> HTTPLimits {
    var limits = HTTPLimits()
    limits.maximumPause = 0.3
    limits.maximumDuration = 1
    return limits
  }

  @Test("The page is served to who has the token, with a policy that loads nothing else")
  func page() throws {
    try serving { client, token in
      let answer = client.get("/?token=\(token)")
      #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(answer.contains("Content-Security-Policy: default-src 'none'"))
      #expect(answer.contains("<title>scrollfit recorder</title>"))
    }
  }

  @Test(
    "Without the right token every address is forbidden, also one that does not exist",
    arguments: ["/", "/?token=", "/?token=0", "/gestures?token=00000000000000000000000000000000", "/nothing"])
  func token(target: String) throws {
    try serving { client, _ in
      #expect(client.get(target).hasPrefix("HTTP/1.1 403 "))
      #expect(client.post(target, [1]).hasPrefix("HTTP/1.1 403 "))
    }
  }

  @Test("The body of a request without the token is not waited for")
  func bodyWithoutToken() throws {
    try serving { client, _ in
      // Who waits for the body answers 408.
      let head = "POST /gestures?token=0 HTTP/1.1\r\nContent-Length: 16000000\r\n\r\n"
      #expect(client.send(head).hasPrefix("HTTP/1.1 403 "))
    }
  }

  @Test("A wrong method is refused with the right one, another address is not found")
  func methods() throws {
    try serving { client, token in
      for (method, target, right) in [
        ("POST", "/", "GET"), ("DELETE", "/", "GET"), ("GET", "/gestures", "POST"),
        ("PUT", "/finish", "POST"),
      ] {
        let answer = client.get("\(target)?token=\(token)", method: method)
        #expect(answer.hasPrefix("HTTP/1.1 405 ") && answer.contains("\r\nAllow: \(right)\r\n"))
      }
      #expect(client.get("/favicon.ico?token=\(token)").hasPrefix("HTTP/1.1 404 "))
      #expect(client.get("/../etc/passwd?token=\(token)").hasPrefix("HTTP/1.1 404 "))
    }
  }

  @Test("A body of 16 MB arrives whole, a longer one is refused unread")
  func bodies() throws {
    let length = Mutex(0)
    let took: @Sendable ([UInt8]) -> RecordingService.Answer = { body in
      length.withLock { $0 = body.count }
      return .refused("enough")
    }
    try serving(receive: took) { client, token in
      let body = [UInt8](repeating: 65, count: 16_000_000)
      let answer = client.post("/gestures?token=\(token)", body)
      #expect(answer.hasPrefix("HTTP/1.1 400 ") && answer.hasSuffix("enough\n"))
      #expect(length.withLock { $0 } == 16_000_000)
      length.withLock { $0 = 0 }
      #expect(client.post("/gestures?token=\(token)", body + [65]).hasPrefix("HTTP/1.1 413 "))
      let huge = "POST /gestures?token=\(token) HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n"
      #expect(client.send(huge).hasPrefix("HTTP/1.1 413 "))
      #expect(length.withLock { $0 } == 0)
    }
  }

  @Test("A body that cannot be kept now is no mistake of the client")
  func postponed() throws {
    try serving(receive: { _ in .postponed("disk full") }) { client, token in
      let answer = client.post("/gestures?token=\(token)", [1])
      #expect(answer.hasPrefix("HTTP/1.1 503 ") && answer.hasSuffix("disk full\n"))
    }
  }

  @Test("A client that stops in the middle, and one that sends a byte at a time, are refused in time")
  func slow() throws {
    try serving(quick()) { client, token in
      #expect(client.send("GET /?tok").hasPrefix("HTTP/1.1 408 "))
      #expect(
        client.send("POST /gestures?token=\(token) HTTP/1.1\r\nContent-Length: 5\r\n\r\nab").hasPrefix(
          "HTTP/1.1 408 "))
      let drops = Array("GET /?token=\(token) HTTP/1.1\r\n".utf8).prefix(30).map { [$0] }
      #expect(client.send(drops, pause: 0.1).hasPrefix("HTTP/1.1 408 "))
      // The others were served all the while.
      #expect(client.get("/?token=\(token)").hasPrefix("HTTP/1.1 200 "))
    }
  }

  @Test("A stop does not wait for slow clients")
  func stop() throws {
    // The client's request may last ten minutes, and is ended by the stop long before.
    var limits = HTTPLimits()
    limits.maximumPause = 600
    limits.maximumDuration = 600
    let start = MonotonicClock.now
    var slow: Client.Begun?
    try serving(limits) { client, token in
      slow = client.begin("POST /gestures?token=\(token) HTTP/1.1\r\nContent-Length: 1000\r\n\r\n")
      Thread.sleep(forTimeInterval: 1)
    }
    #expect(try #require(slow).answer().hasPrefix("HTTP/1.1 408 "))
    let seconds = MonotonicClock.now - start
    #expect(seconds < 300, "\(seconds) s")
  }

  @Test("Connections beyond the limit are refused, and served again when there is room")
  func crowd() throws {
    var limits = quick()
    limits.maximumConnections = 1
    limits.maximumPause = 1
    try serving(limits) { client, token in
      guard let idle = client.begin("GET") else {
        Issue.record("no connection")
        return
      }
      #expect(client.get("/?token=\(token)").hasPrefix("HTTP/1.1 503 "))
      #expect(idle.answer().hasPrefix("HTTP/1.1 408 "))
      // The answer ends a moment before its place is free.
      let isServed = (0..<10_000).contains { _ in client.get("/?token=\(token)").hasPrefix("HTTP/1.1 200 ") }
      #expect(isServed)
    }
  }

  @Test(
    "What is no request is refused",
    arguments: [
      ("\r\n\r\n", 400), ("GET / HTTP/2\r\n\r\n", 400), ("GET http://a/ HTTP/1.1\r\n\r\n", 400),
      ("get / HTTP/1.1\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nnothing\r\n\r\n", 400), ("\u{0}\u{1} \u{2}\r\n\r\n", 400),
      ("POST /gestures HTTP/1.1\r\n\r\n", 411),
      ("POST /gestures HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", 411),
      ("POST /gestures HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
      ("POST /gestures HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
      ("GET /" + String(repeating: "a", count: 40_000) + " HTTP/1.1\r\n\r\n", 431),
    ])
  func malformed(text: String, status: Int) throws {
    try serving { client, _ in #expect(client.send(text).hasPrefix("HTTP/1.1 \(status) ")) }
  }

  @Test("An address that is none, one of another machine and a port in use are told")
  func listening() throws {
    func error(_ address: String, _ port: Int) -> ServerError? {
      do throws(ServerError) {
        _ = try HTTPServer(address: address, port: port) { _ in HTTPResponse(.ok, "") }
        return nil
      } catch { return error }
    }
    #expect(error("localhost.example", 0) == .notAnAddress("localhost.example"))
    guard case .notBound(address: "192.0.2.1", port: 0, _) = error("192.0.2.1", 0) else {
      Issue.record("listens at the address of another machine")
      return
    }
    try serving { client, _ in #expect(error("127.0.0.1", client.port) == .portInUse(client.port)) }
  }

  @Test("Two tokens differ, have 128 bits, and match themselves alone")
  func tokens() {
    let (first, second) = (AccessToken(), AccessToken())
    #expect(first.text.count == 32 && first != second)
    #expect(
      first.matches(first.text) && !first.matches(second.text) && !first.matches(nil) && !first.matches(""))
    #expect(!first.matches(String(first.text.dropLast())))
  }
}
