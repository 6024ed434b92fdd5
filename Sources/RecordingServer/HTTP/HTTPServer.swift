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
