"""The scroll views of a page: gestures, touch, replay, sliders, and the address that keeps them."""
import json
import re

OUTPUT = "document.querySelector('.apart output').textContent"
OFFSETS = "[...document.querySelectorAll('.port')].map(port => Number(port.dataset.offset))"


def wait(browser, milliseconds):
    browser.ask(f"new Promise(done => setTimeout(() => done(true), {milliseconds}))")


def choose(browser, selector, value):
    browser.ask(f"""(() => {{ const node = document.querySelector({json.dumps(selector)}); node.value = {json.dumps(value)};
        node.dispatchEvent(new Event(node.tagName === "SELECT" ? "change" : "input")); }})()""")


def place(browser):
    """The middle of the first scroll view."""
    return browser.ask("""(() => { const port = document.querySelector(".port"); port.scrollIntoView({block: "center", behavior: "instant"});
        const b = port.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()""")


def swipe(browser, touches=False):
    x, y = place(browser)
    for step in range(6):
        at = y + 60 - 20 * step
        if touches:
            kind = "touchStart" if step == 0 else "touchMove"
            browser.call("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": at}])
        else:
            browser.mouse("mousePressed" if step == 0 else "mouseMoved", x, at, button="left", buttons=1, clickCount=1)
        wait(browser, 16)
    if touches:
        browser.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
    else:
        browser.mouse("mouseReleased", x, y - 40, button="left", clickCount=1)


