// scrolltrace recorder for LazyColumn, verticalScroll, … (Compose, Kotlin)
// Use: add this file to the app and put the modifier before the scrolling one: `LazyColumn(Modifier.recordScrolling()) { … }`,
//   `Column(Modifier.recordScrolling().verticalScroll(state)) { … }`. Recording lasts as long as the element is composed.
// File: Android/data/PACKAGE/files/scroll-….ndjson (its path is in Logcat): adb pull /sdcard/Android/data/PACKAGE/files/. && scrollfit fit scroll-….ndjson
// Clock: t is the frame time of withFrameNanos (vsync). y is the sum of the deltas that the content consumed, in pixels, 0 at the start, without
//   the stretch at the edges: a LazyColumn has no offset of its own. contentSize and insets are not known to a modifier.
// Checked: type-checked with Kotlin 1.3 against stubs of the declarations used; untested on a device.
import android.os.Build
import android.util.Log
import androidx.compose.runtime.*
import androidx.compose.ui.*
import androidx.compose.ui.geometry.Offset
import androidx.compose.ui.input.nestedscroll.*
import androidx.compose.ui.input.pointer.*
import androidx.compose.ui.layout.onSizeChanged
import androidx.compose.ui.platform.*
import androidx.compose.ui.unit.IntSize
import java.io.File
fun Modifier.recordScrolling(): Modifier = composed {
    val (context, density) = Pair(LocalContext.current, LocalDensity.current.density)
    val recorder = remember { ScrollRecorder(context.getExternalFilesDir(null), density) }
    LaunchedEffect(recorder) { while (true) recorder.record(withFrameNanos { it } / 1e9) }
    onSizeChanged { recorder.size = it }.nestedScroll(recorder)
        .pointerInput(recorder) { awaitPointerEventScope { while (true) recorder.touched(awaitPointerEvent(PointerEventPass.Initial)) } }
}
private class ScrollRecorder(folder: File?, private val scale: Float) : NestedScrollConnection {
    var size = IntSize.Zero
    private val file = File(folder, "scroll-${System.currentTimeMillis()}.ndjson").also { Log.i("scrolltrace", "recording to ${it.path}") }
    private val writer = file.bufferedWriter()
    private var offset = Offset.Zero
    private var lastOffset = Offset.Zero
    private var travel = Offset.Zero
    private var layout = ""
    private var isDown = false
    private var state = "idle"
    private var still = 0

    override fun onPostScroll(consumed: Offset, available: Offset, source: NestedScrollSource) = Offset.Zero.also { offset -= consumed }
    fun touched(event: PointerEvent) {
        val isPressed = event.changes.any { it.pressed }
        if (isDown) event.changes.firstOrNull()?.let { travel -= it.positionChangeIgnoreConsumed() }
        if (isPressed && !isDown) state = "tracking"
        if (!isPressed && isDown) state = if (state == "dragging") "decelerating" else "idle"
        isDown = isPressed
    }
    fun record(time: Double) {
        if (size == IntSize.Zero) return
        val new = """"viewport":{"width":${size.width},"height":${size.height}}}"""
        val header = """{"format":"scrolltrace","version":1,"device":"${Build.MODEL}","os":"Android ${Build.VERSION.RELEASE}",""" +
            """"scale":$scale,"units":{"x":"px","y":"px"},"""
        if (new != layout) writer.write((if (layout == "") header else """{"t":$time,"event":"layout",""") + new + "\n")
        layout = new
        still = if (offset == lastOffset) still + 1 else 0
        lastOffset = offset
        if (state == "tracking" && still == 0) state = "dragging"
        if (state == "decelerating" && still > 5) state = "idle"
        writer.write("""{"t":$time,"x":${offset.x},"y":${offset.y},"px":${travel.x},"py":${travel.y},"state":"$state"}""" + "\n")
        writer.flush()
    }
}
