// scrolltrace recorder for Flickable and ListView (Qt Quick 5.15 and 6, QML)
// Use: save this as ScrollRecorder.qml beside the app's files; `ScrollRecorder { target: flickable }` in the same window. The environment
//   needs QML_XHR_ALLOW_FILE_WRITE=1: qputenv("QML_XHR_ALLOW_FILE_WRITE", "1") in main() on a phone. stop() ends the recording.
// File: the URL `file`, default file:///tmp/scroll-….ndjson, written anew every second; what cannot be written stays in memory. A phone has no /tmp:
//   `file: StandardPaths.writableLocation(StandardPaths.AppDataLocation) + "/scroll.ndjson"` (import QtCore; Qt 5: Qt.labs.platform 1.1), then
//   Android: adb exec-out run-as PACKAGE cat files/scroll.ndjson > scroll.ndjson (debug build); iOS, with DocumentsLocation:
//   Xcode > Devices and Simulators > Download Container. Then: scrollfit fit scroll.ndjson
// Clock: t is Qt Quick's animation time (ms, read after the animations of a frame), which Flickable moves for. Offsets are item pixels.
//   Flickable has no signal with the finger's place: states come from its properties, px and py are not written.
// Checked: run with Qt 5.15 on the offscreen platform, flicked by the program; untested with Qt 6.
import QtQuick 2.15
import QtQuick.Window 2.15

Item {
    id: recorder
    required property Flickable target
    property url file: "file:///tmp/scroll-" + Date.now() + ".ndjson"
    property var lines: []
    property string layout
    property int saved: 0
    property real clock: 0
    NumberAnimation on clock { from: 0; to: 2e6; duration: 2e9 }
    // A picture that changes keeps the frames coming, so that rests are recorded too.
    Rectangle { width: 1; height: 1; opacity: 0.01; x: recorder.clock % 2 }

    function record() {
        const f = target, state = f.dragging ? "dragging" : f.flicking || f.moving ? "decelerating" : "idle"
        const sizes = {
            viewport: {width: f.width, height: f.height}, contentSize: {width: f.contentWidth, height: f.contentHeight},
            insets: {top: f.topMargin, left: f.leftMargin, bottom: f.bottomMargin, right: f.rightMargin}}
        const header = {format: "scrolltrace", version: 1, device: Qt.platform.os, os: Qt.platform.os, scale: Screen.devicePixelRatio}
        // The layout is in the header, and in an event where it changes.
        if (JSON.stringify(sizes) !== layout)
            lines.push(JSON.stringify(Object.assign(layout ? {t: clock, event: "layout"} : header, sizes)))
        layout = JSON.stringify(sizes)
        lines.push(JSON.stringify({t: clock, x: f.contentX - f.originX, y: f.contentY - f.originY, state: state, wallTime: Date.now() / 1000}))
    }
    function save() {
        if (saved === lines.length) return
        const request = new XMLHttpRequest(), count = lines.length
        request.onreadystatechange = () => { if (request.readyState === XMLHttpRequest.DONE) recorder.saved = count }
        try {
            request.open("PUT", file)
            request.send(lines.join("\n") + "\n")
        } catch (error) {
            console.error("scrolltrace: cannot write " + file + ": " + error)
        }
    }
    function stop() {
        frames.enabled = false
        save()
        console.log("scrolltrace: " + lines.length + " lines in " + file)
    }
    Connections {
        id: frames
        target: recorder.Window.window
        function onAfterAnimating() { recorder.record() }
    }
    Timer { interval: 1000; repeat: true; running: frames.enabled; onTriggered: recorder.save() }
}