def check_feel(browser, path, checks):
    """Two scroll views, one finger: a session of UIScrollView's constants beside GTK."""
    browser.open(path, width=1280)
    widest = "(() => { const gesture = document.querySelector('[data-gesture]'); return gesture.selectedOptions[0].text; })()"
    difference = "(() => { const said = document.querySelector('.apart output').textContent.match(/at most ([−\\d.]+)/)[1]; " \
        "return Math.abs(Number(said.replace('−', '-'))); })()"
    for engine in ("GTK", "Kivy 3"):
        choose(browser, "[data-engine]", engine)
        first, largest = browser.ask(f"[{widest}, {difference}]")
        recorded = browser.ask("JSON.parse(document.querySelector('[data-feel] > script').textContent).recordedGestures")
        others = {}
        for index in range(browser.ask("document.querySelector('[data-gesture]').options.length")):
            choose(browser, "[data-gesture]", str(index))
            others[browser.ask(widest)] = browser.ask(difference)
        others = {name: apart for name, apart in others.items() if name in recorded}
        checks.that(first in others and largest >= max(others.values()) - 0.05,
                    f"feel: beside {engine} it begins with the widest recorded gesture, but {first} is {largest} of {others}")
        browser.open(path, width=1280)
    fling = browser.ask("[...document.querySelector('[data-gesture]').options].find(option => option.text === 'fling at 2000 pt/s').value")
    choose(browser, "[data-gesture]", fling)
    choose(browser, "[data-engine]", "GTK")
    checks.that(browser.ask(widest) == "fling at 2000 pt/s", "feel: another engine keeps a gesture that was chosen")
    ahead, shown = browser.ask(f"""[[...document.querySelectorAll('.trace .line')].map(line => line.getAttribute('d')), {OUTPUT}]""")
    checks.that(len(ahead[0]) > 200 and len(ahead[1]) > 200 and ahead[0] != ahead[1],
                "feel: the gesture is drawn for both before anybody touches them")
    largest = re.search(r"at most (\S+) pt", shown)
    checks.that(largest is not None and abs(float(largest.group(1).replace("−", "-"))) > 50,
                f"feel: the difference is said before anybody touches them, but {shown!r}")
    x, y = place(browser)
    checks.that(browser.ask(OFFSETS) == [0, 0], "feel: both begin at the top")
    swipe(browser)
    wait(browser, 60)
    early = browser.ask(OFFSETS)
    wait(browser, 2500)
    late, said = browser.ask(f"[{OFFSETS}, {OUTPUT}]")
    checks.that(early[0] > 80 and early[1] > 80, f"feel: one finger moves both, but {early}")
    checks.that(late[0] > late[1] > early[1], f"feel: a smaller decay glides farther, but {late} after {early}")
    checks.that(abs(float(re.search(r"apart (\S+) pt", said).group(1)) - (late[0] - late[1])) < 0.051,
                f"feel: the distance is that of the views, {late}, but {said!r}")
    browser.mouse("mouseWheel", x, y, deltaX=0, deltaY=200)
    wait(browser, 600)
    checks.that(browser.ask(OFFSETS)[0] > late[0] + 150, "feel: the wheel scrolls both")
    drawn = browser.ask("document.querySelector('.trace .line').getAttribute('d').length")
    checks.that(drawn > 20, "feel: the motion is drawn")

    browser.ask("document.querySelector('[data-do=ahead]').click()")
    first = browser.ask(OUTPUT)
    browser.ask("document.querySelector('[data-do=ahead]').click()")
    checks.that("recording at" in first and browser.ask(OUTPUT) != first, f"feel: frame by frame, but {first!r}")
    choose(browser, "[data-speed]", "0.25")
    browser.ask("document.querySelector('[data-do=play]').click()")
    began = float(re.search(r"at (\S+) s$", browser.ask(OUTPUT)).group(1))
    wait(browser, 1000)
    now = float(re.search(r"at (\S+) s$", browser.ask(OUTPUT)).group(1))
    checks.that(0.1 < now - began < 0.5, f"feel: the replay goes at a quarter of the speed, but {now - began} s in 1 s")

    code = browser.ask("document.querySelector('.code').textContent")
    choose(browser, "[data-constant='fling.decayConstant']", "0.5")
    changed = browser.ask("document.querySelector('.code').textContent")
    checks.that(code != changed, "feel: a slider changes the code")
    address = browser.ask("location.hash")
    checks.that("engine=GTK" in address and "fling.decayConstant=" in address, f"feel: the address keeps the state, but {address}")
    browser.call("Page.reload")
    browser.events = []
    browser.wait("Page.loadEventFired")
    again = browser.ask("[document.querySelector('[data-engine]').value, document.querySelector('.code').textContent]")
    checks.that(again == ["GTK", changed], f"feel: the address brings the state back, but {again}")

    hidden = "document.querySelector('[data-display]').parentNode.hidden"
    choose(browser, "[data-engine]", "UIScrollView")
    checks.that(browser.ask(hidden), "feel: a screen's frame rate is no choice for an engine that does not move by frames")
    choose(browser, "[data-engine]", "Kivy 2")
    checks.that(browser.ask(hidden) is False, "feel: an engine that moves by frames has a choice of the screen's frame rate")
    ends = []
    for rate in ("60", "120"):
        choose(browser, "[data-display]", rate)
        browser.ask("document.querySelector('[data-do=gesture]').click()")
        wait(browser, 4000)
        ends.append(browser.ask(OFFSETS)[1])
    checks.that(ends[0] > 100 and abs(ends[0] - ends[1]) > 1, f"feel: Kivy's fling depends on the frame rate, but {ends}")
    checks.that("screen=120" in browser.ask("location.hash"), "feel: the address keeps the screen")

    for engine in ("Chromium", "iScroll", "cocos2d-x", "FairyGUI", "MobileLikeScroller"):
        choose(browser, "[data-engine]", engine)
        browser.ask("document.querySelector('[data-do=gesture]').click()")
        wait(browser, 700)
        offsets = browser.ask(OFFSETS)
        checks.that(min(offsets) > 50 and all(abs(each) < 1e5 for each in offsets), f"feel: {engine} moves, but {offsets}")
    choose(browser, "[data-engine]", "vaul")
    said = browser.ask("document.querySelector('.missing').textContent")
    checks.that(said == "The catalogue has no fling, bounce for vaul; yours are used.", f"feel: a part of an engine says so, but {said!r}")
    said = browser.ask("document.querySelector('.unavailable').textContent")
    checks.that("Chromium, wheel" in said and "vaul" not in said, f"feel: the page names the engines that cannot be chosen, but {said!r}")

    browser.open(path, width=390, height=844)
    browser.call("Emulation.setTouchEmulationEnabled", enabled=True)
    choose(browser, "[data-engine]", "GTK")
    swipe(browser, touches=True)
    wait(browser, 1500)
    checks.that(min(browser.ask(OFFSETS)) > 100, f"feel: a touch moves both, but {browser.ask(OFFSETS)}")
    browser.call("Emulation.setTouchEmulationEnabled", enabled=False)

    browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
    browser.ask("document.querySelector('[data-do=gesture]').click()")
    still = browser.ask(OFFSETS)
    wait(browser, 300)
    checks.that(still[0] > 500 and still == browser.ask(OFFSETS), f"feel: without motion a fling shows its end, but {still}")
    checks.that(not browser.complaints(), f"feel: no complaint, but {browser.complaints()}")
