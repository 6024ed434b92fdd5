"""Legends, keys, ranges, phases, strips and thumbnails of a page's pictures; terms, forest plots, the chooser, tables and cards."""
import json


def labels(name):
    return f"[...document.querySelectorAll(\"figure[data-picture='{name}'] .labels text\")].map(t => t.textContent).join()"


def press(browser, name, key, shift=False):
    browser.ask(f"""document.querySelector("figure[data-picture='{name}'] > svg").dispatchEvent(
        new KeyboardEvent("keydown", {{key: {json.dumps(key)}, shiftKey: {json.dumps(shift)}}}))""")


def check_release(browser, path, checks):
    """Pictures of releases: the content's and the finger's velocities, predictions that differ without color, and their numbers."""
    browser.open(path, width=390)
    pictures = browser.ask("""[...document.querySelectorAll("figure[data-picture^='release-1-y']")].map(figure =>
        JSON.parse(figure.querySelector("script").textContent))""")
    checks.that(len(pictures) == 3, f"three releases are drawn, but {len(pictures)}")
    for picture in pictures:
        marks = [mark for mark in picture["panels"][0]["marks"] if mark["label"]]
        names = [mark["label"] for mark in marks]
        checks.that("finger, between samples" in names and "fling, fitted" in names, f"finger and fling are drawn, but {names}")
        lines = [mark["ink"] for mark in marks if mark["kind"] == "line"]
        checks.that(len(lines) == 5 and len(set(lines)) == 5, f"lines of the content, the fling and three predictions differ, but {lines}")
        checks.that([picture["x"]["unit"], picture["panels"][0]["y"]["unit"]] == ["ms", "pt/s"], "axes have their units")
    rows = browser.ask("""[...document.querySelectorAll("table")].find(t => /^Velocities that/.test(t.caption?.textContent ?? ""))?.tBodies[0].rows.length""")
    checks.that(rows == 9, f"three predictions of three releases are in a table, but {rows}")
    wide = browser.ask("document.documentElement.scrollWidth <= innerWidth")
    checks.that(wide, "the page of a release is no wider than a phone")


def check_timeline(browser, path, checks):
    """The timeline of a recording with several phases, and the pictures of its fits."""
    browser.open(path, width=1280)
    home = browser.ask(labels("recording-1"))
    links = browser.ask("""[...document.querySelectorAll("nav.phases a")].map(a => Boolean(document.querySelector(a.hash + " > svg")))""")
    checks.that(len(links) > 2 and all(links), f"every phase leads to its picture, but {links}")
    browser.ask("document.querySelector('nav.phases a').click()")
    place = browser.ask("document.querySelector(document.querySelector('nav.phases a').hash).getBoundingClientRect().top")
    checks.that(-1 <= place < 900, f"a phase opens its fit, but that is at {place}")
    zoomed = browser.ask(labels("recording-1"))
    checks.that(zoomed != home, "a phase zooms the timeline to itself")
    for key, what in (("d", "moves"), ("w", "zooms")):
        press(browser, "recording-1", key)
        now = browser.ask(labels("recording-1"))
        checks.that(now != zoomed, f"{key} {what} the picture")
        zoomed = now
    press(browser, "recording-1", "0")
    checks.that(browser.ask(labels("recording-1")) == home, "0 shows the whole timeline")
    # The bar of a phase above the panel is the same link.
    band = browser.ask("""(() => { const links = [...document.querySelectorAll("nav.phases a")], link = links[links.length - 1];
        const svg = document.querySelector("#recording-1 > svg"); svg.scrollIntoView({block: "center", behavior: "instant"});
        const box = svg.getBoundingClientRect(), panel = JSON.parse(svg.parentNode.querySelector("script").textContent).panels[0];
        const times = panel.marks.flatMap(mark => mark.x ?? []), last = Math.max(...times), first = Math.min(...times);
        const middle = (Number(link.dataset.from) + Number(link.dataset.to)) / 2, place = 66 + 560 * (middle - first) / (last - first);
        return [box.x + place * box.width / 640, box.y + (panel.top - 4) * box.width / 640]; })()""")
    for kind in ("mousePressed", "mouseReleased"):
        browser.mouse(kind, *band, button="left", clickCount=1)
    checks.that(browser.ask(labels("recording-1")) != home, "the bar of a phase zooms to it")
    press(browser, "recording-1", "0")
    follow = browser.ask("""[".verdict", ".cards", "#recording-1", "[data-feel]", "#fit-1"].map(each => document.querySelector(each))
        .every((node, i, all) => node && (i === 0 || all[i - 1].compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING))""")
    checks.that(follow, "verdict, cards, timeline, scroll views and phases follow each other")
    quantities = browser.ask("""JSON.parse(document.querySelector("#recording-1 > script").textContent).panels.map(p => p.y.quantity)""")
    checks.that("y velocity" in quantities, f"the timeline has the velocity, but {quantities}")

    checks.that("y finger travel" in quantities, f"the timeline has the finger's travel, but {quantities}")
    rug = browser.ask("""(() => { const rug = JSON.parse(document.querySelector("#recording-1 > script").textContent).panels[0].marks
        .find(mark => mark.kind === "rug"); return [rug.label, rug.names.every(name => / frames? dropped$/.test(name))]; })()""")
    checks.that(rug == ["dropped frames", True], f"the timeline marks dropped frames, but {rug}")
    check_strip(browser, checks)
    check_terms(browser, checks)

    output = "document.querySelector('#fit-1 output').textContent"
    press(browser, "fit-1", "ArrowRight")
    for _ in range(4):
        press(browser, "fit-1", "ArrowRight", shift=True)
    said = browser.ask(output)
    checks.that(all(word in said for word in ("range", "distance", "mean velocity")), f"a range is measured, but {said!r}")
    press(browser, "fit-1", "Escape")

    toggled = browser.ask("""(() => { const figure = document.querySelector("#fit-1"), marks = JSON.parse(figure.querySelector(":scope > script").textContent).panels[0].marks;
        const at = marks.findIndex(mark => mark.label.startsWith("fitted")), path = figure.querySelector(`[data-panel="0"] [data-mark="${at}"]`);
        const button = [...figure.querySelectorAll(".legend button")].find(each => each.textContent.trim() === marks[at].label);
        const seen = [getComputedStyle(path).display]; button.click(); seen.push(getComputedStyle(path).display, button.ariaPressed);
        button.click(); seen.push(getComputedStyle(path).display); return seen; })()""")
    checks.that(toggled == ["inline", "none", "false", "inline"], f"a legend's entry hides its mark and shows it, but {toggled}")
    engine = browser.ask("""JSON.parse(document.querySelector("#fit-1 > script").textContent).panels[0].marks.some(
        mark => mark.kind === "line" && mark.ink === "second")""")
    checks.that(engine, "the engine's curve is in the main picture")
    checks.that(not browser.complaints(), f"timeline: no complaint, but {browser.complaints()}")


