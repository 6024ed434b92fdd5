// scrolltrace recorder for pages and scrolling elements (JavaScript)
// Use: paste this into the console, or <script src="web.js"></script> at the end of the body. It records the page; set
//   window.scrolltraceTarget = element before it for an element that scrolls. Stop with Escape, with four fingers, or scrolltrace.stop().
// File: stopping downloads scroll-….ndjson into the browser's folder of downloads. Until then the lines are in memory, and the browser
//   asks before it leaves the page. Then: scrollfit fit scroll-….ndjson
// Clock: t is the time stamp of requestAnimationFrame: 0.1 ms in Chromium, 1 ms in Safari and Firefox. Offsets are CSS px: whole
//   device pixels in Chromium, whole CSS px in Safari. Only Safari shows offsets beyond the edges.
// Checked: run in headless Chromium, flung by touches over DevTools; untested in Safari and Firefox.
const scrolltrace = (() => {
  const page = document.scrollingElement, target = window.scrolltraceTarget ?? page, lines = [];
  const offset = () => target === page ? [scrollX, scrollY] : [target.scrollLeft, target.scrollTop];
  let finger = null, travel = [0, 0], touchTime = 0, last = offset(), frame = 0, state = "idle", still = 0, isSaved = true;
  const write = line => lines.push(line);

  write({
    format: "scrolltrace", version: 1, device: navigator.platform, os: navigator.userAgent, scale: devicePixelRatio,
    viewport: {width: target.clientWidth, height: target.clientHeight},
    contentSize: {width: target.scrollWidth, height: target.scrollHeight},
  });

  // Events are handled later than they happen. Frames since the last event get the finger where it was at their own times.
  const move = (time, distance) => {
    for (let index = lines.length - 1; lines[index].t * 1000 > touchTime; index--) {
      const share = Math.min(1, (lines[index].t * 1000 - touchTime) / (time - touchTime));
      [lines[index].px, lines[index].py] = travel.map((before, axis) => before + share * distance[axis]);
    }
    [travel, touchTime] = [travel.map((before, axis) => before + distance[axis]), time];
  };
  const touched = event => {
    if (event.touches.length >= 4) return stop();
    const [touch] = event.touches;
    move(event.timeStamp, touch && finger ? [finger[0] - touch.clientX, finger[1] - touch.clientY] : [0, 0]);
    // Motion by wheel, keys or program stays idle, as in UIScrollView.
    if (touch && !finger) state = "tracking";
    if (!touch) state = state === "dragging" ? "decelerating" : "idle";
    finger = touch ? [touch.clientX, touch.clientY] : null;
  };
  const tick = time => {
    const [x, y] = offset(), isMoving = x !== last[0] || y !== last[1];
    still = isMoving ? 0 : still + 1;
    if (state === "tracking" && isMoving) state = "dragging";
    if (state === "decelerating" && still > 5) state = "idle";
    write({t: time / 1000, x, y, px: travel[0], py: travel[1], state});
    [last, isSaved] = [[x, y], false];
    frame = requestAnimationFrame(tick);
  };
  const pressed = event => { if (event.key === "Escape") stop(); };
  const leaving = event => { if (!isSaved) event.preventDefault(); };
  const stop = () => {
    cancelAnimationFrame(frame);
    touches.forEach(name => removeEventListener(name, touched, true));
    removeEventListener("keydown", pressed);
    removeEventListener("beforeunload", leaving);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob(lines.map(line => JSON.stringify(line) + "\n"), {type: "application/x-ndjson"}));
    link.download = `scroll-${Date.now()}.ndjson`;
    link.click();
    isSaved = true;
    console.log(`scrolltrace: ${lines.length} lines downloaded as ${link.download}`);
  };

  const touches = ["touchstart", "touchmove", "touchend", "touchcancel"];
  touches.forEach(name => addEventListener(name, touched, {capture: true, passive: true}));
  addEventListener("keydown", pressed);
  addEventListener("beforeunload", leaving);
  frame = requestAnimationFrame(tick);
  console.log("scrolltrace: recording; Escape or scrolltrace.stop() downloads the file");
  return {stop, lines};
})();
