// scrolltrace recorder for LazyColumn, verticalScroll, … (Compose, Kotlin)
// Use: add this file to the app and put the modifier before the scrolling one: `LazyColumn(Modifier.recordScrolling()) { … }`,
//   `Column(Modifier.recordScrolling().verticalScroll(state)) { … }`. Recording lasts as long as the element is composed.
// File: Android/data/PACKAGE/files/scroll-….ndjson; its path is in Logcat under "scrolltrace".
//   adb pull /sdcard/Android/data/PACKAGE/files/. && scrollfit fit scroll-….ndjson
// Clock: t is the frame time of withFrameNanos (vsync). y is the sum of the deltas that the content consumed, in pixels, 0 at the start:
//   a LazyColumn has no offset of its own. The stretch at the edges is not part of it, and the content's size is not known.
// Checked: type-checked with Kotlin 1.3 against stubs of the declarations used; untested on a device.
import android.os.Build
import android.util.Log
import androidx.compose.runtime.*
import androidx.compose.ui.Modifier
import androidx.compose.ui.composed
import androidx.compose.ui.geometry.Offset
import androidx.compose.ui.input.nestedscroll.*
import androidx.compose.ui.input.pointer.*
import androidx.compose.ui.layout.onSizeChanged
import androidx.compose.ui.platform.LocalContext
import androidx.compose.ui.platform.LocalDensity
import androidx.compose.ui.unit.IntSize
import java.io.File

fun Modifier.recordScrolling(): Modifier = composed {
    val context = LocalContext.current
    val scale = LocalDensity.current.density
    val recorder = remember { ScrollRecorder() }
    LaunchedEffect(recorder) {
        val file = File(context.getExternalFilesDir(null), "scroll-${System.currentTimeMillis()}.ndjson")
        Log.i("scrolltrace", "recording to ${file.path}")
        file.bufferedWriter().use { writer ->
            while (recorder.size == IntSize.Zero) withFrameNanos { }
            writer.write("""{"format":"scrolltrace","version":1,"device":"${Build.MODEL}","os":"Android ${Build.VERSION.RELEASE}",""" +
                """"scale":$scale,"units":{"x":"px","y":"px"},""" +
                """"viewport":{"width":${recorder.size.width},"height":${recorder.size.height}}}""" + "\n")
            // Ends when the element leaves the composition, which cancels the effect.
            while (true) writer.write(recorder.line(withFrameNanos { it }) + "\n").also { writer.flush() }
        }
    }
    onSizeChanged { recorder.size = it }.nestedScroll(recorder).pointerInput(recorder) {
        awaitPointerEventScope { while (true) recorder.touched(awaitPointerEvent(PointerEventPass.Initial)) }
    }
}

private class ScrollRecorder : NestedScrollConnection {
    var size = IntSize.Zero
    private var offset = Offset.Zero
    private var lastOffset = Offset.Zero
    private var travel = Offset.Zero
    private var isDown = false
    private var state = "idle"
    private var still = 0

    override fun onPostScroll(consumed: Offset, available: Offset, source: NestedScrollSource): Offset {
        offset -= consumed
        return Offset.Zero
    }

    fun touched(event: PointerEvent) {
        val change = event.changes.firstOrNull() ?: return
        if (isDown) travel -= change.positionChangeIgnoreConsumed()
        val isPressed = event.changes.any { it.pressed }
        if (isPressed && !isDown) state = "tracking"
        if (!isPressed && isDown) state = if (state == "dragging") "decelerating" else "idle"
        isDown = isPressed
    }

    fun line(nanoseconds: Long): String {
        still = if (offset == lastOffset) still + 1 else 0
        lastOffset = offset
        if (state == "tracking" && still == 0) state = "dragging"
        if (state == "decelerating" && still > 5) state = "idle"
        return """{"t":${nanoseconds / 1e9},"x":${offset.x},"y":${offset.y},"px":${travel.x},"py":${travel.y},"state":"$state"}"""
    }
}