def check_names(browser, path, checks):
    """Two models of one phase have names of their own."""
    browser.open(path)
    names = browser.ask("[...document.querySelectorAll('nav.phases a')].map(a => a.textContent)")
    checks.that(len(set(names)) == len(names) and any(": " in name for name in names), f"fits have names of their own, but {names}")


def check_strip(browser, checks):
    """The strip under the timeline: shows the visible range, is dragged, and moved by keys."""
    window = "[...document.querySelectorAll('#recording-1 .overview .window')].flatMap(w => [w.x.baseVal.value, w.width.baseVal.value])"
    whole = browser.ask(window)
    checks.that(whole == [66, 560], f"the strip shows the whole, but {whole}")
    for _ in range(6):
        press(browser, "recording-1", "w")
    before, ticks = browser.ask(window), browser.ask(labels("recording-1"))
    checks.that(before[0] > 66 and before[1] < 300, f"the strip shows the visible part, but {before}")
    x, y, width, height = browser.ask("""(() => { const strip = document.querySelector("#recording-1 .overview");
        strip.scrollIntoView({block: "center", behavior: "instant"});
        const b = strip.getBoundingClientRect(); return [b.x, b.y, b.width, b.height]; })()""")
    at = x + (before[0] + before[1] / 2) * width / 640
    browser.mouse("mousePressed", at, y + height / 2, button="left", clickCount=1)
    browser.mouse("mouseMoved", at + 100 * width / 640, y + height / 2, button="left", buttons=1)
    browser.mouse("mouseReleased", at + 100 * width / 640, y + height / 2, button="left", clickCount=1)
    after = browser.ask(window)
    checks.that(abs(after[0] - before[0] - 100) < 2 and abs(after[1] - before[1]) < 0.1, f"the strip is dragged, but from {before} to {after}")
    checks.that(browser.ask(labels("recording-1")) != ticks, "dragging the strip moves the picture")
    for key, end in (("Home", 66), ("End", 626 - before[1])):
        browser.ask(f"document.querySelector('#recording-1 .overview').dispatchEvent(new KeyboardEvent('keydown', {{key: '{key}'}}))")
        place = browser.ask(window)[0]
        checks.that(abs(place - end) < 0.1, f"{key} moves the strip to {end}, but it is at {place}")
    press(browser, "recording-1", "0")
    checks.that(browser.ask(window) == whole, "0 shows the whole in the strip")


