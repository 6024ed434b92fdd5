// scrolltrace recorder for Flickable and ListView (Qt Quick 5.15 and 6, QML)
// Use: save this as ScrollRecorder.qml beside the app's files; `ScrollRecorder { target: flickable }` in the same window, and start the
//   app with QML_XHR_ALLOW_FILE_WRITE=1. The file is written anew every second while the content moves, and by stop().
// File: the property `path`, default /tmp/scroll-….ndjson; it is printed. A file that cannot be written is an error on the console, and the
//   lines stay in memory. Then: scrollfit fit /tmp/scroll-….ndjson
// Clock: t is Qt Quick's animation time (ms, read after the animations of a frame), the time that Flickable moves for; wallTime is Date.now().
//   Offsets are item pixels. Flickable has no signal with the finger's place: the states come from its properties, px and py are not written.
// Checked: run with Qt 5.15 on the offscreen platform, flicked by the program; untested with Qt 6.
import QtQuick 2.15
import QtQuick.Window 2.15

Item {
    id: recorder
    required property Flickable target
    property string path: "/tmp/scroll-" + Date.now() + ".ndjson"
    property var lines: []
    property int saved: 0
    property real clock: 0
    NumberAnimation on clock { from: 0; to: 2e6; duration: 2e9 }
    // A picture that changes keeps the frames coming, so that rests are recorded too.
    Rectangle { width: 1; height: 1; opacity: 0.01; x: recorder.clock % 2 }

    function record() {
        if (lines.length === 0) {
            const f = target
            lines.push(JSON.stringify({
                format: "scrolltrace", version: 1, device: Qt.platform.os, os: Qt.platform.os, scale: Screen.devicePixelRatio,
                viewport: {width: f.width, height: f.height}, contentSize: {width: f.contentWidth, height: f.contentHeight},
                insets: {top: f.topMargin, left: f.leftMargin, bottom: f.bottomMargin, right: f.rightMargin}}))
            console.log("scrolltrace: recording to " + path)
        }
        const state = target.dragging ? "dragging" : target.flicking || target.moving ? "decelerating" : "idle"
        lines.push(JSON.stringify({
            t: clock, x: target.contentX - target.originX, y: target.contentY - target.originY, state: state, wallTime: Date.now() / 1000}))
    }

    function save() {
        if (saved === lines.length) return
        const request = new XMLHttpRequest(), count = lines.length
        request.onreadystatechange = () => {
            if (request.readyState === XMLHttpRequest.DONE) recorder.saved = count
        }
        try {
            request.open("PUT", "file://" + path)
            request.send(lines.join("\n") + "\n")
        } catch (error) {
            console.error("scrolltrace: cannot write " + path + ": " + error)
        }
    }

    function stop() {
        frames.enabled = false
        save()
        console.log("scrolltrace: " + lines.length + " lines in " + path)
    }

    Connections {
        id: frames
        target: recorder.Window.window
        function onAfterAnimating() { recorder.record() }
    }
    Timer { interval: 1000; repeat: true; running: frames.enabled; onTriggered: recorder.save() }
}
