"""Writes Fixtures/formats: one deceleration in the words of every log format, by the format's specification, and recordings of others
in the form that their programs write. Fixtures/reference/formats.json has what each file must be read as."""
import csv
import datetime
import gzip
import json
import math
from pathlib import Path

import toolformats

ROOT = Path(__file__).resolve().parents[2]
OUT = ROOT / "Fixtures" / "formats"
RATE = 0.998
K = -1000 * math.log(RATE)


def motion(frames=120, start=120, velocity=1800, still=6):
    """Times in s and offsets on a grid of 1/3 pt of a content at rest that is flicked."""
    rows = []
    for frame in range(frames):
        time = frame / 60
        moving = max(0, time - still / 60)
        offset = start + velocity / K * -math.expm1(-K * moving)
        rows.append((time, round(offset * 3) / 3))
    return rows


def write(name, text):
    (OUT / name).write_text(text, encoding="utf-8")


def lines(items):
    return "".join(item + "\n" for item in items)


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def main():
    OUT.mkdir(exist_ok=True)
    rows = motion()
    expected = {}

    def expect(name, format, times, offsets, **more):
        expected[name] = {"format": format, "times": times, "y": offsets, **more}

    times = [time for time, _ in rows]
    offsets = [offset for _, offset in rows]

    # NSLog: a wall clock in front, the process behind it.
    clock = datetime.datetime(2021, 4, 5, 13, 51, 45, 123456)
    stamps = [round(time * 1e6) for time in times]
    text = [(clock + datetime.timedelta(microseconds=stamp)).strftime("%Y-%m-%d %H:%M:%S.%f") for stamp in stamps]
    write("nslog.log", lines(
        f"{stamp}+0800 Demo[123:456] contentOffset: {{0, {offset:.15g}}}" for stamp, offset in zip(text, offsets)))
    rounded = [float(f"{offset:.15g}") for offset in offsets]
    expect("nslog.log", "log", [stamp / 1e6 for stamp in stamps], rounded)

    # print(): no time, a value among others, an inset in the baseline.
    write("print.log", "scrollViewDidScroll begins\n" + lines(
        f"convertScale:0.52 contentOffset:{offset - 88:.1f}" for offset in offsets))
    expect("print.log", "log", [frame / 60 for frame in range(len(rows))],
           [float(f"{offset - 88:.1f}") for offset in offsets], frameRate=60)
    write("chinese.log", lines(f"偏移 {-offset:.2f}" for offset in offsets))
    expect("chinese.log", "log", [frame / 60 for frame in range(len(rows))],
           [float(f"{offset:.2f}") for offset in offsets], frameRate=60, sign=-1)

    # `log show --style ndjson`: one object an entry, a count at the end; entries of threads in any order.
    entries = []
    for index, (stamp, offset) in enumerate(zip(text, offsets)):
        entries.append({"timestamp": f"{stamp}+0100", "machTimestamp": 12868010147176 + index * 400000, "threadID": 11537025,
                        "eventMessage": f"offset={offset:.6f}", "messageType": "Default", "eventType": "logEvent",
                        "subsystem": "com.example.scroll", "category": "motion", "processID": 401})
    entries.insert(6, {"timestamp": f"{text[6]}+0100", "machTimestamp": 12868012547176, "threadID": 11537025,
                       "eventMessage": "", "eventType": "signpostEvent", "signpostID": 7, "signpostName": "Deceleration",
                       "signpostType": "begin", "subsystem": "com.example.scroll", "category": "motion", "processID": 401})
    entries[40], entries[41] = entries[41], entries[40]
    write("oslog.ndjson", lines(compact(entry) for entry in entries) + '{"count":121,"finished":1}\n')
    expect("oslog.ndjson", "oslog", [stamp / 1e6 for stamp in stamps], [float(f"{offset:.6f}") for offset in offsets])

    # WebKit's momentum log, as `log show` prints it in its compact style.
    head = "MomentumEventDispatcher event log: "
    write("webkit.log", lines(
        [f"{clock} Df WebContent[77:1234] [com.apple.WebKit:ScrollAnimations] {head}"
         "time,generatedOffset,generatedPhase,eventOffset,eventPhase"] +
        [f"{clock} Df WebContent[77:1234] [com.apple.WebKit:ScrollAnimations] {head}"
         f"{time:f},{offset:f},2,{offset - 1:f},2" for time, offset in rows]))
    expect("webkit.log", "webkit", [float(f"{time:f}") for time in times], [float(f"{offset:f}") for offset in offsets])

    # React Native's onScroll events; on Android the call comes twice a frame.
    calls = []
    for index, (time, offset) in enumerate(rows):
        event = {"timeStamp": 518000 + round(time * 1000, 3), "nativeEvent": {
            "contentOffset": {"x": 0, "y": offset}, "contentSize": {"width": 375, "height": 4000},
            "contentInset": {"top": 0, "left": 0, "bottom": 34, "right": 0},
            "layoutMeasurement": {"width": 375, "height": 667}, "zoomScale": 1}}
        calls.append(event)
        if index % 10 == 9:
            again = json.loads(compact(event))
            again["timeStamp"] = round(again["timeStamp"] + 2, 3)
            calls.append(again)
    write("react-native.ndjson", lines(compact(call) for call in calls))
    first = calls[0]["timeStamp"]
    kept = [index for index in range(len(rows))]
    expect("react-native.ndjson", "react-native",
           [(518000 + round(times[i] * 1000, 3) - first) / 1000 for i in kept], offsets, bounds=[0, 3367])

    # Chrome's trace events: µs, deltas, threads' buffers one after the other, no closing bracket.
    events = [{"name": "thread_name", "ph": "M", "pid": 1, "tid": 2, "args": {"name": "Compositor"}}]
    previous = 0
    for time, offset in rows:
        events.append({"name": "ScrollTree::ScrollBy", "cat": "cc", "ph": "I", "ts": 7_000_000_000 + round(time * 1e6),
                       "pid": 1, "tid": 2, "args": {"delta_x": 0, "delta_y": offset - previous}})
        previous = offset
    events = events[:1] + events[61:] + events[1:61]
    write("chrome.json", "[" + ",\n".join(compact(event) for event in events) + ",\n")
    expect("chrome.json", "chrome", [round(time * 1e6) / 1e6 for time in times], offsets)

    # rrweb: an array of events, scroll positions every 100 ms.
    some = rows[::6]
    recorded = [{"type": 4, "data": {"href": "https://example.com/", "width": 375, "height": 667}, "timestamp": 1690000000000}]
    recorded.append({"type": 3, "data": {"source": 6, "positions": [
        {"id": 5, "x": 180, "y": 400, "timeOffset": -40}, {"id": 5, "x": 180, "y": 380, "timeOffset": -20}]},
        "timestamp": 1690000000040})
    for time, offset in some:
        recorded.append({"type": 3, "data": {"source": 3, "id": 1, "x": 0, "y": round(offset)},
                         "timestamp": 1690000000000 + round(time * 1000)})
    write("rrweb.json", json.dumps(recorded))
    expect("rrweb.json", "rrweb", [round(time * 1000) / 1000 for time, _ in some], [round(offset) for _, offset in some])

    # A browser's scroll positions as an array.
    write("browser.json", json.dumps([{"t": 12.5 + round(time * 1000, 1), "scrollTop": offset} for time, offset in rows], indent=1))
    expect("browser.json", "browser", [((12.5 + round(time * 1000, 1)) - 12.5) / 1000 for time in times], offsets)

    # Wheel events: recorded ones in pixels, and made ones in lines.
    with open(ROOT / "Fixtures" / "data" / "wheel_gestures_momentum.csv") as file:
        wheel = [row for row in csv.DictReader(line for line in file if not line.startswith("#"))
                 if row["fixture"] == "swipe-up-fast-trackpad"]
    write("wheel.json", json.dumps([{"deltaX": float(row["delta_x"]), "deltaY": float(row["delta_y"]),
                                    "deltaMode": int(row["delta_mode"]), "timeStamp": float(row["timestamp_ms"])}
                                   for row in wheel]))
    start = float(wheel[0]["timestamp_ms"])
    y, sums = 0, []
    for row in wheel:
        y += float(row["delta_y"])
        sums.append(y)
    expect("wheel.json", "wheel", [(float(row["timestamp_ms"]) - start) / 1000 for row in wheel], sums)
    steps = [1, 3, 6, 9, 6, 3, 1]
    write("wheel-lines.json", json.dumps([{"deltaX": 0, "deltaY": step, "deltaMode": 1, "timeStamp": 1000 + 16 * i}
                                         for i, step in enumerate(steps)]))
    expect("wheel-lines.json", "wheel", [0.016 * i for i in range(len(steps))],
           [40 * sum(steps[:i + 1]) for i in range(len(steps))], lineHeight=40)

    # Flutter's recorded touch as pointer data: µs, change 4 down, 5 move, 6 up.
    with open(ROOT / "Fixtures" / "data" / "flutter_velocity_tracker_touch.csv") as file:
        touch = [row for row in csv.DictReader(line for line in file if not line.startswith("#"))]
    touch = [row for row in touch if row["set"] == touch[0]["set"] and row["pointer"] == "1"]
    change = {"down": 4, "move": 5, "up": 6}
    write("flutter.json", json.dumps([{"timeStamp": int(row["timestamp_ms"]) * 1000, "change": change[row["kind"]],
                                      "physicalX": float(row["x_lpx"]), "physicalY": float(row["y_lpx"])} for row in touch]))
    down = touch[0]
    expect("flutter.json", "flutter", [(int(row["timestamp_ms"]) - int(down["timestamp_ms"])) / 1000 for row in touch],
           None, finger=[float(down["y_lpx"]) - float(row["y_lpx"]) for row in touch])

    # Android's getevent -lt: hexadecimal, a report at a time.
    report = []
    ys = [813 - 4 * step for step in range(40)]
    for step, value in enumerate(ys):
        stamp = f"[ {1423.973137 + step * 0.008:12.6f}] /dev/input/event2:"
        if step == 0:
            report.append(f"{stamp} EV_ABS       ABS_MT_TRACKING_ID   0000003b")
            report.append(f"{stamp} EV_ABS       ABS_MT_POSITION_X    0000017e")
            report.append(f"{stamp} EV_KEY       BTN_TOUCH            DOWN")
        report.append(f"{stamp} EV_ABS       ABS_MT_POSITION_Y    {value:08x}")
        report.append(f"{stamp} EV_SYN       SYN_REPORT           00000000")
    stamp = f"[ {1423.973137 + len(ys) * 0.008:12.6f}] /dev/input/event2:"
    report += [f"{stamp} EV_ABS       ABS_MT_TRACKING_ID   ffffffff", f"{stamp} EV_KEY       BTN_TOUCH            UP",
               f"{stamp} EV_SYN       SYN_REPORT           00000000"]
    write("getevent.log", "add device 1: /dev/input/event2\n  name:     \"touchscreen\"\n" + lines(report))
    expect("getevent.log", "getevent", [0.008 * step for step in range(len(ys))], None, finger=[4 * step for step in range(len(ys))])

    # scrolltrace, and the same packed.
    session = ['{"format":"scrolltrace","version":1,"device":"made","viewport":{"width":375,"height":667},'
               '"contentSize":{"width":375,"height":4000}}']
    session += [compact({"t": time, "y": offset}) for time, offset in rows]
    write("session.ndjson", lines(session))
    (OUT / "session.ndjson.gz").write_bytes(gzip.compress(lines(session).encode(), mtime=0))
    for name in ["session.ndjson", "session.ndjson.gz"]:
        expect(name, "scrolltrace", times, offsets, bounds=[0, 3333])

    # logcat -v threadtime: month and day without a year, process and thread.
    clock = datetime.datetime(2024, 2, 29, 23, 59, 59, 500000)
    stamps = [clock + datetime.timedelta(milliseconds=round(1000 * time)) for time in times]
    write("logcat.log", lines(
        ["--------- beginning of main"]
        + [f"{stamp:%m-%d %H:%M:%S}.{stamp.microsecond // 1000:03}  4321  4350 D Recorder: offset={offset:.6f}"
           for stamp, offset in zip(stamps, offsets)]))
    expect("logcat.log", "log", [round(time, 3) for time in times], [round(offset, 6) for offset in offsets])

    # Scroll Reverser's debug log: tenths of a second in front, milliseconds since the last touch in `elapsed`, whole points.
    log, total, sums, previous = [], 0, [], 0
    for index, (time, offset) in enumerate(rows[5:45]):
        step = round(offset - 120) - previous
        previous += step
        total += step
        sums.append(total)
        log.append(f"20:20:4{7 + (index // 60)}.{index // 6 % 10} {3400 + index} [type scroll][vstep 1][source mouse][reversing yes]"
                   f"[usingTouchElapsed yes][phase normal][touching 0][elapsed {16 + round(time * 1000)}][pid 0][x_fp 0]"
                   f"[y_fp {step / 10:g}][x_pt 0][y_pt {step}][x 0][y {step // 10}][continuous yes][ifd yes]")
    write("scroll-reverser.log", "20:20:40.1 Log started [on yes][v yes][h no]\n" + lines(log))
    stamps = [16 + round(time * 1000) for time, _ in rows[5:45]]
    expect("scroll-reverser.log", "scroll-reverser", [(stamp - stamps[0]) / 1000 for stamp in stamps], sums)

    toolformats.write(OUT, rows, expect)

    (ROOT / "Fixtures" / "reference" / "formats.json").write_text(json.dumps(
        {"decayConstant": K, "files": expected}, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
