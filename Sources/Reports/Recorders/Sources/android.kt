// scrolltrace recorder for ScrollView, RecyclerView, … (Android, Kotlin)
// Use: add this file to the app; in the activity `recorder = ScrollRecorder(scrollView)` once the view is laid out (`scrollView.post { … }`),
//   `override fun dispatchTouchEvent(event: MotionEvent): Boolean { recorder?.touch(event); return super.dispatchTouchEvent(event) }`,
//   and recorder.stop() in onPause. A RecyclerView has no offset of its own: `recorder = ScrollRecorder(list) { sum }`, with the sum of its
//   steps: `list.addOnScrollListener(object : OnScrollListener() { override fun onScrolled(v: RecyclerView, dx: Int, dy: Int) { sum += dy } })`
// File: Android/data/PACKAGE/files/scroll-….ndjson; its path is in Logcat under "scrolltrace".
//   adb pull /sdcard/Android/data/PACKAGE/files/. && scrollfit fit scroll-….ndjson
// Clock: t is Choreographer's frame time (vsync), the time that OverScroller moves for to 1 ms. Offsets are pixels, without the stretch at
//   the edges. Views have no insets: padding is part of the content. The content's size is known where the view has one child.
// Checked: run on the JVM with Android's classes replaced by stand-ins; untested on a device.
import android.os.Build
import android.util.Log
import android.view.*
import java.io.File

class ScrollRecorder(private val view: View, private val offset: () -> Int = { view.scrollY }) : Choreographer.FrameCallback {
    private val file = File(view.context.getExternalFilesDir(null), "scroll-${System.currentTimeMillis()}.ndjson")
    private val writer = file.bufferedWriter()
    private var finger = 0f
    private var travel = 0f
    private var state = "idle"
    private var layout = ""
    private var still = 0
    private var last = offset()
    init {
        Log.i("scrolltrace", "recording to ${file.path}")
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
        view.post { write(frameTimeNanos / 1e9, offset()) }
    }
    private fun write(time: Double, y: Int) {
        // Of a RecyclerView the children are the visible rows: their size is not the content's.
        val child = (view as? ViewGroup)?.takeIf { it.childCount == 1 }?.getChildAt(0)
        val content = child?.let { ""","contentSize":{"height":${it.height + view.paddingTop + view.paddingBottom}}""" } ?: ""
        val new = """"viewport":{"width":${view.width},"height":${view.height}}$content}"""
        val header = """{"format":"scrolltrace","version":1,"device":"${Build.MODEL}","os":"Android ${Build.VERSION.RELEASE}",""" +
            """"scale":${view.resources.displayMetrics.density},"units":{"y":"px"},"""
        // The layout is in the header, and in an event where it changes.
        if (new != layout) writer.write((if (layout == "") header else """{"t":$time,"event":"layout",""") + new + "\n")
        layout = new
        still = if (y == last) still + 1 else 0
        last = y
        if (state == "tracking" && still == 0) state = "dragging"
        if (state == "decelerating" && still > 5) state = "idle"
        writer.write("""{"t":$time,"y":$y,"py":$travel,"state":"$state"}""" + "\n")
        writer.flush()
    }
    fun stop() = Choreographer.getInstance().removeFrameCallback(this)
}
