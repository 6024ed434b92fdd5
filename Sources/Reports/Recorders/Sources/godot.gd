# scrolltrace recorder for ScrollContainer (Godot 4, GDScript)
# Use: save this as scroll_recorder.gd, add a Node with it to the scene and set its property `view` to the ScrollContainer. It records as
#   long as it is in the scene.
# File: user://scroll-….ndjson; its path in the file system is printed. Android (debug build): adb exec-out run-as PACKAGE cat
#   files/scroll-….ndjson > scroll.ndjson; iOS: Xcode > Devices and Simulators > the app > Download Container > AppData/Documents; web:
#   JavaScriptBridge.download_buffer(FileAccess.get_file_as_bytes(recorder.path), "scroll.ndjson"). Then: scrollfit fit scroll.ndjson
# Clock: t is Time.get_ticks_usec() when the frame is processed, so it has the frame's jitter; frameStep is the step that the engine moved
#   by. Offsets are whole pixels; nothing moves beyond the edges. A ScrollContainer has no insets.
# Checked: parsed by gdtoolkit 4.5; untested in Godot.
extends Node

@export var view: ScrollContainer
var path := "user://scroll-%d.ndjson" % int(Time.get_unix_time_from_system())
var file: FileAccess
var travel := Vector2.ZERO
var state := "idle"
var layout := {}
var still := 0
var last := Vector2.ZERO


func _ready() -> void:
	process_priority = 1000  # after the container has moved
	file = FileAccess.open(path, FileAccess.WRITE)
	set_process(file != null)
	if file == null:
		push_error("scrolltrace: cannot write %s: %s" % [path, error_string(FileAccess.get_open_error())])
	print("scrolltrace: recording to ", ProjectSettings.globalize_path(path))


func _input(event: InputEvent) -> void:
	if event is InputEventScreenTouch and event.index == 0:
		state = "tracking" if event.pressed else "decelerating" if state == "dragging" else "idle"
	elif event is InputEventScreenDrag and event.index == 0:
		travel -= event.relative


func _process(delta: float) -> void:
	var time := Time.get_ticks_usec() / 1e6
	var across := view.get_h_scroll_bar()
	var down := view.get_v_scroll_bar()
	var sizes := {"viewport": {"width": across.page, "height": down.page}, "contentSize": {"width": across.max_value, "height": down.max_value}}
	var header := {"format": "scrolltrace", "version": 1, "device": OS.get_model_name(), "os": OS.get_name(),
		"scale": DisplayServer.screen_get_scale()}
	# The layout is in the header, and in an event where it changes.
	if sizes != layout:
		file.store_line(JSON.stringify((header if layout.is_empty() else {"t": time, "event": "layout"}).merged(sizes)))
	var offset := Vector2(view.scroll_horizontal, view.scroll_vertical)
	still = still + 1 if offset == last else 0
	last = offset
	layout = sizes
	if state == "tracking" and still == 0:
		state = "dragging"
	elif state == "decelerating" and still > 5:
		state = "idle"
	file.store_line("{\"t\":%.6f,\"x\":%d,\"y\":%d,\"px\":%.3f,\"py\":%.3f,\"state\":\"%s\",\"frameStep\":%.6f}" % [
		time, offset.x, offset.y, travel.x, travel.y, state, delta])
	file.flush()
