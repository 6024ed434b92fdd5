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

  package init() {}
}
