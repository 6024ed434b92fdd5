// scrolltrace recorder for the windows of an Electron app (JavaScript)
// Use: new BrowserWindow({webPreferences: {preload: path.join(__dirname, "electron.js"), sandbox: false}}); an app with a preload script
//   of its own calls require("./electron.js") there. It records the page; set SCROLLTRACE_SELECTOR=".list" for an element that scrolls.
// File: scroll-….ndjson in the home folder; its path is in the console of the developer tools. Every frame is appended as it is over.
//   Then: scrollfit fit ~/scroll-….ndjson
// Clock: t is the time stamp of requestAnimationFrame, to 0.1 ms. Offsets are CSS px.
// Checked: run in headless Chromium with Node's modules replaced by stand-ins; untested in Electron.
const fs = require("fs");
const os = require("os");
const path = require("path");

addEventListener("DOMContentLoaded", () => {
  const page = document.scrollingElement, selector = process.env.SCROLLTRACE_SELECTOR;
  const name = path.join(os.homedir(), `scroll-${Date.now()}.ndjson`);
  const write = line => fs.appendFileSync(name, JSON.stringify(line) + "\n");
  let target = null, finger = null, travel = [0, 0], last = [0, 0], state = "idle", still = 0;

  const touched = event => {
    const [touch] = event.touches;
    if (touch && finger) travel = [travel[0] + finger[0] - touch.clientX, travel[1] + finger[1] - touch.clientY];
    // Motion by wheel, keys or program stays idle, as in UIScrollView.
    if (touch && !finger) state = "tracking";
    if (!touch) state = state === "dragging" ? "decelerating" : "idle";
    finger = touch ? [touch.clientX, touch.clientY] : null;
  };
  const begin = () => {
    target = selector ? document.querySelector(selector) : page;
    if (!target) return;
    write({
      format: "scrolltrace", version: 1, device: os.hostname(), os: `${os.type()} ${os.release()}`, scale: devicePixelRatio,
      viewport: {width: target.clientWidth, height: target.clientHeight},
      contentSize: {width: target.scrollWidth, height: target.scrollHeight},
    });
    last = [target.scrollLeft, target.scrollTop];
    console.log(`scrolltrace: recording to ${name}`);
  };
  const tick = time => {
    requestAnimationFrame(tick);
    // An element may be made after the page is loaded.
    if (!target) begin();
    if (!target) return;
    const x = target.scrollLeft, y = target.scrollTop, isMoving = x !== last[0] || y !== last[1];
    still = isMoving ? 0 : still + 1;
    if (state === "tracking" && isMoving) state = "dragging";
    if (state === "decelerating" && still > 5) state = "idle";
    write({t: time / 1000, x, y, px: travel[0], py: travel[1], state});
    last = [x, y];
  };

  ["touchstart", "touchmove", "touchend", "touchcancel"].forEach(name => addEventListener(name, touched, {capture: true, passive: true}));
  requestAnimationFrame(tick);
});
