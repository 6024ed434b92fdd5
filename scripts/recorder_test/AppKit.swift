// The declarations of AppKit and QuartzCore that the recorder for appkit uses, for type checks without an Apple SDK.
@_exported import Foundation

public struct Selector: Sendable {
  public init(_ name: String) {}
}

public final class CADisplayLink: NSObject {
  public var timestamp: Double { 0 }
  public var targetTimestamp: Double { 0 }
  public func add(to loop: RunLoop, forMode mode: RunLoop.Mode) {}
  public func invalidate() {}
}

public func CACurrentMediaTime() -> Double { 0 }

public struct NSEdgeInsets: Sendable {
  public var top: CGFloat = 0, left: CGFloat = 0, bottom: CGFloat = 0, right: CGFloat = 0
}

public final class NSEvent: NSObject {
  public struct Phase: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let began = Phase(rawValue: 1), ended = Phase(rawValue: 8), cancelled = Phase(rawValue: 16)
    public static let mayBegin = Phase(rawValue: 32)
  }
  public struct EventTypeMask: OptionSet, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    public static let scrollWheel = EventTypeMask(rawValue: 1 << 22)
  }
  public var phase: Phase { [] }
  public var momentumPhase: Phase { [] }
  public var scrollingDeltaX: CGFloat { 0 }
  public var scrollingDeltaY: CGFloat { 0 }
  public class func addLocalMonitorForEvents(
    matching mask: EventTypeMask, handler block: @escaping (NSEvent) -> NSEvent?
  ) -> Any? { nil }
  public class func removeMonitor(_ monitor: Any) {}
}

@MainActor
public final class NSWindow {
  public var backingScaleFactor: CGFloat { 1 }
}

@MainActor
open class NSView {
  public var bounds: CGRect { .zero }
  public var frame: CGRect { .zero }
  public var isFlipped: Bool { false }
  public var window: NSWindow? { nil }
  public func displayLink(target: Any, selector: Selector) -> CADisplayLink { CADisplayLink() }
}

@MainActor
public final class NSScrollView: NSView {
  public var contentView: NSView { NSView() }
  public var documentView: NSView? { nil }
  public var contentInsets: NSEdgeInsets { NSEdgeInsets() }
}
