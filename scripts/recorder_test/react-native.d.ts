// The declarations of React Native that its recorder uses, for type checks without npm.
declare module 'react' {
  export function useEffect(effect: () => void | (() => void), dependencies?: readonly unknown[]): void;
  export function useMemo<T>(factory: () => T, dependencies: readonly unknown[]): T;
}

declare module 'react-native' {
  interface Point { x: number; y: number }
  interface Size { width: number; height: number }
  interface Insets { top: number; left: number; bottom: number; right: number }
  export interface NativeSyntheticEvent<T> { nativeEvent: T; timeStamp: number }
  export interface NativeTouchEvent { pageX: number; pageY: number }
  export interface NativeScrollEvent {
    contentInset: Insets;
    contentOffset: Point;
    contentSize: Size;
    layoutMeasurement: Size;
    velocity?: Point;
    targetContentOffset?: Point;
  }
  export const PixelRatio: { get(): number };
  export const Platform: { OS: 'ios' | 'android'; Version: string | number };
  export const Share: { share(content: { title?: string; message: string }): Promise<unknown> };
}
