// The declarations of Android that its recorders use. Kotlin has one package a file: test-recorders divides this one at its package lines.
// The view flings by itself, so that the recorder of `android` runs: frames of 60 Hz, friction 2 a second, after a drag of 0.2 s.
package android.os

object Build {
    const val MODEL = "stand-in"

    object VERSION {
        const val RELEASE = "0"
    }
}

package android.util

object Log {
    fun i(tag: String, message: String): Int = println("$tag: $message").let { 0 }
}

package android.content

import java.io.File

class Context {
    fun getExternalFilesDir(type: String?): File = File(System.getProperty("user.dir"))
}

package android.view

import android.content.Context

class Choreographer {
    interface FrameCallback {
        fun doFrame(frameTimeNanos: Long)
    }

    private val callbacks = mutableListOf<FrameCallback>()

    fun postFrameCallback(callback: FrameCallback) { callbacks.add(callback) }
    fun removeFrameCallback(callback: FrameCallback) { callbacks.remove(callback) }

    fun frame(time: Long) {
        val due = callbacks.toList()
        callbacks.clear()
        due.forEach { it.doFrame(time) }
    }

    companion object {
        private val instance = Choreographer()
        fun getInstance() = instance
    }
}

class MotionEvent(val actionMasked: Int, val y: Float) {
    companion object {
        const val ACTION_DOWN = 0
        const val ACTION_UP = 1
        const val ACTION_MOVE = 2
        const val ACTION_CANCEL = 3
    }
}

class DisplayMetrics { val density = 2f }

class Resources { val displayMetrics = DisplayMetrics() }

open class View {
    val context = Context()
    val resources = Resources()
    var scrollY = 0
    val paddingTop = 0
    val paddingBottom = 0
    open val width = 800
    open val height = 1400
    private val posted = mutableListOf<() -> Unit>()

    fun post(action: () -> Unit): Boolean = posted.add(action)

    fun traverse() {
        val due = posted.toList()
        posted.clear()
        due.forEach { it() }
    }
}

open class ViewGroup : View() {
    var contentHeight = 20000
    private val content = object : View() { override val height get() = contentHeight }
    val childCount = 1
    fun getChildAt(index: Int): View = content
}

package scrollfit

import android.view.Choreographer
import android.view.MotionEvent
import android.view.ViewGroup

/** A drag of 400 px upward from 0.5 s on, then the fling. */
fun main() {
    val view = ViewGroup()
    val recorder = ScrollRecorder(view)
    val (start, end) = Pair(30, 42)
    for (frame in 0..300) {
        val dragged = 400.0 * Math.min(Math.max(frame - start, 0), end - start) / (end - start)
        if (frame in start..end) {
            val action = if (frame == start) MotionEvent.ACTION_DOWN else MotionEvent.ACTION_MOVE
            recorder.touch(MotionEvent(action, (1000 - dragged).toFloat()))
        }
        if (frame == end) recorder.touch(MotionEvent(MotionEvent.ACTION_UP, 600f))
        val glided = if (frame > end) 1000 * (1 - Math.exp(-2.0 * (frame - end) / 60)) else 0.0
        Choreographer.getInstance().frame(frame * 1_000_000_000L / 60)
        view.scrollY = Math.round(dragged + glided).toInt()
        if (frame == 290) view.contentHeight += 1000
        view.traverse()
    }
    recorder.stop()
}
