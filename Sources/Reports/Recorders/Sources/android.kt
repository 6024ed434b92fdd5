// scrolltrace recorder for ScrollView, RecyclerView, … (Android, Kotlin)
// Use: add this file to the app; in the activity `recorder = ScrollRecorder(scrollView)` once the view is laid out (`scrollView.post { … }`),
//   `override fun dispatchTouchEvent(event: MotionEvent): Boolean { recorder?.touch(event); return super.dispatchTouchEvent(event) }`,
//   and recorder.stop() in onPause. A RecyclerView has no offset of its own; give the sum of its steps:
//   `var sum = 0; list.addOnScrollListener(object : OnScrollListener() { override fun onScrolled(v: RecyclerView, dx: Int, dy: Int) { sum += dy } })`
//   `recorder = ScrollRecorder(list) { sum }`
// File: Android/data/PACKAGE/files/scroll-….ndjson; its path is in Logcat under "scrolltrace".
//   adb pull /sdcard/Android/data/PACKAGE/files/. && scrollfit fit scroll-….ndjson
// Clock: t is Choreographer's frame time (vsync), the time that OverScroller moves for to 1 ms. Offsets are pixels; the stretch at the
//   edges is not part of them.
// Checked: run on the JVM with Android's classes replaced by stand-ins; untested on a device.
import android.os.Build
import android.util.Log
import android.view.Choreographer
import android.view.MotionEvent
import android.view.View
import android.view.ViewGroup
import java.io.File

class ScrollRecorder(private val view: View, private val offset: () -> Int = { view.scrollY }) : Choreographer.FrameCallback {
    private val file = File(view.context.getExternalFilesDir(null), "scroll-${System.currentTimeMillis()}.ndjson")
    private val writer = file.bufferedWriter()
    private var finger = 0f
    private var travel = 0f
    private var state = "idle"
    private var still = 0
    private var last = offset()

    init {
        Log.i("scrolltrace", "recording to ${file.path}")
        // Of a RecyclerView the children are the visible rows: their size is not the content's.
        val child = (view as? ViewGroup)?.takeIf { it.childCount == 1 }?.getChildAt(0)
        val content = child?.let { ""","contentSize":{"height":${it.height + view.paddingTop + view.paddingBottom}}""" } ?: ""
        writer.write("""{"format":"scrolltrace","version":1,"device":"${Build.MODEL}","os":"Android ${Build.VERSION.RELEASE}",""" +
            """"scale":${view.resources.displayMetrics.density},"units":{"y":"px"},""" +
            """"viewport":{"width":${view.width},"height":${view.height}}$content}""" + "\n")
        Choreographer.getInstance().postFrameCallback(this)
    }

    fun touch(event: MotionEvent) {
        when (event.actionMasked) {
            MotionEvent.ACTION_DOWN -> state = "tracking"
            MotionEvent.ACTION_MOVE -> travel += finger - event.y
            MotionEvent.ACTION_UP, MotionEvent.ACTION_CANCEL -> state = if (state == "dragging") "decelerating" else "idle"
        }
        finger = event.y
    }

    override fun doFrame(frameTimeNanos: Long) {
        Choreographer.getInstance().postFrameCallback(this)
        // Views move after the frame callbacks: read the offset when this frame's traversal is over.
        view.post {
            val y = offset()
            still = if (y == last) still + 1 else 0
            last = y
            if (state == "tracking" && still == 0) state = "dragging"
            if (state == "decelerating" && still > 5) state = "idle"
            writer.write("""{"t":${frameTimeNanos / 1e9},"y":$y,"py":$travel,"state":"$state"}""" + "\n")
            writer.flush()
        }
    }

    fun stop() = Choreographer.getInstance().removeFrameCallback(this)
}
