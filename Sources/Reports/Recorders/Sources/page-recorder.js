// Records the scrolling of an element at each animation frame until the function that it returns is called. Touches are handled later
// than they happen: a frame waits a second, and has the finger where it was at the frame's own time, between the touches around it.
function recordScrolling(target, device, os, write) {
  const waiting = [], ending = new AbortController(), isPage = target === document.scrollingElement;
  let finger = null, travel = [0, 0], touchTime = 0, last = [], layout = "", frame = 0, state = "idle", still = 0;
  const move = (time, distance) => {
    for (const line of waiting.filter(line => line.t * 1000 > touchTime)) {
      const share = Math.min(1, (line.t * 1000 - touchTime) / Math.max(0, time - touchTime));
      [line.px, line.py] = travel.map((before, axis) => before + share * distance[axis]);
    }
    [travel, touchTime] = [travel.map((before, axis) => before + distance[axis]), Math.max(touchTime, time)];
  };
  const touched = ({timeStamp, touches: [touch]}) => {
    // Where another finger takes over, the travel goes on from there. Motion by wheel, keys or program stays idle, as in UIScrollView.
    move(timeStamp, touch && touch.identifier === finger?.identifier ? [finger.clientX - touch.clientX, finger.clientY - touch.clientY] : [0, 0]);
    if (touch && !finger) state = "tracking";
    if (!touch) state = state === "dragging" ? "decelerating" : "idle";
    finger = touch ? {identifier: touch.identifier, clientX: touch.clientX, clientY: touch.clientY} : null;
  };
  const flush = time => { for (; waiting[0]?.t * 1000 <= time; write(waiting.shift())) touchTime = Math.max(touchTime, waiting[0].t * 1000); };
  const tick = time => {
    const [x, y] = isPage ? [scrollX, scrollY] : [target.scrollLeft, target.scrollTop];
    const viewport = {width: target.clientWidth, height: target.clientHeight}, contentSize = {width: target.scrollWidth, height: target.scrollHeight};
    const header = layout ? {t: time / 1000, event: "layout"} : {format: "scrolltrace", version: 1, device, os, scale: devicePixelRatio};
    // The layout is in the header, and in an event where it changes.
    if (JSON.stringify([viewport, contentSize]) !== layout) write({...header, viewport, contentSize});
    still = x === last[0] && y === last[1] ? still + 1 : 0;
    if (state === "tracking" && still === 0) state = "dragging";
    if (state === "decelerating" && still > 5) state = "idle";
    waiting.push({t: time / 1000, x, y, px: travel[0], py: travel[1], state});
    [layout, last] = [JSON.stringify([viewport, contentSize]), [x, y]];
    flush(time - 1000);
    frame = requestAnimationFrame(tick);
  };
  const options = {capture: true, passive: true, signal: ending.signal};
  ["touchstart", "touchmove", "touchend", "touchcancel"].forEach(name => addEventListener(name, touched, options));
  frame = requestAnimationFrame(tick);
  return () => { cancelAnimationFrame(frame); ending.abort(); flush(Infinity); };
}
