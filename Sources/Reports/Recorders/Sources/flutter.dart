// scrolltrace recorder for ListView, CustomScrollView, … (Flutter, Dart)
// Use: add this file to the app and wrap the scrollable: `ScrollRecorder(child: ListView(…))`. It records from the first scroll on.
// File: scroll-….ndjson in the app's temporary folder; its path is printed (`flutter logs`). Android: adb exec-out run-as PACKAGE cat PATH
//   > scroll.ndjson; iOS: Xcode > Devices and Simulators > Download Container. Then: scrollfit fit scroll.ndjson
// Clock: t is the frame's time stamp (currentSystemFrameTimeStamp). y grows in the direction of the axis, beyond the edges too
//   (BouncingScrollPhysics); a reversed list needs `--sign -1`. Sizes are those along the axis; a lazy list estimates its content's.
// Checked: parsed by tree-sitter-dart 0.1; untested in Flutter.
import 'dart:io';
import 'package:flutter/scheduler.dart';
import 'package:flutter/widgets.dart';
class ScrollRecorder extends StatefulWidget {
  const ScrollRecorder({super.key, required this.child});
  final Widget child;
  @override State<ScrollRecorder> createState() => _ScrollRecorderState();
}
class _ScrollRecorderState extends State<ScrollRecorder> with SingleTickerProviderStateMixin {
  final _path = '${Directory.systemTemp.path}/scroll-${DateTime.now().millisecondsSinceEpoch}.ndjson';
  RandomAccessFile? _file;
  Ticker? _ticker;
  ScrollMetrics? _metrics;
  double _travel = 0, _last = 0;
  int _still = 0;
  String _state = 'idle', _layout = '';
  void _write() {
    if (_metrics == null || !mounted) return;
    final metrics = _metrics!;
    final file = _file ??= File(_path).openSync(mode: FileMode.write);
    final time = SchedulerBinding.instance.currentSystemFrameTimeStamp.inMicroseconds / 1e6;
    final (low, high, viewport) = (metrics.minScrollExtent, metrics.maxScrollExtent, metrics.viewportDimension);
    final content = (high - low).isFinite ? ',"contentSize":{"height":${high + viewport}},"insets":{"top":${-low}}' : '';
    final layout = '"viewport":{"height":$viewport}$content}\n';
    final header = '{"format":"scrolltrace","version":1,"device":"${Platform.localHostname}","os":"${Platform.operatingSystem}",'
        '"scale":${View.of(context).devicePixelRatio},';
    // The layout is in the header, and in an event where it changes.
    if (layout != _layout) file.writeStringSync((_layout.isEmpty ? header : '{"t":$time,"event":"layout",') + layout);
    _layout = layout;
    _still = metrics.pixels == _last ? _still + 1 : 0;
    _last = metrics.pixels;
    if (_state == 'tracking' && _still == 0) _state = 'dragging';
    if (_state == 'decelerating' && _still > 5) _state = 'idle';
    file.writeStringSync('{"t":$time,"y":${metrics.pixels},"py":$_travel,"state":"$_state"}\n');
  }
  bool _scrolled(ScrollNotification notification) {
    if (notification.depth == 0) _metrics = notification.metrics;
    if (_ticker == null) debugPrint('scrolltrace: recording to $_path');
    _ticker ??= createTicker((_) => SchedulerBinding.instance.addPostFrameCallback((_) => _write()))..start();
    return false;
  }
  @override Widget build(BuildContext context) => Listener(
        onPointerDown: (_) => _state = 'tracking',
        onPointerMove: (event) => _travel -= event.delta.dy,
        onPointerUp: (_) => _state = _state == 'dragging' ? 'decelerating' : 'idle',
        onPointerCancel: (_) => _state = 'idle',
        child: NotificationListener<ScrollNotification>(onNotification: _scrolled, child: widget.child));
  @override void dispose() {
    _ticker?.dispose();
    _file?.closeSync();
    super.dispose();
  }
}
