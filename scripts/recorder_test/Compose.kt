// The declarations of Compose that its recorder uses, for type checks without the Android SDK; divided like Android.kt.
package androidx.compose.runtime

inline fun <T> remember(calculation: () -> T): T = calculation()
fun LaunchedEffect(key: Any?, block: suspend () -> Unit) {}
suspend fun <R> withFrameNanos(onFrame: (Long) -> R): R = onFrame(0)
class CompositionLocal<T>(val current: T)

package androidx.compose.ui

interface Modifier {
    companion object : Modifier
}
fun Modifier.composed(factory: Modifier.() -> Modifier): Modifier = factory()

package androidx.compose.ui.geometry

class Offset(val x: Float, val y: Float) {
    operator fun plus(other: Offset) = this
    operator fun minus(other: Offset) = this
    companion object { val Zero = Offset(0f, 0f) }
}

package androidx.compose.ui.input.nestedscroll

import androidx.compose.ui.Modifier
import androidx.compose.ui.geometry.Offset

class NestedScrollSource
interface NestedScrollConnection {
    fun onPostScroll(consumed: Offset, available: Offset, source: NestedScrollSource): Offset = Offset.Zero
}
fun Modifier.nestedScroll(connection: NestedScrollConnection): Modifier = this

package androidx.compose.ui.input.pointer

import androidx.compose.ui.Modifier
import androidx.compose.ui.geometry.Offset

enum class PointerEventPass { Initial, Main, Final }
class PointerInputChange(val pressed: Boolean)
fun PointerInputChange.positionChangeIgnoreConsumed(): Offset = Offset.Zero
class PointerEvent(val changes: List<PointerInputChange>)
interface AwaitPointerEventScope {
    suspend fun awaitPointerEvent(pass: PointerEventPass = PointerEventPass.Main): PointerEvent
}
interface PointerInputScope {
    suspend fun <R> awaitPointerEventScope(block: suspend AwaitPointerEventScope.() -> R): R
}
fun Modifier.pointerInput(key: Any?, block: suspend PointerInputScope.() -> Unit): Modifier = this

package androidx.compose.ui.layout

import androidx.compose.ui.Modifier
import androidx.compose.ui.unit.IntSize

fun Modifier.onSizeChanged(action: (IntSize) -> Unit): Modifier = this

package androidx.compose.ui.platform

import android.content.Context
import androidx.compose.runtime.CompositionLocal

class Density(val density: Float)
val LocalContext = CompositionLocal(Context())
val LocalDensity = CompositionLocal(Density(2f))

package androidx.compose.ui.unit

class IntSize(val width: Int, val height: Int) {
    companion object { val Zero = IntSize(0, 0) }
}