def check_terms(browser, checks):
    """Each term is a button that the keyboard reaches; it opens its explanation, and Escape closes it."""
    terms = browser.ask("[...document.querySelectorAll('.term')].map(b => [b.textContent, b.tabIndex, b.popoverTargetElement?.textContent.length > 40])")
    checks.that(len(terms) > 8 and all(index == 0 and explained for _, index, explained in terms), f"terms are explained, but {terms}")
    sorts = browser.ask("[...document.querySelectorAll('table:has(tbody tr:nth-child(4)) thead th:has(> .term)')].map(th => th.querySelectorAll(':scope > .sort.beside').length)")
    checks.that(len(sorts) > 0 and all(count == 1 for count in sorts), f"a column whose title is explained is sorted by a button beside it, but {sorts}")
    opened = "[...document.querySelectorAll('.explanation')].filter(p => p.matches(':popover-open')).map(p => p.id)"
    browser.ask("document.querySelector('.term').focus()")
    checks.that(browser.ask(opened) == [], "no explanation is open before it is asked for")
    for kind in ("keyDown", "keyUp"):
        browser.call("Input.dispatchKeyEvent", type=kind, key="Enter", code="Enter", windowsVirtualKeyCode=13, text="\r")
    shown = browser.ask(opened)
    checks.that(len(shown) == 1, f"Enter on a term opens its explanation, but {shown}")
    for kind in ("keyDown", "keyUp"):
        browser.call("Input.dispatchKeyEvent", type=kind, key="Escape", code="Escape", windowsVirtualKeyCode=27)
    checks.that(browser.ask(opened) == [], "Escape closes an explanation")


def check_forest(browser, path, checks):
    """The forest plot of a batch: a row a recording under its group, filtered together with the tables."""
    browser.open(path, width=1280)
    rows = browser.ask("[...document.querySelectorAll('.forest li')].map(li => [li.className, li.querySelectorAll('.dot,.mean,.above,.below').length])")
    checks.that([name for name, _ in rows].count("group") == 2 and all(marks == 1 for _, marks in rows) and len(rows) > 40,
                f"batch: every row of the forest plot has its mark, but {rows}")
    checks.that(browser.ask("document.querySelectorAll('.forest li:has(.above) a').length") > 0,
                "batch: a recording far out is an arrow and a link to its picture")
    for width in (1280, 768, 500, 390):
        browser.open(path, width=width)
        least = browser.ask("Math.min(...[...document.querySelectorAll('.forest .track')].map(t => t.offsetWidth).filter(w => w))")
        checks.that(least > 150, f"batch: at {width} px the forest plot has room for its values, but {least} px")
        tracks = browser.ask("""[...document.querySelectorAll('.forest')].map(plot => [...plot.querySelectorAll('li:not([hidden]) .track, .bars-axis .track')]
            .map(track => { const box = track.getBoundingClientRect(); return [Math.round(box.left), Math.round(box.right)].join(); }))""")
        checks.that(all(len(set(plot)) == 1 for plot in tracks), f"batch: at {width} px the axis is as wide as the rows, but {[set(plot) for plot in tracks]}")
    browser.open(path, width=1280)
    visible = ("[...document.querySelectorAll('.forest li:not(.group)'), ...document.querySelectorAll('main tbody tr')].filter(row => !row.hidden)"
               ".map(row => row.firstElementChild.textContent.trim()).filter(name => name.includes('ndjson'))")
    def type_in(text):
        browser.ask(f"""(() => {{ const input = document.querySelector(".filter input"); input.value = {json.dumps(text)};
            input.dispatchEvent(new Event("input")); }})()""")
    everything = browser.ask(visible)
    type_in("SERIES G7")
    found = browser.ask(visible)
    checks.that(len(found) > 2 and all(name.endswith("series g7") for name in found), f"batch: the filter keeps one recording, but {found}")
    said = browser.ask("document.querySelector('.filter output').textContent")
    checks.that(said.startswith("1 of "), f"batch: the filter says how many it keeps, but {said!r}")
    type_in("device new")
    found = set(browser.ask(visible))
    checks.that(0 < len(found) < len(set(everything)), f"batch: the filter knows groups, but keeps {len(found)}")
    type_in("no such recording")
    checks.that(browser.ask(visible) == [], "batch: the filter can hide all")
    type_in("")
    checks.that(browser.ask(visible) == everything, "batch: an empty filter shows all")
    checks.that(not browser.complaints(), f"batch: no complaint, but {browser.complaints()}")


