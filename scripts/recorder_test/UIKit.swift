// The declarations of UIKit and QuartzCore that the recorders for uikit and swiftui use, for type checks without an Apple SDK.
@_exported import Foundation

public struct Selector: Sendable {
  public init(_ name: String) {}
}

public struct CAFrameRateRange: Sendable {
  public init(minimum: Float, maximum: Float, preferred: Float? = nil) {}
}

public final class CADisplayLink: NSObject {
  public init(target: Any, selector: Selector) {}
  public var timestamp: Double { 0 }
  public var targetTimestamp: Double { 0 }
  public var preferredFrameRateRange = CAFrameRateRange(minimum: 1, maximum: 1)
  public func add(to loop: RunLoop, forMode mode: RunLoop.Mode) {}
  public func invalidate() {}
}

public func CACurrentMediaTime() -> Double { 0 }

public struct UIEdgeInsets: Sendable {
  public var top: CGFloat = 0, left: CGFloat = 0, bottom: CGFloat = 0, right: CGFloat = 0
}

@MainActor
public final class UIDevice {
  public static var current: UIDevice { UIDevice() }
  public var model: String { "" }
  public var systemVersion: String { "" }
}

public final class UITraitCollection: NSObject {
  @MainActor public static var current: UITraitCollection { UITraitCollection() }
  public var displayScale: CGFloat { 1 }
}

@MainActor
open class UIView {
  public var bounds: CGRect { .zero }
  public var window: UIView? { nil }
  public var traitCollection: UITraitCollection { UITraitCollection() }
}

@MainActor
public final class UIPanGestureRecognizer {
  public var numberOfTouches: Int { 0 }
  public func location(in view: UIView?) -> CGPoint { .zero }
}

@MainActor
public final class UIScrollView: UIView {
  public struct DecelerationRate: Sendable {
    public var rawValue: CGFloat { 0 }
  }
  public var contentOffset: CGPoint { .zero }
  public var contentSize: CGSize { .zero }
  public var adjustedContentInset: UIEdgeInsets { UIEdgeInsets() }
  public var decelerationRate: DecelerationRate { DecelerationRate() }
  public var panGestureRecognizer: UIPanGestureRecognizer { UIPanGestureRecognizer() }
  public var isDragging: Bool { false }
  public var isTracking: Bool { false }
  public var isDecelerating: Bool { false }
}
