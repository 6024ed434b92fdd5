import Foundation

@testable import RecordingServer

/// A client of a few lines, which can do what no proper one does.
struct Client {
  let port: Int

  /// Sends bytes as they are, and returns all that comes back; empty where nothing does.
  ///
  /// - Parameter pause: after each part, s.
  func send(_ parts: [[UInt8]], pause: Double = 0) -> String {
    guard let descriptor = connected() else { return "" }
    defer { close(descriptor) }
    for part in parts {
      // The server may have answered and gone before the end.
      _ = part.withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if pause > 0 { Thread.sleep(forTimeInterval: pause) }
    }
    return received(descriptor)
  }

  func send(_ text: String) -> String { send([Array(text.utf8)]) }

  /// A connection that is begun and not ended: the server takes connections in the order in which they were made.
  struct Begun {
    fileprivate let client: Client
    fileprivate let descriptor: Int32

    /// All that comes back until the server ends the connection.
    func answer() -> String {
      defer { close(descriptor) }
      return client.received(descriptor)
    }
  }

  /// Connects and sends a part of a request.
  func begin(_ text: String) -> Begun? {
    guard let descriptor = connected() else { return nil }
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    return Begun(client: self, descriptor: descriptor)
  }

  func get(_ target: String, method: String = "GET") -> String {
    send("\(method) \(target) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n")
  }

  func post(_ target: String, _ body: [UInt8]) -> String {
    send([Array("POST \(target) HTTP/1.1\r\nContent-Length: \(body.count)\r\n\r\n".utf8), body])
  }

  private func connected() -> Int32? {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    return result == 0 ? descriptor : nil
  }

  fileprivate func received(_ descriptor: Int32) -> String {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &part, part.count, 0)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += part[..<count]
    }
  }
}
