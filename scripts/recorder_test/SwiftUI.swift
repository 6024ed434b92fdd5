// The declarations of SwiftUI that its recorder uses, for type checks without an Apple SDK.
@_exported import UIKit

@MainActor
public protocol View {}

public struct Content: View {}

@MainActor
public protocol ViewModifier {
  associatedtype Body: View
  func body(content: Content) -> Body
}

extension ViewModifier {
  public typealias Content = SwiftUI.Content
}

@MainActor @propertyWrapper
public struct State<Value> {
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public var wrappedValue: Value
}

public struct EdgeInsets: Equatable, Sendable {
  public var top: CGFloat = 0, leading: CGFloat = 0, bottom: CGFloat = 0, trailing: CGFloat = 0
}

public struct ScrollGeometry: Equatable, Sendable {
  public var contentOffset: CGPoint
  public var contentSize: CGSize
  public var contentInsets: EdgeInsets
  public var containerSize: CGSize
}

public enum ScrollPhase: Equatable, Sendable {
  case idle, tracking, interacting, decelerating, animating
}

extension View {
  public func modifier<T: ViewModifier>(_ modifier: T) -> some View { Content() }
  public func onScrollGeometryChange<T: Equatable>(
    for type: T.Type, of transform: @escaping (ScrollGeometry) -> T, action: @escaping (T, T) -> Void
  ) -> some View { Content() }
  public func onScrollPhaseChange(_ action: @escaping (ScrollPhase, ScrollPhase) -> Void) -> some View { Content() }
  public func onAppear(perform action: (() -> Void)? = nil) -> some View { Content() }
  public func onDisappear(perform action: (() -> Void)? = nil) -> some View { Content() }
}
