// scrolltrace recorder for ScrollView and FlatList (React Native, TypeScript)
// Use: add this file to the app and give the list the recorder's handlers:
//   const recorder = useScrollRecorder();
//   <FlatList {...recorder.handlers} … />  <Button title="Share the recording" onPress={recorder.share} />
// File: none on the device: the lines are in memory until share() opens the share sheet with them (AirDrop, mail, …); save the text as
//   scroll.ndjson. Then: scrollfit fit scroll.ndjson
// Clock: t is performance.now() in JavaScript. Native code sends onScroll once a frame of motion, which is a line when it arrives: a frame or
//   more late, uneven while JavaScript is busy. At rest each frame of JavaScript is a line. Native recorders (uikit, android) have the display's clock.
// Checked: type-checked with TypeScript 4.8 (strict) against stubs of the declarations used; untested on a device.
import { useEffect, useMemo } from 'react';
import { NativeScrollEvent, NativeSyntheticEvent, NativeTouchEvent, PixelRatio, Platform, Share } from 'react-native';

type Scroll = NativeSyntheticEvent<NativeScrollEvent>;
type Touch = NativeSyntheticEvent<NativeTouchEvent>;

export function useScrollRecorder() {
  const recorder = useMemo(() => {
    const lines: string[] = [];
    let state = 'idle', finger: number | null = null, travel = 0, offset = { x: 0, y: 0 }, layout = '', last = 0;
    const write = (line: object) => lines.push(JSON.stringify(line));
    const sample = (t: number) => write({ t, x: offset.x, y: offset.y, py: travel, state });
    const event = (name: string, next: string) => ({ nativeEvent: n }: Scroll) => {
      state = next;
      // UIScrollView gives pt/ms; Android's velocity has another sign and is only part of the offsets here.
      const velocity = Platform.OS === 'ios' && n.velocity ? { velocity: { x: n.velocity.x * 1000, y: n.velocity.y * 1000 } } : {};
      const target = n.targetContentOffset ? { target: n.targetContentOffset } : {};
      if (layout) write({ t: performance.now() / 1000, event: name, offset: n.contentOffset, ...velocity, ...target });
    };
    const scrolled = ({ nativeEvent: n }: Scroll) => {
      last = performance.now() / 1000;
      const sizes = { viewport: n.layoutMeasurement, contentSize: n.contentSize, insets: n.contentInset ?? {} };
      const header = { format: 'scrolltrace', version: 1, device: Platform.OS, os: `${Platform.OS} ${Platform.Version}`, scale: PixelRatio.get() };
      // The layout is in the header, and in an event where it changes.
      if (JSON.stringify(sizes) !== layout) write({ ...(layout ? { t: last, event: 'layout' } : header), ...sizes });
      [layout, offset] = [JSON.stringify(sizes), { x: n.contentOffset.x, y: n.contentOffset.y }];
      sample(last);
    };
    const moved = ({ nativeEvent }: Touch) => {
      if (finger !== null) travel += finger - nativeEvent.pageY;
      finger = nativeEvent.pageY;
    };
    const lifted = () => { finger = null; };
    // While content moves, a frame without an event is no rest: its event is late.
    const frame = () => { if (layout && performance.now() / 1000 - last > 0.1) sample(performance.now() / 1000); };
    return {
      frame,
      share: () => Share.share({ title: 'scrolltrace: save as scroll.ndjson', message: lines.join('\n') + '\n' }),
      handlers: {
        scrollEventThrottle: 1, onScroll: scrolled, onTouchStart: moved, onTouchMove: moved, onTouchEnd: lifted, onTouchCancel: lifted,
        onScrollBeginDrag: event('willBeginDragging', 'dragging'), onScrollEndDrag: event('willEndDragging', 'idle'),
        onMomentumScrollBegin: event('willBeginDecelerating', 'decelerating'), onMomentumScrollEnd: event('didEndDecelerating', 'idle'),
      },
    };
  }, []);
  useEffect(() => {
    let id = requestAnimationFrame(function tick() { recorder.frame(); id = requestAnimationFrame(tick); });
    return () => cancelAnimationFrame(id);
  }, [recorder]);
  return recorder;
}
