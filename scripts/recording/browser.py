"""The page, the local server and the clock that the browser drivers share.

The page keeps a row per animation frame (performance.now() at the time of reading, scrollX, scrollY) and the times of
scrollend events. Its clock is shifted to the driver's by the offset that the quickest of 30 exchanges shows.
"""
from __future__ import annotations

import http.server
import threading
import time
from collections.abc import Callable
from typing import Any

import common

CONTENT = 20000
PAGE = """<!doctype html><html><head><style>
html, body { margin: 0 } body { height: 20000px; background: repeating-linear-gradient(#ddd 0 200px, #bbb 200px 400px) }
#target { position: absolute; top: 3700px; height: 50px; width: 300px; background: red }
html.snap { scroll-snap-type: y mandatory } html.snap div.stop { scroll-snap-align: start; height: 500px }
</style></head><body><div id="target"></div><script>
if (location.search == '?snap') {
  document.documentElement.className = 'snap'
  for (let i = 0; i < 40; i++)
    document.body.appendChild(Object.assign(document.createElement('div'), {className: 'stop'}))
}
var rows = [], ends = [], touches = [], running = true
const add = time => {
  rows.push([performance.now(), scrollX, scrollY, performance.now() - time])
  if (running) requestAnimationFrame(add)
}
addEventListener('scrollend', () => ends.push(performance.now()))
for (const kind of ['touchstart', 'touchend'])
  addEventListener(kind, event => touches.push([kind, event.timeStamp]), {passive: true})
const start = () => { rows = []; ends = []; touches = []; requestAnimationFrame(add) }
</script></body></html>"""


class _Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        # An isolated page has a clock of 5 microseconds instead of 100.
        for key, value in {"Content-Type": "text/html", "Cross-Origin-Opener-Policy": "same-origin",
                           "Cross-Origin-Embedder-Policy": "require-corp"}.items():
            self.send_header(key, value)
        self.end_headers()
        self.wfile.write(PAGE.encode())

    def log_message(self, *_: Any) -> None:
        pass


def serve() -> str:
    """Serves the page on a free port and returns its address."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}/"


def clock_offset(evaluate: Callable[[str], Any]) -> tuple[float, float]:
    """Returns the driver's clock less the page's, and half the duration of the quickest exchange: its uncertainty."""
    best = (0.0, 1.0)
    for _ in range(30):
        before = time.monotonic()
        page = evaluate("performance.now()") / 1000
        after = time.monotonic()
        best = min(best, ((before + after) / 2 - page, (after - before) / 2), key=lambda pair: pair[1])
    return best


def collect(
        session: common.Session, evaluate: Callable[[str], Any], offset: float, claim: dict[str, Any] | None) -> None:
    """Moves the page's rows into the session and ends its labels by scrollend events."""
    for now, x, y, delay in evaluate("rows"):
        session.sample(now / 1000 + offset, float(x), float(y), "", delay / 1000)
    ends = [end / 1000 + offset for end in evaluate("ends")]
    session.end_labels(ends)
    touches = [label for label in session.labels if label["kind"] == "touch"]
    for touch, following in zip(touches, [*touches[1:], None]):
        begin = touch["t1"] + 2 / 60
        limit = following["t0"] if following else session.samples[-1][0]
        end = max([end for end in ends if begin < end <= limit] or [limit if following else begin])
        if end - begin > 0.05:
            session.label(
                "deceleration" if claim is not None else "snap", begin, end,
                "two frames after the release to the page's scrollend event or the next touch",
                claim=claim)
