// scrolltrace recorder for ListView, CustomScrollView, … (Flutter, Dart)
// Use: add this file to the app and wrap the scrollable: `ScrollRecorder(child: ListView(…))`. Recording begins with the first scroll
//   and lasts as long as the widget is mounted.
// File: scroll-….ndjson in the app's temporary folder; its path is printed by `flutter run` and `flutter logs`.
//   Android: adb exec-out run-as PACKAGE cat PATH > scroll.ndjson; iOS: Xcode > Devices and Simulators > Download Container.
//   Then: scrollfit fit scroll.ndjson
// Clock: t is the frame's time stamp (currentSystemFrameTimeStamp). y grows in the direction of the axis; beyond the edges it is the
//   overscroll of BouncingScrollPhysics. A reversed list needs `--sign -1`.
// Checked: parsed by tree-sitter-dart 0.1; untested in Flutter.
import 'dart:io';

import 'package:flutter/scheduler.dart';
import 'package:flutter/widgets.dart';

class ScrollRecorder extends StatefulWidget {
  const ScrollRecorder({super.key, required this.child});
  final Widget child;

  @override
  State<ScrollRecorder> createState() => _ScrollRecorderState();
}

class _ScrollRecorderState extends State<ScrollRecorder> with SingleTickerProviderStateMixin {
  Ticker? _ticker;
  ScrollMetrics? _metrics;
  RandomAccessFile? _file;
  double _travel = 0, _last = 0;
  int _still = 0;
  String _state = 'idle';

  void _write() {
    final metrics = _metrics;
    if (metrics == null || !mounted) return;
    final file = _file ?? _open(metrics);
    final time = SchedulerBinding.instance.currentSystemFrameTimeStamp.inMicroseconds / 1e6;
    _still = metrics.pixels == _last ? _still + 1 : 0;
    _last = metrics.pixels;
    if (_state == 'tracking' && _still == 0) _state = 'dragging';
    if (_state == 'decelerating' && _still > 5) _state = 'idle';
    file.writeStringSync('{"t":$time,"y":${metrics.pixels},"py":$_travel,"state":"$_state"}\n');
  }

  RandomAccessFile _open(ScrollMetrics metrics) {
    final path = '${Directory.systemTemp.path}/scroll-${DateTime.now().millisecondsSinceEpoch}.ndjson';
    final height = metrics.maxScrollExtent + metrics.viewportDimension;
    final content = height.isFinite ? '"contentSize":{"height":$height},' : '';
    final file = _file = File(path).openSync(mode: FileMode.write);
    file.writeStringSync('{"format":"scrolltrace","version":1,"device":"${Platform.localHostname}","os":"${Platform.operatingSystem}",'
        '"scale":${View.of(context).devicePixelRatio},"viewport":{"height":${metrics.viewportDimension}},'
        '$content"insets":{"top":${metrics.minScrollExtent.isFinite ? -metrics.minScrollExtent : 0}}}\n');
    debugPrint('scrolltrace: recording to $path');
    return file;
  }

  @override
  Widget build(BuildContext context) => Listener(
        onPointerDown: (_) => _state = 'tracking',
        onPointerMove: (event) => _travel -= event.delta.dy,
        onPointerUp: (_) => _state = _state == 'dragging' ? 'decelerating' : 'idle',
        onPointerCancel: (_) => _state = 'idle',
        child: NotificationListener<ScrollNotification>(
          onNotification: (notification) {
            if (notification.depth == 0) _metrics = notification.metrics;
            _ticker ??= createTicker((_) => SchedulerBinding.instance.addPostFrameCallback((_) => _write()))..start();
            return false;
          },
          child: widget.child,
        ),
      );

  @override
  void dispose() {
    _ticker?.dispose();
    _file?.closeSync();
    super.dispose();
  }
}
