// A tall Flickable that flicks itself twice, once into its end, while the recorder beside this file runs.
import QtQuick 2.15
import QtQuick.Window 2.15

Window {
    width: 400
    height: 700
    visible: true
    Flickable {
        id: flickable
        anchors.fill: parent
        contentWidth: 400
        contentHeight: 3000
        Rectangle { width: 400; height: 3000; gradient: Gradient { GradientStop { position: 0; color: "white" } GradientStop { position: 1; color: "navy" } } }
    }
    ScrollRecorder { id: recorder; target: flickable; file: RECORDING }
    Timer { interval: 500; running: true; onTriggered: flickable.flick(0, -1500) }
    Timer { interval: 2500; running: true; onTriggered: flickable.flick(0, -2500) }
    Timer { interval: 5200; running: true; onTriggered: flickable.contentHeight += 1000 }
    Timer { interval: 5500; running: true; onTriggered: recorder.stop() }
    Timer { interval: 6000; running: true; onTriggered: Qt.quit() }
}
