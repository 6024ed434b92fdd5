import Foundation

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
