"""Recordings as the tools of platforms write them, by the formats' specifications, with what each must be read as; called by formats.py.

Protocol buffers and ZIP archives are encoded here by hand (zlib compresses), independently of the readers."""
import json
import struct
import zlib


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def libinput(rows):
    """`libinput debug-events` (tools/libinput-debug-events.c): time in ms since the first event, deltas to two digits."""
    text = ["-event4   DEVICE_ADDED            Touchpad                          seat0 default group1  cap:pg  size 102x63mm tap(dl off)"]
    times, sums, total, previous = [], [], 0.0, rows[0][1]
    for time, offset in rows[6:70]:
        delta = float(f"{offset - previous:.2f}")
        previous = offset
        total += delta
        stamp = f"{round(time * 1000) / 1000:+6.3f}s"
        text.append(f" event4   POINTER_SCROLL_FINGER   {stamp}\tvert {delta:.2f}/0.0* horiz 0.00/0.0 (finger)")
        times.append(round(time * 1000) / 1000)
        sums.append(total)
    stamp = f"{times[-1] + 0.012:+6.3f}s"
    text.append(f" event4   POINTER_SCROLL_FINGER   {stamp}\tvert 0.00/0.0* horiz 0.00/0.0 (finger)")
    times.append(round(times[-1] + 0.012, 3))
    sums.append(total)
    text.append(f" event4   GESTURE_HOLD_BEGIN      {times[-1] + 0.4:+6.3f}s\t1")
    return "\n".join(text) + "\n", [time - times[0] for time in times], sums


def event_tap(rows):
    """The lines of the logger of docs/recording.md: CGEventField's names; deltas against the offset, whole points."""
    text, times, sums, total = [], [], [], 0
    for index, (time, offset) in enumerate(rows[5:]):
        step = round(offset - rows[0][1]) - total
        total += step
        phase = {0: (1, 0), 1: (4, 0), 2: (0, 1), len(rows) - 6: (0, 3)}.get(index, (0, 2))
        text.append(f"CGEventTap scrollWheel t={81234.5 + time:.6f} pointDeltaAxis1={-step} pointDeltaAxis2=0 "
                    f"deltaAxis1={-(step // 10)} deltaAxis2=0 isContinuous=1 scrollPhase={phase[0]} momentumPhase={phase[1]}")
        times.append(float(f"{81234.5 + time:.6f}"))
        sums.append(total)
    return "\n".join(text) + "\n", [time - times[0] for time in times], sums


def archive(members):
    """A ZIP archive (PKWARE APPNOTE): each member as name, bytes and whether it is deflated."""
    body, directory = b"", b""
    for name, data, deflated in members:
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        packed = packer.compress(data) + packer.flush() if deflated else data
        fields = struct.pack("<HHHHHIIIHH", 20, 0, 8 if deflated else 0, 0, 33, zlib.crc32(data), len(packed), len(data), len(name), 0)
        directory += b"PK\1\2" + struct.pack("<H", 20) + fields + struct.pack("<HHHII", 0, 0, 0, 0, len(body)) + name.encode()
        body += b"PK\3\4" + fields + name.encode() + packed
    end = struct.pack("<HHHHIIH", 0, 0, len(members), len(members), len(directory), len(body), 0)
    return body + directory + b"PK\5\6" + end


def playwright(rows):
    """Playwright's trace.zip (packages/trace/src/trace.ts, version 7): console lines of a page that logs its scroll position; ms."""
    entries = [{"version": 7, "type": "context-options", "origin": "library", "browserName": "chromium", "platform": "linux",
                "wallTime": 1690000000000, "monotonicTime": 1000.25, "options": {"viewport": {"width": 375, "height": 667}}}]
    entries.append({"type": "before", "callId": "call@8", "startTime": 1400.5, "class": "Page", "method": "mouseWheel",
                    "params": {"deltaX": 0, "deltaY": 100}, "pageId": "page@1"})
    entries.append({"type": "frame-snapshot", "snapshot": {
        "callId": "call@8", "pageId": "page@1", "frameId": "frame@1", "isMainFrame": True, "timestamp": 1401, "html":
        ["HTML", {"__playwright_scroll_top_": "120"}, ["BODY", {}, "text"]], "viewport": {"width": 375, "height": 667}}})
    entries.append({"type": "console", "messageType": "log", "text": "ready", "time": 1402, "pageId": "page@1"})
    times = [1500.125 + round(time * 1000, 3) for time, _ in rows]
    for time, (_, offset) in zip(times, rows):
        entries.append({"type": "console", "messageType": "log", "text": f"scrollTop: {offset:.3f}",
                        "args": [{"preview": "scrollTop:", "value": "scrollTop:"}, {"preview": f"{offset:.3f}", "value": round(offset, 3)}],
                        "location": {"url": "http://localhost/", "lineNumber": 3, "columnNumber": 10}, "time": time, "pageId": "page@1"})
    entries.append({"type": "after", "callId": "call@8", "endTime": 4000.5})
    trace = "".join(compact(entry) + "\n" for entry in entries).encode()
    data = archive([("trace.network", b"", False), ("trace.trace", trace, True), ("trace.stacks", b'{"files":[],"stacks":[]}', False)])
    return data, [(time - times[0]) / 1000 for time in times], [round(offset, 3) for _, offset in rows]


