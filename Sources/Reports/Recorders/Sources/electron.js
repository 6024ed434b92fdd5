// scrolltrace recorder for the windows of an Electron app (JavaScript)
// Use: new BrowserWindow({webPreferences: {preload: path.join(__dirname, "electron.js"), sandbox: false}}); an app with a preload script
//   of its own calls require("./electron.js") there. It records the page; set SCROLLTRACE_SELECTOR=".list" for an element that scrolls.
// File: scroll-….ndjson in the home folder; its path is in the console of the developer tools. Every frame is appended a second after it.
//   Then: scrollfit fit ~/scroll-….ndjson
// Clock: t is the time stamp of requestAnimationFrame, to 0.1 ms. Offsets are CSS px. A page has no insets.
// Checked: run in headless Chromium with Node's modules replaced by stand-ins; untested in Electron.
const [fs, os] = [require("fs"), require("os")];
addEventListener("DOMContentLoaded", () => {
  const selector = process.env.SCROLLTRACE_SELECTOR;
  const name = `${os.homedir()}/scroll-${Date.now()}.ndjson`;
  const begin = () => {
    const target = selector ? document.querySelector(selector) : document.scrollingElement;
    // An element may be made after the page is loaded.
    if (!target) return requestAnimationFrame(begin);
    const write = line => fs.appendFileSync(name, JSON.stringify(line) + "\n");
    addEventListener("pagehide", recordScrolling(target, os.hostname(), `${os.type()} ${os.release()}`, write));
    console.log(`scrolltrace: recording to ${name}`);
  };
  begin();
});