def check_identification(browser, path, engine, checks):
    """The chart over all phases: before the first phase, with the engine that the verdict is about."""
    browser.open(path, width=1280)
    labels = browser.ask("[...document.querySelector('section').querySelectorAll('.bars li')].map(li => li.firstElementChild.textContent)")
    checks.that(1 < len(labels) <= 15 and any(label.startswith(engine) for label in labels),
                f"identify: the answer has a chart with {engine}, but {labels}")
    checks.that(not browser.complaints(), f"identify: no complaint, but {browser.complaints()}")


def check_comparison(browser, path, checks):
    """One picture at a time, the worst first; a sorted table; tables as cards on a phone."""
    browser.open(path, width=1280)
    shown = "[...document.querySelectorAll('.chooser figure')].filter(f => f.getBoundingClientRect().height).map(f => f.id)"
    first = browser.ask(shown)
    checks.that(len(first) == 1, f"compare: one picture is shown, but {first}")
    distances = browser.ask("""[...document.querySelectorAll(".chooser figcaption")].map(c => Number(/: ([\\d.e+-]+) /.exec(c.textContent)[1]))""")
    beyond = browser.ask("""[...document.querySelector('.chooser').parentNode.querySelectorAll('tbody tr')].map(row => row.lastElementChild.textContent === "not covered")""")
    order = list(zip(beyond, (-distance for distance in distances)))
    checks.that(len(beyond) == len(distances) and order == sorted(order),
                f"compare: the largest difference comes first, what is not covered last, but {order}")
    browser.ask("""(() => { const select = document.querySelector(".chooser select"); select.value = 2; select.dispatchEvent(new Event("change")); })()""")
    checks.that(browser.ask(shown) != first, "compare: another gesture can be chosen")
    column = "[...document.querySelector('.chooser').parentNode.querySelectorAll('tbody tr')].map(row => parseFloat(row.cells[2].textContent))"
    browser.ask("document.querySelector('.chooser').parentNode.querySelectorAll('.sort')[2].click()")
    rising = browser.ask(column)
    checks.that(rising == sorted(rising), f"compare: a table is sorted by a column's title, but {rising}")
    browser.open(path, width=390, height=844)
    wide = browser.ask("[...document.querySelectorAll('.scroll')].filter(n => n.offsetWidth && n.scrollWidth > n.clientWidth + 1).length")
    checks.that(wide == 0, f"compare: tables are cards on a phone, but {wide} are too wide")


def check_thumbnails(browser, path, checks):
    """The pictures of a video above its timeline: at their times, apart, larger under the pointer, and moved by zooming."""
    places = """[...document.querySelectorAll(".thumbnails li:not([hidden])")].map(item => { const box = item.querySelector("img").getBoundingClientRect();
        return [box.left, box.right, box.top, item.getBoundingClientRect().left, Number(item.dataset.time)]; })"""
    for width in (1280, 390):
        browser.open(path, width=width)
        found = browser.ask(places)
        checks.that(6 <= len(found) <= 12, f"a video has thumbnails, but {len(found)}")
        checks.that(all(a[1] <= b[0] + 1 for a, b in zip(found, found[1:])), f"{width} px: no thumbnail covers another, but {found}")
        left, right = browser.ask("""(() => { const box = document.querySelector("#recording-1 > svg").getBoundingClientRect();
            return [66, 626].map(x => box.left + x / 640 * box.width); })()""")
        duration = found[-1][4]
        checks.that(all(abs(each[3] - left - (right - left) * each[4] / duration) < 1.5 for each in found), f"{width} px: thumbnails are at their times, but {found}")
    checks.that(browser.ask("[...document.images].every(image => image.complete && image.naturalHeight === 400 && image.alt.startsWith('Video at '))"),
                "thumbnails are decoded, and have alternative texts")
    browser.open(path, width=1280)
    browser.ask("document.querySelector('.thumbnails').scrollIntoView({block: 'start', behavior: 'instant'})")
    first = browser.ask(places)[1]
    browser.mouse("mouseMoved", (first[0] + first[1]) / 2, first[2] + 20)
    heights = browser.ask("[...document.images].map(image => image.getBoundingClientRect().height)")
    checks.that(sorted(heights)[-1] >= 400 and sorted(heights)[-2] < 200, f"a thumbnail that is pointed at is larger, but {heights}")
    said = browser.ask("document.querySelector('#recording-1 output').textContent")
    checks.that("offset" in said and "fling" in said, f"its sample is read off, but {said!r}")
    before = len(browser.ask(places))
    browser.ask("document.querySelector('nav.phases a').click()")
    after = browser.ask(places)
    checks.that(0 < len(after) < before, f"zooming shows the thumbnails of the range, but {after}")
    press(browser, "recording-1", "0")
    checks.that(len(browser.ask(places)) == before, "the whole timeline has all thumbnails again")
    checks.that(not browser.complaints(), f"thumbnails: no complaint, but {browser.complaints()}")