def snapshots(rows):
    """A Playwright trace without console lines: frame snapshots, the later ones with references to elements of the earlier."""
    entries, times, offsets = [], [], []
    for index, (time, offset) in enumerate(rows[::6]):
        html = ["HTML", {"__playwright_scroll_top_": f"{offset:.3f}"}, ["BODY", {}] if index == 0 else [[1, 2]]]
        if index == 3:
            html, offset = [[1, 3]], rows[12][1]
        if index == 0:
            html, offset = ["HTML", {}, ["BODY", {}, "text"]], 0
        entries.append({"type": "frame-snapshot", "snapshot": {
            "callId": f"call@{index}", "pageId": "page@1", "frameId": "frame@1", "isMainFrame": True,
            "timestamp": 1000 + round(time * 1000, 3), "html": html}})
        times.append(1000 + round(time * 1000, 3))
        offsets.append(round(offset, 3))
    trace = "".join(compact(entry) + "\n" for entry in entries).encode()
    return archive([("0-trace.trace", trace, True)]), [(time - times[0]) / 1000 for time in times], offsets


def xctrace(rows):
    """`xctrace export --xpath …/table[@schema="os-signpost"]`: values by reference after their first; numbers are grouped in `fmt`."""
    columns = [("time", "event-time"), ("thread", "thread"), ("process", "process"), ("event-type", "event-type"),
               ("name", "signpost-name"), ("message", "os-log-metadata")]
    text = ['<?xml version="1.0"?>', "<trace-query-result>",
            "<node xpath='//trace-toc[1]/run[1]/data[1]/table[5]'><schema name=\"os-signpost\">" + "".join(
                f"<col><mnemonic>{name}</mnemonic><name>{name}</name><engineering-type>{kind}</engineering-type></col>"
                for name, kind in columns) + "</schema>"]
    count = 6

    def identifier():
        nonlocal count
        count += 1
        return count

    known = {}

    def value(tag, shown, raw):
        if (tag, raw) in known:
            return f'<{tag} ref="{known[tag, raw]}"/>'
        known[tag, raw] = identifier()
        return f'<{tag} id="{known[tag, raw]}" fmt="{shown}">{raw}</{tag}>'

    times, offsets = [], []
    for index, (time, offset) in enumerate(rows):
        stamp = 1_234_567_891 + round(time * 1e9)
        shown = f"{offset:.3f}"
        grouped = f"{float(shown):,.3f}"
        thread = ('<thread id="2" fmt="Main Thread 0x1f3 (App &amp; Demo, pid: 41)"><tid id="3" fmt="0x1f3">499</tid>'
                  '<process id="4" fmt="App (41)"><pid id="5" fmt="41">41</pid></process></thread><process ref="4"/>'
                  if index == 0 else '<thread ref="2"/><process ref="4"/>')
        key = ("os-log-metadata", shown)
        if key in known:
            message = f'<os-log-metadata ref="{known[key]}"/>'
        else:
            known[key] = identifier()
            message = (f'<os-log-metadata id="{known[key]}" fmt="contentOffset.y= {grouped}">' + value("narrative-text", "contentOffset.y=", "contentOffset.y=")
                       + value("fixed-decimal", grouped, shown) + "</os-log-metadata>")
        event = value("event-type", "Event", "Event")
        if index == 6:
            text.append(f'<row><event-time id="{identifier()}" fmt="00:01.334.567">{stamp}</event-time>{thread}'
                        + value("event-type", "Begin", "Begin") + value("signpost-name", "Deceleration", "Deceleration") + "<sentinel/></row>")
        text.append(f'<row><event-time id="{identifier()}" fmt="00:01.234.567">{stamp}</event-time>{thread}{event}'
                    + value("signpost-name", "scroll", "scroll") + message + "</row>")
        times.append(stamp)
        offsets.append(float(shown))
    text += ["</node>", "</trace-query-result>", ""]
    return "\n".join(text), [(time - times[0]) / 1e9 for time in times], offsets


