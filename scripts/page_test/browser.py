"""One page in a headless Chromium, driven by the DevTools protocol over a pipe."""
import json
import os
import subprocess
import time
from pathlib import Path


class Browser:
    """One page in a headless Chromium, by the DevTools protocol: JSON messages that end in a zero byte."""

    def __init__(self, program, folder, more=(), is_headless=True):
        to_browser, self.writer = os.pipe()
        self.reader, from_browser = os.pipe()

        def place():  # the protocol's pipes are file descriptors 3 and 4
            first, second = os.dup(to_browser), os.dup(from_browser)
            os.dup2(first, 3)
            os.dup2(second, 4)

        self.process = subprocess.Popen(
            [program, *(["--headless"] if is_headless else []), *more, "--no-sandbox", "--disable-gpu", "--no-first-run", f"--user-data-dir={folder}",
             "--remote-debugging-pipe", "about:blank"],
            preexec_fn=place, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer, self.count, self.session, self.events = b"", 0, None, []
        target = next(t for t in self.call("Target.getTargets")["targetInfos"] if t["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def receive(self):
        while b"\0" not in self.buffer:
            part = os.read(self.reader, 1 << 16)
            if not part:
                raise RuntimeError("Chromium ended")
            self.buffer += part
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **parameters):
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.writer, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def wait(self, method):
        while not any(event.get("method") == method for event in self.events):
            self.events.append(self.receive())

    def open(self, path, width=900, height=900, dark=False, media="", forced=False):
        self.events = []
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", media=media,
                  features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
                            {"name": "forced-colors", "value": "active" if forced else "none"}])
        address = Path(path).resolve().as_uri()
        self.call("Page.navigate", url=address)
        self.wait("Page.loadEventFired")
        # The event may be the last page's: this one's is sure when its own document says so.
        while self.ask("[location.href.split('#')[0], document.readyState]") != [address, "complete"]:
            time.sleep(0.02)

    def ask(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"]["exception"].get("description", expression))
        return result["result"].get("value")

    def mouse(self, kind, x, y, **more):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def complaints(self):
        """What the page said that it should not: errors, exceptions, and requests beyond the file itself."""
        found = []
        for event in self.events:
            parameters = event.get("params", {})
            match event.get("method"):
                case "Runtime.exceptionThrown":
                    found.append(parameters["exceptionDetails"]["exception"].get("description", "exception"))
                case "Log.entryAdded" if parameters["entry"]["level"] in ("error", "warning"):
                    found.append(parameters["entry"]["text"])
                case "Runtime.consoleAPICalled" if parameters["type"] in ("error", "warning", "assert"):
                    found.append(str(parameters["args"]))
                case "Network.requestWillBeSent" if not parameters["request"]["url"].startswith(("file:", "blob:", "data:image/jpeg;")):
                    found.append("a request to " + parameters["request"]["url"])
        return found

    def close(self):
        self.call("Browser.close")
        self.process.wait(20)
