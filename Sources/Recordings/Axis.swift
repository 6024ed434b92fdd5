/// A direction of scrolling.
public enum Axis: String, CaseIterable, Sendable {
  case x, y

  /// Hashes the case: by default its raw value is, which is a text.
  public func hash(into hasher: inout Hasher) { hasher.combine(self == .x) }
}