def varint(value):
    value &= (1 << 64) - 1
    out = b""
    while value > 0x7F:
        out += bytes([value & 0x7F | 0x80])
        value >>= 7
    return out + bytes([value])


def field(number, value):
    """A field of a message: whole numbers as varints, floats as doubles, texts and bytes with their length."""
    if isinstance(value, float):
        return varint(number << 3 | 1) + struct.pack("<d", value)
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


def packet(*parts):
    return field(1, b"".join(parts))


def perfetto_counter(rows):
    """A counter track of the Perfetto SDK (protos/perfetto/trace/trace_packet.proto): times as differences in µs by an incremental clock."""
    trace = packet(field(60, field(1, 77) + field(2, "scrollOffset") + field(8, field(6, "px"))), field(10, 5), field(8, 1000))
    # Clock 64 of the sequence: differences, of 1000 ns; BOOTTIME is 6.
    trace += packet(field(6, field(1, field(1, 6) + field(2, 9_000_000_000)) + field(1, field(1, 64) + field(2, 3_000_000) + field(3, 1) + field(4, 1000))),
                    field(10, 5))
    trace += packet(field(59, field(58, 64) + field(11, field(11, 77))), field(41, 1), field(10, 5))
    times, offsets, last = [], [], 0
    for time, offset in rows:
        stamp = round(time * 1e6)
        trace += packet(field(8, stamp - last), field(10, 5), field(11, field(9, 4) + field(44, float(offset))))
        last = stamp
        times.append(stamp / 1e6)
        offsets.append(offset)
    return trace, times, offsets


def perfetto_atrace(rows):
    """An app's Trace.setCounter in ftrace's `print` events, in bundles of processors, whose order is not that of time; whole pixels."""
    events = [[], []]
    times, offsets = [], []
    for index, (time, offset) in enumerate(rows):
        stamp = 55_000_000_000 + round(time * 1e9)
        for name, value in [("mem.rss", 1000 + index), ("scrollOffsetY", round(offset))]:
            text = f"C|4321|{name}|{value}\n"
            events[index // 8 % 2].append(field(2, field(1, stamp) + field(2, 4321) + field(3, field(1, 0xFFFF) + field(2, text))))
        times.append((stamp - 55_000_000_000) / 1e9)
        offsets.append(round(offset))
    events[0].insert(0, field(2, field(1, 55_000_000_000) + field(2, 4321) + field(3, field(2, "B|4321|Choreographer#doFrame\n"))))
    trace = packet(field(3, 0), field(8, 54_000_000_000))
    for cpu, bundle in enumerate(events):
        trace += packet(field(1, field(1, cpu) + b"".join(bundle)))
    return trace, times, offsets


def perfetto_slices(rows):
    """Chromium's scroll events as slices with debug annotations, names interned; the state of the sequence is cleared halfway."""
    trace, times, offsets = b"", [], []
    for index, (time, offset) in enumerate(rows):
        parts = [field(8, 7_000_000_000 + round(time * 1e9)), field(10, 9)]
        if index in (0, 60):
            base = index + 1
            parts += [field(41, 1), field(12, field(2, field(1, base) + field(2, "ScrollTree::ScrollBy")) + field(
                3, field(1, base) + field(2, "delta_y")) + field(3, field(1, base + 1) + field(2, "scroll_offset")))]
        delta = field(4, field(1, base) + field(5, float(offset - rows[index - 1][1] if index else 0)))
        nested = field(4, field(1, base + 1) + field(11, field(10, "x") + field(4, 0)) + field(11, field(10, "y") + field(5, float(offset))))
        parts.append(field(11, field(9, 1) + field(10, base) + delta + nested))
        trace += packet(*parts)
        trace += packet(field(8, 7_000_001_000 + round(time * 1e9)), field(10, 9), field(11, field(9, 2)))
        times.append(round(time * 1e9) / 1e9)
        offsets.append(offset)
    return trace, times, offsets


TOOLS = {
    "libinput.log": ("libinput", libinput), "event-tap.log": ("event-tap", event_tap), "playwright.zip": ("playwright", playwright),
    "playwright-snapshots.zip": ("playwright", snapshots), "xctrace.xml": ("xctrace", xctrace),
    "perfetto-counter.pftrace": ("perfetto", perfetto_counter), "perfetto-atrace.pftrace": ("perfetto", perfetto_atrace),
    "perfetto-slices.pftrace": ("perfetto", perfetto_slices),
}


def write(folder, rows, expect):
    """Writes every file, and passes its name, format, times and offsets to `expect`."""
    for name, (format, make) in TOOLS.items():
        data, times, offsets = make(rows)
        (folder / name).write_bytes(data if isinstance(data, bytes) else data.encode())
        expect(name, format, times, offsets)
