// scrolltrace recorder for pages and scrolling elements (JavaScript)
// Use: paste this into the console, or into a script element at the end of the body. It records the page; set
//   window.scrolltraceTarget = element before it for an element that scrolls. Stop with Escape, with four fingers, or scrolltrace.stop().
// File: stopping downloads scroll-….ndjson, on a phone too; until then the lines are in memory. Then: scrollfit fit scroll-….ndjson
// Clock: t is the time stamp of requestAnimationFrame: 0.1 ms in Chromium, 1 ms in Safari and Firefox. Offsets are CSS px: whole
//   device pixels in Chromium, whole CSS px in Safari. Only Safari shows offsets beyond the edges. A page has no insets.
// Checked: run in headless Chromium, flung by touches over DevTools; untested in Safari and Firefox.
const scrolltrace = (() => {
  const lines = [], ending = new AbortController(), options = {signal: ending.signal};
  const finish = recordScrolling(window.scrolltraceTarget ?? document.scrollingElement, navigator.platform, navigator.userAgent, line => lines.push(line));
  const stop = () => {
    finish(); ending.abort();
    const file = new Blob(lines.map(line => JSON.stringify(line) + "\n"), {type: "application/x-ndjson"});
    Object.assign(document.createElement("a"), {href: URL.createObjectURL(file), download: `scroll-${Date.now()}.ndjson`}).click();
  };
  addEventListener("keydown", event => event.key === "Escape" && stop(), options);
  addEventListener("touchstart", event => event.touches.length >= 4 && stop(), options);
  addEventListener("beforeunload", event => event.preventDefault(), options);
  console.log("scrolltrace: recording; Escape or scrolltrace.stop() downloads the file");
  return {stop, lines};
})();
