// scrolltrace recorder for ScrollView and FlatList (React Native, TypeScript)
// Use: add this file to the app and give the list the recorder's handlers:
//   const recorder = useScrollRecorder();
//   <FlatList {...recorder.handlers} … />  <Button title="Share the recording" onPress={recorder.share} />
// File: none on the device: the lines are in memory until share() opens the share sheet with them (AirDrop, mail, …); save the text as
//   scroll.ndjson. Every 5 s the console (Metro) shows how many lines wait. Then: scrollfit fit scroll.ndjson
// Clock: t is performance.now() when JavaScript receives onScroll: a frame or more late and uneven while JavaScript is busy.
//   The native recorders (uikit, android) have the display's clock.
// Checked: type-checked with TypeScript 4.8 (strict) against stubs of the declarations used; untested on a device.
import { useEffect, useMemo } from 'react';
import { NativeScrollEvent, NativeSyntheticEvent, NativeTouchEvent, PixelRatio, Platform, Share } from 'react-native';

type Scroll = NativeSyntheticEvent<NativeScrollEvent>;
type Touch = NativeSyntheticEvent<NativeTouchEvent>;

export function useScrollRecorder() {
  const recorder = useMemo(() => {
    const lines: string[] = [];
    let state = 'idle', finger: number | null = null, travel = 0;
    const write = (line: object) => lines.push(JSON.stringify(line));
    const now = () => performance.now() / 1000;
    const event = (name: string, next: string) => ({ nativeEvent: n }: Scroll) => {
      state = next;
      if (lines.length === 0) return;
      // UIScrollView gives pt/ms; Android's velocity has another sign and is only part of the offsets here.
      const velocity = Platform.OS === 'ios' && n.velocity ? { velocity: { x: n.velocity.x * 1000, y: n.velocity.y * 1000 } } : {};
      write({ t: now(), event: name, offset: n.contentOffset, ...velocity, ...(n.targetContentOffset ? { target: n.targetContentOffset } : {}) });
    };
    const moved = ({ nativeEvent }: Touch) => {
      if (finger !== null) travel += finger - nativeEvent.pageY;
      finger = nativeEvent.pageY;
    };
    return {
      lines,
      share: () => Share.share({ message: lines.join('\n') + '\n' }),
      handlers: {
        scrollEventThrottle: 1,
        onScroll: ({ nativeEvent: n }: Scroll) => {
          if (lines.length === 0) {
            write({
              format: 'scrolltrace', version: 1, device: Platform.OS, os: `${Platform.OS} ${Platform.Version}`, scale: PixelRatio.get(),
              viewport: n.layoutMeasurement, contentSize: n.contentSize, insets: n.contentInset ?? {},
            });
          }
          write({ t: now(), x: n.contentOffset.x, y: n.contentOffset.y, py: travel, state });
        },
        onTouchStart: moved,
        onTouchMove: moved,
        onTouchEnd: () => { finger = null; },
        onTouchCancel: () => { finger = null; },
        onScrollBeginDrag: event('willBeginDragging', 'dragging'),
        onScrollEndDrag: event('willEndDragging', 'idle'),
        onMomentumScrollBegin: event('willBeginDecelerating', 'decelerating'),
        onMomentumScrollEnd: event('didEndDecelerating', 'idle'),
      },
    };
  }, []);
  useEffect(() => {
    const timer = setInterval(() => recorder.lines.length && console.log(`scrolltrace: ${recorder.lines.length} lines wait for share()`), 5000);
    return () => clearInterval(timer);
  }, [recorder]);
  return recorder;
}
