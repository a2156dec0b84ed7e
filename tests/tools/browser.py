# SPDX-License-Identifier: BSD-3-Clause
"""Headless Chromium for tests, over its DevTools pipe: no library, no port.

    with Browser() as browser:
        page = browser.open("out/report.html", width=1280, dark=False)
        page.evaluate("document.title")         the value, through JSON
        page.complaints, page.requests          console errors and warnings; addresses asked for (data: aside)
        page.press("Tab"); page.hover(300, 200); page.screenshot("page.png")
"""

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

TIME_LIMIT = 60  # seconds for an answer
STARTS = 3
KEYS = {"Tab": 9, "Enter": 13, "Escape": 27, "PageUp": 33, "PageDown": 34, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}


class Browser:
    def __enter__(self):
        program = shutil.which("chromium")
        if not program:
            raise RuntimeError("chromium is missing: tools/setup --test installs it")
        for left in reversed(range(STARTS)):
            self.start(program)
            try:
                self.call("Browser.getVersion")
                return self
            except (RuntimeError, OSError) as e:  # on a busy computer it sometimes ends before it has begun
                with open(self.log, encoding="utf-8", errors="replace") as f:
                    said = f.read()[-2000:]
                self.__exit__()
                if not left:
                    raise RuntimeError(f"chromium does not start: {e}\n{said}") from None
        return None

    def start(self, program):
        self.profile = tempfile.mkdtemp(prefix="chromium-")
        self.log = os.path.join(self.profile, "stderr.txt")
        to_browser, self.out = os.pipe()
        self.incoming, from_browser = os.pipe()

        def descriptors():  # the pipe is 3 and 4 there; copied out of the way first, for one of them may be 3 or 4 here
            read, write = (fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (to_browser, from_browser))
            os.dup2(read, 3)
            os.dup2(write, 4)

        # close_fds would close 3 and 4, which Python does not know of.
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run", "--mute-audio",
                 "--disable-dev-shm-usage", "--disable-extensions", "--disable-renderer-backgrounding",
                 "--disable-background-timer-throttling", f"--user-data-dir={self.profile}", "about:blank"],
                preexec_fn=descriptors, close_fds=False, stdout=subprocess.DEVNULL, stderr=log, start_new_session=True)
        os.close(to_browser)
        os.close(from_browser)
        self.next_id, self.buffer, self.pages = 0, b"", {}

    def __exit__(self, *_):
        try:
            self.call("Browser.close")
        except (RuntimeError, OSError):
            pass
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.out)
        os.close(self.incoming)
        shutil.rmtree(self.profile, ignore_errors=True)

    def call(self, method, session=None, **parameters):
        self.next_id += 1
        message = {"id": self.next_id, "method": method, "params": parameters} | ({"sessionId": session} if session else {})
        left = json.dumps(message).encode() + b"\0"
        while left:
            left = left[os.write(self.out, left):]
        return self.wait(lambda m: m.get("id") == message["id"])

    def wait(self, wanted):
        """The result of the message that is wanted; events on the way go to their pages."""
        deadline = time.monotonic() + TIME_LIMIT
        while True:
            while b"\0" not in self.buffer:
                if not select.select([self.incoming], [], [], max(0, deadline - time.monotonic()))[0]:
                    raise RuntimeError("chromium does not answer")
                read = os.read(self.incoming, 1 << 20)
                if not read:
                    raise RuntimeError("chromium has ended")
                self.buffer += read
            line, self.buffer = self.buffer.split(b"\0", 1)
            message = json.loads(line)
            page = self.pages.get(message.get("sessionId"))
            if page and "method" in message:
                page.event(message["method"], message["params"])
            if wanted(message):
                if "error" in message:
                    raise RuntimeError(message["error"]["message"])
                return message.get("result")

    def open(self, path, width=1280, height=900, dark=False):
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = self.pages[session] = Page(self, session)
        for domain in ("Page", "Runtime", "Network", "Log"):
            page.call(f"{domain}.enable")
        page.resize(width, height)
        page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        page.requests.clear()
        page.call("Page.navigate", url=path if "://" in path else f"file://{os.path.abspath(path)}")
        if not page.loaded:
            self.wait(lambda m: m.get("sessionId") == session and m.get("method") == "Page.loadEventFired")
        return page


class Page:
    def __init__(self, browser, session):
        self.browser, self.session = browser, session
        self.complaints, self.requests, self.loaded = [], [], False

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def event(self, method, parameters):
        if method == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.complaints.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning", "assert"):
            self.complaints.append(" ".join(str(a.get("value", a.get("description"))) for a in parameters["args"]))
        elif method == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
            self.complaints.append(parameters["entry"]["text"])
        elif method == "Network.requestWillBeSent" and not parameters["request"]["url"].startswith(("data:", "blob:")):
            self.requests.append(parameters["request"]["url"])
        elif method == "Page.loadEventFired":
            self.loaded = True

    def show(self):
        """To the front: a page behind another is not painted, and its media queries do not change."""
        self.call("Page.bringToFront")

    def resize(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def evaluate(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"].get("exception", {}).get("description", "an exception"))
        return answer["result"].get("value")

    def press(self, key):
        common = {"key": key, "code": key, "windowsVirtualKeyCode": KEYS[key]}
        self.call("Input.dispatchKeyEvent", type="keyDown", **common, **({"text": "\r"} if key == "Enter" else {}))
        self.call("Input.dispatchKeyEvent", type="keyUp", **common)

    def hover(self, x, y):
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x - 1, y=y)
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def screenshot(self, path):
        """The whole page."""
        data = self.call("Page.captureScreenshot", captureBeyondViewport=True, format="png")["data"]
        with open(path, "wb") as f:
            f.write(base64.b64decode(data))

    def pdf(self, path):
        data = self.call("Page.printToPDF", preferCSSPageSize=True, printBackground=False, paperWidth=8.27, paperHeight=11.69)["data"]
        with open(path, "wb") as f:
            f.write(base64.b64decode(data))
