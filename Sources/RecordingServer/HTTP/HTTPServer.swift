import Foundation
import Synchronization

/// A server of HTTP/1.1 for a few clients: a thread for each connection, a connection for each request.
package final class HTTPServer: Sendable {
  /// The port that it listens at.
  package let port: Int
  private let listener: Socket
  private let limits: HTTPLimits
  private let refuse: @Sendable (HTTPRequest) -> HTTPResponse?
  private let respond: @Sendable (HTTPRequest) -> HTTPResponse
  private let connections = Mutex(0)
  /// The bits of the time by which connections end, s; infinite until ``stop()``.
  private let end = Atomic(Double.infinity.bitPattern)
  /// The longest time until a stop is seen, s.
  private static let period = 0.1

  /// Listens at once; clients are answered by ``run()``.
  ///
  /// - Parameter refuse: called with a request whose body is not read yet, and is not read where this gives an answer.
  package init(
    address: String, port: Int, limits: HTTPLimits = HTTPLimits(),
    refuse: @escaping @Sendable (HTTPRequest) -> HTTPResponse? = { _ in nil },
    respond: @escaping @Sendable (HTTPRequest) -> HTTPResponse
  ) throws(ServerError) {
    listener = try Socket.listening(at: address, port: port)
    self.port = listener.port
    self.limits = limits
    self.refuse = refuse
    self.respond = respond
  }

  /// Answers clients until ``stop()``, and returns when the current ones are answered; those that are slow are refused
  /// after ``HTTPLimits/maximumDurationAfterStop``.
  package func run() {
    while endTime == .infinity {
      guard listener.wait(for: Int32(POLLIN), seconds: Self.period) else { continue }
      let client = accept(listener.descriptor, nil, nil)
      guard client >= 0 else {
        // Out of descriptors, or a client that left: the others go on.
        Thread.sleep(forTimeInterval: Self.period)
        continue
      }
      serve(client)
    }
    while connections.withLock({ $0 > 0 }) { Thread.sleep(forTimeInterval: Self.period) }
  }

  /// Ends ``run()``; may be called from a response.
  package func stop() {
    let time = MonotonicClock.now + limits.maximumDurationAfterStop
    end.store(time.bitPattern, ordering: .releasing)
  }

  private var endTime: Double { Double(bitPattern: end.load(ordering: .acquiring)) }

  private func serve(_ client: Int32) {
    let isFree = connections.withLock { count in
      guard count < limits.maximumConnections else { return false }
      count += 1
      return true
    }
    guard isFree else {
      HTTPConnection(socket: Socket(descriptor: client), limits: limits, end: { self.endTime })
        .refuse(.tooManyConnections)
      return
    }
    Thread.detachNewThread { [self] in
      HTTPConnection(socket: Socket(descriptor: client), limits: limits, end: { self.endTime })
        .serve(refuse, respond)
      connections.withLock { $0 -= 1 }
    }
  }
}

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
