import Foundation

/// One client: a request is read, a response is written, each within its time.
struct HTTPConnection: ~Copyable {
  let socket: Socket
  let limits: HTTPLimits
  /// The time by which the server wants the connection to end, which a stop brings forward.
  let end: () -> Double
  /// The longest time until a stop is seen, s.
  private static let period = 0.1

  /// Reads a request, has it answered, writes the response.
  ///
  /// - Parameter refuse: the response to a request whose body is not worth reading.
  func serve(_ refuse: (HTTPRequest) -> HTTPResponse?, _ respond: (HTTPRequest) -> HTTPResponse) {
    let response: HTTPResponse?
    do { response = try self.response(refuse, respond) } catch { response = HTTPResponse(error) }
    guard let response else { return }
    write(response.bytes)
    drain()
  }

  /// Answers without reading.
  func refuse(_ refusal: HTTPRefusal) {
    if let response = HTTPResponse(refusal) { write(response.bytes) }
  }

  private func response(
    _ refuse: (HTTPRequest) -> HTTPResponse?, _ respond: (HTTPRequest) -> HTTPResponse
  ) throws(HTTPRefusal) -> HTTPResponse {
    let deadline = MonotonicClock.now + limits.maximumDuration
    var bytes: [UInt8] = []
    var searched = 0
    while true {
      if let end = Self.emptyLine(bytes, from: searched) {
        guard end <= limits.maximumHeadLength else { throw .headTooLong }
        let head = try HTTPRequestHead(Array(bytes[..<end]), limits: limits)
        var request = HTTPRequest(method: head.method, path: head.path, query: head.query, body: [])
        if let refusal = refuse(request) { return refusal }
        var body = Array(bytes[(end + Self.separator.count)...])
        while body.count < head.contentLength { try receive(into: &body, deadline) }
        // What follows the body belongs to no request: the connection ends with this one.
        body.removeLast(body.count - head.contentLength)
        request.body = body
        return respond(request)
      }
      guard bytes.count <= limits.maximumHeadLength else { throw .headTooLong }
      searched = max(0, bytes.count - Self.separator.count)
      try receive(into: &bytes, deadline)
    }
  }

  private static let separator = Array("\r\n\r\n".utf8)

  private static func emptyLine(_ bytes: [UInt8], from start: Int) -> Int? {
    guard bytes.count >= start + separator.count else { return nil }
    return (start...bytes.count - separator.count).first {
      bytes[$0..<$0 + separator.count].elementsEqual(separator)
    }
  }

  /// Returns true once an event has come; false where it is too late for one.
  ///
  /// - Parameter begun: the time from which a response has its time although the server was stopped before.
  private func isReady(for event: Int32, until deadline: Double, since begun: Double = -.infinity) -> Bool {
    while true {
      let end = max(end(), begun + limits.maximumDurationAfterStop)
      let rest = min(deadline, end) - MonotonicClock.now
      guard rest > 0 else { return false }
      if socket.wait(for: event, seconds: min(rest, Self.period)) { return true }
    }
  }

  private func receive(into bytes: inout [UInt8], _ deadline: Double) throws(HTTPRefusal) {
    guard isReady(for: Int32(POLLIN), until: min(deadline, MonotonicClock.now + limits.maximumPause)) else {
      throw .tooSlow
    }
    var part = [UInt8](repeating: 0, count: 65_536)
    let count = recv(socket.descriptor, &part, part.count, 0)
    guard count > 0 else {
      if count < 0, errno == EINTR { return }
      throw .closed
    }
    bytes += part[..<count]
  }

  private func write(_ bytes: [UInt8]) {
    #if canImport(Glibc)
      let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
    #else
      let flags = MSG_DONTWAIT
    #endif
    let begun = MonotonicClock.now
    let deadline = begun + limits.maximumDuration
    var rest = bytes[...]
    while !rest.isEmpty {
      guard
        isReady(
          for: Int32(POLLOUT), until: min(deadline, MonotonicClock.now + limits.maximumPause), since: begun)
      else {
        return
      }
      let count = rest.withUnsafeBytes { send(socket.descriptor, $0.baseAddress, $0.count, flags) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR, errno != EAGAIN {
        return
      }
    }
  }

  /// A socket that is closed with bytes unread resets the connection, and the client loses the response: a refused body is
  /// read for a moment, and thrown away.
  private func drain() {
    shutdown(socket.descriptor, Int32(SHUT_WR))
    let deadline = MonotonicClock.now + 1
    var part = [UInt8](repeating: 0, count: 65_536)
    while deadline > MonotonicClock.now, socket.wait(for: Int32(POLLIN), seconds: 0.5),
      recv(socket.descriptor, &part, part.count, 0) > 0
    {}
  }
}
