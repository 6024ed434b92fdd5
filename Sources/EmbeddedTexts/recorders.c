// Recorders for toolkits, and the page that records in a browser.
#include "Embedding.h"

EMBEDDED_TEXT(android_kt) {
#embed "../Reports/Recorders/Sources/android.kt" suffix(, 0)
};

EMBEDDED_TEXT(appkit_swift_txt) {
#embed "../Reports/Recorders/Sources/appkit.swift.txt" suffix(, 0)
};

EMBEDDED_TEXT(compose_kt) {
#embed "../Reports/Recorders/Sources/compose.kt" suffix(, 0)
};

EMBEDDED_TEXT(electron_js) {
#embed "../Reports/Recorders/Sources/electron.js" suffix(, 0)
};

EMBEDDED_TEXT(flutter_dart) {
#embed "../Reports/Recorders/Sources/flutter.dart" suffix(, 0)
};

EMBEDDED_TEXT(godot_gd) {
#embed "../Reports/Recorders/Sources/godot.gd" suffix(, 0)
};

EMBEDDED_TEXT(gtk_py) {
#embed "../Reports/Recorders/Sources/gtk.py" suffix(, 0)
};

EMBEDDED_TEXT(page_recorder_js) {
#embed "../Reports/Recorders/Sources/page-recorder.js" suffix(, 0)
};

EMBEDDED_TEXT(qt_qml) {
#embed "../Reports/Recorders/Sources/qt.qml" suffix(, 0)
};

EMBEDDED_TEXT(react_native_tsx) {
#embed "../Reports/Recorders/Sources/react-native.tsx" suffix(, 0)
};

EMBEDDED_TEXT(swiftui_swift_txt) {
#embed "../Reports/Recorders/Sources/swiftui.swift.txt" suffix(, 0)
};

EMBEDDED_TEXT(uikit_swift_txt) {
#embed "../Reports/Recorders/Sources/uikit.swift.txt" suffix(, 0)
};

EMBEDDED_TEXT(unity_cs) {
#embed "../Reports/Recorders/Sources/unity.cs" suffix(, 0)
};

EMBEDDED_TEXT(web_js) {
#embed "../Reports/Recorders/Sources/web.js" suffix(, 0)
};

EMBEDDED_TEXT(windows_cs) {
#embed "../Reports/Recorders/Sources/windows.cs" suffix(, 0)
};

EMBEDDED_TEXT(recorder_html) {
#embed "../RecordingServer/Page/recorder.html" suffix(, 0)
};
