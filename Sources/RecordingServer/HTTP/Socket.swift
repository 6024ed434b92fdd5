import Foundation

/// A connection's or a listener's descriptor, closed with the value.
struct Socket: ~Copyable {
  let descriptor: Int32

  /// A socket that listens at a numeric address.
  ///
  /// - Parameter port: 0 for any that is free.
  static func listening(at address: String, port: Int) throws(ServerError) -> Socket {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
    #if canImport(Glibc)
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
      hints.ai_socktype = SOCK_STREAM
    #endif
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(address, String(port), &hints, &found) == 0, let entry = found?.pointee else {
      throw .notAnAddress(address)
    }
    defer { freeaddrinfo(found) }
    let descriptor = Foundation.socket(entry.ai_family, entry.ai_socktype, entry.ai_protocol)
    guard descriptor >= 0 else { throw .system(.last) }
    let socket = Socket(descriptor: descriptor)
    // A port that was used a moment ago is free again.
    var isOn: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
    guard bind(descriptor, entry.ai_addr, entry.ai_addrlen) == 0, listen(descriptor, 16) == 0 else {
      let error = SystemError.last
      throw error.code == EADDRINUSE
        ? .portInUse(port) : .notBound(address: address, port: port, error)
    }
    return socket
  }

  /// - Parameter descriptor: that nothing else closes.
  init(descriptor: Int32) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    // A write to a client that is gone is an error of the call, not a signal.
    #if !canImport(Glibc)
      var isOn: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  deinit { close(descriptor) }

  /// The port that it listens at.
  var port: Int {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutableBytes(of: &address) { bytes in
      guard let base = bytes.baseAddress,
        getsockname(descriptor, base.assumingMemoryBound(to: sockaddr.self), &length) == 0
      else { return 0 }
      // Both families have the port, big-endian, in their second pair of bytes.
      return Int(bytes[2]) << 8 | Int(bytes[3])
    }
  }

  /// Returns true once an event has come; false where the time is over.
  func wait(for event: Int32, seconds: Double) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    let deadline = MonotonicClock.now + seconds
    while true {
      let rest = max(0, deadline - MonotonicClock.now)
      let count = poll(&entry, 1, Int32(min(rest * 1000, 1e9).rounded(.up)))
      if count > 0 { return true }
      if count == 0 || errno != EINTR { return false }
    }
  }
}

/// s on a clock that nobody sets.
enum MonotonicClock {
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
