"""Every row of the engine catalogue in the engine's own terms: loops over milliseconds and frames where it loops, powers of
its own rate where it has one, complex roots for springs. Nothing is taken from the toolkit; constants stand here again."""
import json

import mpmath as mp

import series as data

mp.mp.dps = 30
WIDE, DENSE = {"frameInterval": 1 / 60, "density": 1, "dimension": 812}, \
    {"frameInterval": 1 / 120, "density": 3, "dimension": 667}
GLIDES = [(113.7, 842.3), (-40.25, -2931.0), (7.5, 317.0)]
RETURNS = [(64.3, -12.7, -903.1), (-3.9, 81.4, 33.3), (1500.25, 47.5, -12.0), (0.0, 0.0, 1750.0)]
G = mp.mpf("9.80665") * mp.mpf("39.37") * 160 * mp.mpf("0.84")
P = mp.log(mp.mpf("0.78")) / mp.log(mp.mpf("0.9"))


def sign(v):
    return -1 if v < 0 else 1


def bisect(condition, high):
    """The least argument in 0 .. high from which on a monotone condition holds."""
    low, high = mp.mpf(0), mp.mpf(high)
    for _ in range(140):
        middle = (low + high) / 2
        low, high = (low, middle) if condition(middle) else (middle, high)
    return high


# Flings: (x0, v0, context) -> (position, velocity, end by the law or None).
def by_rate(per_second, distance=None):
    """x0 + D (1 - r^t); D = v0 / -ln r unless given."""
    def motion(x, v, context):
        k = -mp.log(per_second)
        d = v / k if distance is None else distance(v)
        return (lambda t: x + d * (1 - mp.power(per_second, t))), (lambda t: d * k * mp.power(per_second, t)), None
    return motion


def milliseconds(x, v, context):
    """POP's recursion, a millisecond a step; only whole milliseconds are asked for."""
    d = mp.mpf("0.998")

    def position(t):
        place, speed = mp.mpf(x), mp.mpf(v)
        for _ in range(int(round(float(t) * 1000))):
            speed *= d
            place += speed / 1000
        return place
    return position, None, None


def constant(a):
    def motion(x, v, context):
        end = abs(mp.mpf(v)) / a
        return (lambda t: x + v * min(t, end) - sign(v) * a * min(t, end) ** 2 / 2), \
            (lambda t: v - sign(v) * a * t if t < end else 0), end
    return motion


def chromium_curve(x, v, context):
    """a e^(-g t) - b t - a from the moment at which it has the release velocity."""
    a, b, g = mp.mpf("-5707.62"), 172, mp.mpf("3.7")
    curve = lambda t: a * mp.exp(-g * t) - b * t - a
    slope = lambda t: -a * g * mp.exp(-g * t) - b
    start = -mp.log((abs(v) + b) / (-a * g)) / g
    end = -mp.log(b / (-a * g)) / g
    return (lambda t: x + sign(v) * (curve(min(start + t, end)) - curve(start))), \
        (lambda t: sign(v) * slope(start + t) if start + t < end else 0), end - start


def flutter_android(x, v, context):
    reference = mp.mpf("0.015") * G / mp.mpf("0.35")
    duration = P * mp.mpf("0.35") * mp.power(abs(v) / reference, 1 / (P - 1))
    distance = v * duration / P
    share = lambda t: min(t / duration, 1)
    return (lambda t: x + distance * (1 - mp.power(1 - share(t), P))), \
        (lambda t: v * mp.power(1 - share(t), P - 1)), duration


def listviewkit(x, v, context):
    duration = mp.cbrt(abs(mp.mpf(v)) / 4000)
    share = lambda t: min(t / duration, 1)
    return (lambda t: x + v * duration / 4 * (1 - (1 - share(t)) ** 4)), \
        (lambda t: v * (1 - share(t)) ** 3), duration


def flutter_macos(x, v, context):
    r = mp.mpf("0.135")
    speed = lambda t: v * mp.power(r, t) - sign(v) * 1400 * t
    end = bisect(lambda t: speed(t) * sign(v) <= 0, abs(v) / 1400)
    place = lambda t: x + v * (mp.power(r, t) - 1) / mp.log(r) - sign(v) * 700 * t * t
    return (lambda t: place(min(t, end))), (lambda t: speed(t) if t < end else 0), end


def android(x, v, context):
    """OverScroller's spline, its table built by its bisection in doubles."""
    table, low = [], 0.0
    for i in range(100):
        alpha, high = i / 100, 1.0
        while True:
            s = low + (high - low) / 2
            coefficient = 3 * s * (1 - s)
            t = coefficient * ((1 - s) * 0.175 + s * 0.35) + s * s * s
            if abs(t - alpha) < 1e-5:
                break
            low, high = (low, s) if t > alpha else (s, high)
        table.append(coefficient * ((1 - s) * 0.5 + s) + s * s * s)
    table.append(1.0)
    friction = mp.mpf("0.015")
    level = mp.log(mp.mpf("0.35") * abs(v) / (friction * G))
    duration = mp.exp(level / (P - 1))
    distance = sign(v) * friction * G * mp.exp(P * level / (P - 1))

    def place(t):
        if t >= duration:
            return x + distance
        row = int(100 * t / duration)
        part = 100 * t / duration - row
        return x + distance * (table[row] + part * (table[row + 1] - table[row]))
    return place, None, duration


def bezier(x1, y1, x2, y2):
    def curve(a, b, s):
        return 3 * (1 - s) ** 2 * s * a + 3 * (1 - s) * s * s * b + s ** 3

    def value(x):
        if x <= 0 or x >= 1:
            return mp.mpf(0 if x <= 0 else 1)
        return curve(y1, y2, bisect(lambda s: curve(x1, x2, s) >= x, 1))
    return value


def turned(x1, y1, slope, x2, y2):
    return bezier(x1, x1 * slope, x2, y2) if x1 * slope < y1 else bezier(y1 / slope, y1, x2, y2)


def chromium_default(x, v, context):
    """GetOffset: (|v| - a T / 2) T in px and ms, T the time to stand; at most three viewports."""
    a = mp.mpf("2.7559e-5") * 96
    speed = abs(mp.mpf(v)) / 1000
    whole = speed / a
    distance = min((speed - a * whole / 2) * whole, 3 * context["dimension"])
    duration = min(mp.mpf(2), abs(v) / mp.mpf(2300))
    curve = turned(mp.mpf("0.2"), 1, abs(v) * duration / distance, mp.mpf("0.55"), 1)
    return (lambda t: x + sign(v) * distance * curve(t / duration)), None, duration


def quartic(x, v, context):
    """Lengths in pages, a page the viewport; sign by mirror image."""
    page = context["dimension"]
    w = abs(mp.mpf(v)) / page
    b, c, d = mp.mpf("7.1397"), mp.mpf("25.08"), mp.mpf("37.43")
    speed = lambda t: w - 2 * b * t + 3 * c * t ** 2 / w - 4 * d * t ** 3 / w ** 2
    first = 0
    while speed(w * first / 1000) > 0:
        first += 1
    end = bisect(lambda t: speed(t) <= 0, w * first / 1000)
    place = lambda t: w * t - b * t ** 2 + c * t ** 3 / w - d * t ** 4 / w ** 2
    return (lambda t: x + sign(v) * page * place(min(t, end))), \
        (lambda t: sign(v) * page * speed(t) if t < end else 0), end


def frames(start, interval, step, seconds=12):
    """Positions by frames in doubles; straight between them. step(state, frame) -> whether it goes on."""
    state, places, ended = list(start), [start[0]], False
    for frame in range(1, int(seconds / interval) + 2):
        if not ended:
            ended = not step(state, frame)
        places.append(state[0])

    def place(t):
        position = float(t) / interval
        frame = min(int(position + 1e-9), len(places) - 2)
        return places[frame] + (position - frame) * (places[frame + 1] - places[frame])
    return place


def frame_decay(factor):
    def motion(x, v, context):
        h = context["frameInterval"]

        def step(state, frame):
            state[1] *= factor(h)
            state[0] += state[1] * h
            return True
        return frames((x, v), h, step), None, None
    return motion


def reanimated(x, v, context):
    h = context["frameInterval"] * 1000

    def step(state, frame):
        state[1] *= float(mp.exp(-(1 - 0.998) * frame * h * 0.1))
        state[0] += state[1] * min(h, 64) / 1000
        return True
    return frames((x, v), h / 1000, step), None, None


def webkit_macos(x, v, context):
    def step(state, frame):
        weak = max(0, (250 - abs(state[1]) * 60) / 250)
        state[1] *= (0.975 - (0.975 - 0.91) * weak) ** ((1 / 60) / 0.008)
        state[0] += state[1]
        return abs(state[1]) > 0.5
    return frames((x, v / 60), 1 / 60, step), None, None


# Returns: (rest, displacement, velocity, context) -> (position, end by the law or None).
def spring(mass, stiffness, damping):
    """A e^(r1 t) + B e^(r2 t), r the complex roots of m r^2 + c r + k; equal roots: (A + B t) e^(r t)."""
    def motion(rest, d, v, context):
        root = mp.sqrt(mp.mpc(damping) ** 2 - 4 * mass * stiffness)
        r1, r2 = (-damping + root) / (2 * mass), (-damping - root) / (2 * mass)
        if abs(r1 - r2) < mp.mpf(10) ** -12 * abs(r1):
            return (lambda t: rest + mp.re((d + (v - r1 * d) * t) * mp.exp(r1 * t))), None
        a = (v - r2 * d) / (r1 - r2)
        return (lambda t: rest + mp.re(a * mp.exp(r1 * t) + (d - a) * mp.exp(r2 * t))), None
    return motion


def ratio(mass, stiffness, zeta):
    mass, stiffness, zeta = mp.mpf(mass), mp.mpf(stiffness), mp.mpf(zeta)
    return spring(mass, stiffness, 2 * zeta * mp.sqrt(mass * stiffness))


def response(seconds, fraction):
    return ratio(1, (2 * mp.pi / mp.mpf(seconds)) ** 2, fraction)


def elastic(amplitude, stiffness, period):
    def motion(rest, d, v, context):
        return (lambda t: rest + (d + v * t * mp.mpf(amplitude)) * mp.exp(-t * stiffness / mp.mpf(period))), None
    return motion


def android_return(rest, d, v, context):
    a = mp.mpf(2000) / context["density"]
    if d * v >= 0 and v != 0:
        over, slowing = mp.mpf(context["dimension"]) / 2 - abs(d), a
        if mp.mpf(v) ** 2 / (2 * a) > over:
            slowing = mp.mpf(v) ** 2 / (2 * over)
        turn = abs(v) / slowing
        apex = d + sign(v) * mp.mpf(v) ** 2 / (2 * slowing)
    else:
        turn, apex, slowing = mp.mpf(0), mp.mpf(d), a
    back = mp.sqrt(2 * abs(apex) / a)

    def place(t):
        if t < turn:
            return rest + d + v * t - sign(v) * slowing * t * t / 2
        u = (t - turn) / back
        return rest + (apex * (1 - 3 * u ** 2 + 2 * u ** 3) if u < 1 else 0)
    return place, turn + back


def compose_release(rest, d, v, context):
    duration = (200 + 200 * min(abs(mp.mpf(d)) / 120, 1)) / 1000 if d else mp.mpf(0)
    return (lambda t: rest + (d * mp.exp(mp.mpf("-6.625") * t / duration) if t < duration else 0)), duration


def chromium_bezier(rest, d, v, context):
    outward = d * v >= 0 and abs(v) > 200
    w = abs(mp.mpf(v)) / 1000 if outward else mp.mpf(0)
    delta = 35 * mp.sqrt(w)
    farthest = min(mp.mpf("0.1") * context["dimension"], abs(d) + delta)
    top = sign(d if d else v) * farthest
    ahead = min(mp.mpf("0.150"), mp.mpf("0.0025") * delta)
    back = min(mp.mpf("0.300"), mp.mpf("0.015") * farthest)
    one = turned(mp.mpf("0.25"), 1, w, mp.mpf("0.99"), 1)
    two = turned(mp.mpf("0.05"), mp.mpf("0.7"), w, mp.mpf("0.25"), 1)

    def place(t):
        if t < ahead:
            return rest + d + (top - d) * one(t / ahead)
        return rest + (top * (1 - two((t - ahead) / back)) if t < ahead + back else 0)
    return place, ahead + back


def eased(duration, points=("0.42", 0, "0.58", 1)):
    curve = bezier(*map(mp.mpf, points))

    def motion(rest, d, v, context):
        time = duration(abs(mp.mpf(d))) / 60 if d else mp.mpf(0)
        return (lambda t: rest + d * (1 - curve(t / time)) if t < time else mp.mpf(rest)), time
    return motion


def wheel(delta):
    slope = mp.mpf(6 - 12) / (480 - 120)
    return min(max((12 - 120 * slope) + delta * slope, 6), 12)


def unity(rest, d, v, context):
    """Mathf.SmoothDamp."""
    h, omega = context["frameInterval"], 2 / 0.1

    def step(state, frame):
        x = omega * h
        fade = 1 / (1 + x + 0.48 * x * x + 0.235 * x * x * x)
        change = state[0] - rest
        temp = (state[1] + omega * change) * h
        output = rest + (change + temp) * fade
        if change and (change < 0) == (output > rest):
            state[:] = [rest, 0]
        else:
            state[:] = [output, (state[1] - omega * temp) * fade]
        return True
    return frames((rest + d, v), h, step), None


def zynga(rest, d, v, context):
    def step(state, frame):
        state[0] += state[1]
        state[1] *= 0.95
        outside = rest - state[0]
        if outside * state[1] <= 0:
            state[1] += outside * 0.03
        else:
            state[1] = outside * 0.08
        return True
    return frames((rest + d, v / 60), 1 / 60, step), None


def kivy(rest, d, v, context):
    h = context["frameInterval"]

    def step(state, frame):
        over = state[0] - rest
        if abs(over) <= 0.5 and abs(state[1]) <= 0.5:
            return False
        returning = (over > 0 and state[1] < 0) or (over < 0 and state[1] > 0)
        force = state[1] * 0.05 * h / 0.017
        if abs(over) > 0.5:
            force += state[1] * 0.25 + over * 2.0
        else:
            over = 0
        was = state[0] - rest
        state[1] -= force
        state[0] += state[1] * h / (1 + abs(over) / 200)
        if returning and was * (state[0] - rest) <= 0:
            state[:] = [rest, 0]
            return False
        return True
    return frames((rest + d, v), h, step), None


def reanimated_return(rest, d, v, context):
    h, springs = context["frameInterval"] * 1000, [False]

    def step(state, frame):
        over = state[0] - rest
        if abs(over) > 0.1:
            springs[0] = True
        elif springs[0]:
            state[0] = rest
            return False
        state[1] = state[1] * float(mp.exp(-(1 - 0.998) * frame * h * 0.1)) - over * 0.6
        if not springs[0] and abs(state[1]) < 1:
            return False
        state[0] += state[1] * min(h, 64) / 1000
        return True
    return frames((rest + d, v), h / 1000, step), None


# Overscroll: (travel, dimension) -> offset, for travel >= 0.
def rubber(c):
    return lambda x, w: (1 - 1 / (x * mp.mpf(c) / w + 1)) * w


def rate(text):
    return by_rate(mp.power(mp.mpf(text), 1000))


def speed_below(limit):
    return lambda velocity, context: (lambda t: abs(velocity(t)) < limit / (context["density"] if limit == 20 else 1))


FLINGS = {
    "UIScrollView": (rate("0.998"), 10), "UIScrollView, fast": (rate("0.99"), 10),
    "AppKit": (listviewkit, None), "WebKit macOS": (webkit_macos, None),
    "ScrollMechanics": (rate("0.998"), None), "POP": (milliseconds, None), "Motion": (rate("0.998"), None),
    "Advance": (by_rate(mp.exp(-3)), mp.mpf("0.1")), "fluid-scroll": (rate("0.998"), 10),
    "fluid-scroll, fast": (rate("0.99"), 10), "LNCustomScrollView": (by_rate(mp.exp(-2)), None),
    "Android": (android, None), "Jetpack Compose, exponentialDecay": (by_rate(mp.exp(mp.mpf("-4.2"))), mp.mpf("0.1")),
    "Compose iOS": (rate("0.998"), mp.mpf("0.5")), "Flutter iOS": (by_rate(mp.mpf("0.135")), 20),
    "Flutter macOS": (flutter_macos, None), "Flutter Android": (flutter_android, None),
    "React Native Animated": (by_rate(mp.exp(-(1 - mp.mpf("0.998")) * 1000)), None),
    "Reanimated": (reanimated, None), "Reanimated, web": (reanimated, None),
    "Unity": (frame_decay(lambda h: 0.135 ** h), None),
    "Chromium": (chromium_default, None), "Chromium, expcurve": (chromium_curve, None),
    "Firefox": (frame_decay(lambda h: (1 - 0.002) ** (h * 1000)), None),
    "GTK": (by_rate(mp.exp(-4)), None), "WebKit GTK": (by_rate(mp.exp(-4)), 1),
    "Windows InteractionTracker": (by_rate(1 - mp.mpf("0.95")), 30),
    "Qt Flickable": (constant(1500), None), "QScroller": (constant(mp.mpf("0.125") * 100 / mp.mpf("0.0254")), None),
    "Framer Motion": (by_rate(mp.exp(-1 / mp.mpf("0.325")), lambda v: mp.mpf("0.8") * v), None),
    "Zynga Scroller": (frame_decay(lambda h: 0.95), None),
    "MobileLikeScroller": (quartic, None),
}
BOUNCES = {
    "UIScrollView": ratio(1, mp.mpf("10.9") ** 2, 1), "AppKit": elastic("0.31", 20, "1.6"),
    "WebKit macOS": elastic("0.31", 20, "1.6"), "ScrollMechanics": ratio(1, 100, 1),
    "Wave": response("0.2", "0.8"), "Wave, animated": response("0.82", 1),
    "Motion": spring(1, mp.mpf("193.41"), mp.mpf("26.70")), "Advance": spring(1, 120, 12),
    "fluid-scroll": response("0.575", 1), "Android": android_return, "Compose iOS": ratio(1, 120, 1),
    "Compose iOS, release": compose_release, "Compose iOS, fast release": ratio(1, 300, 1),
    "Flutter iOS": ratio("0.5", 100, "1.1"), "Flutter macOS": ratio("0.3", 75, "1.3"),
    "Reanimated": reanimated_return, "Unity": unity,
    "Chromium, elastic": elastic("0.31", 20, "1.6"), "Chromium, elastic on Android": elastic("0.2", 20, "1.1"),
    "Chromium, elastic on Windows": chromium_bezier, "Firefox": ratio(1, 200, "1.1"), "GTK": ratio(1, 100, 1),
    "Framer Motion": spring(1, 500, 10), "Zynga Scroller": zynga,
}
SNAPS = {
    "Chromium, wheel": eased(wheel), "Chromium, keyboard": eased(lambda d: 9),
    "Chromium, script": eased(lambda d: min(mp.sqrt(d), 42)),
    "Chromium, script of 156": eased(lambda d: min(mp.sqrt(d), 180), ("0.4", 0, 0, 1)),
}
OVERSCROLLS = {
    **{name: rubber("0.55") for name in
       ("UIScrollView", "ScrollMechanics", "Wave", "Motion", "fluid-scroll", "Compose iOS", "Unity")},
    "AppKit": rubber("0.075"), "Flutter iOS": rubber("0.52"), "Flutter macOS": rubber("0.26"),
    "WebKit macOS": lambda x, w: x / 20, "Chromium, elastic": lambda x, w: x / 20,
    "LNCustomScrollView": lambda x, w:
        mp.mpf("0.88") / mp.mpf("0.006") * (1 - mp.exp(-mp.mpf("0.006") * x)) + mp.mpf("0.12") * x,
    "Chromium, elastic on Windows": lambda x, w: mp.tanh(2 * x / w) * w / 10,
    "GTK": lambda x, w: min(x, 100), "Qt Flickable": lambda x, w: x / 2, "QScroller": lambda x, w: x / 2,
}
VELOCITIES = {
    ("UIScrollView", "projection"): lambda v: v / 1000 * mp.mpf("0.998") / (1 - mp.mpf("0.998")),
    ("Wave", "projection"): lambda v: v / 1000 * mp.mpf("0.998") / (1 - mp.mpf("0.998")),
    ("Flutter iOS", "momentum"): lambda v: sign(v) * min(mp.mpf("0.000816") * mp.power(abs(v), mp.mpf("1.967")), 40000),
}


def with_more():
    """These rows and those of `moreengines.py`, which takes its parts from here."""
    import moreengines as more
    flings = {**FLINGS, **{name: (motion, more.STOPS.get(name)) for name, motion in more.FLINGS.items()}}
    return (flings, (("bounce", {**BOUNCES, **more.BOUNCES}), ("snap", {**SNAPS, **more.SNAPS})),
            {**OVERSCROLLS, **more.OVERSCROLLS}, {**VELOCITIES, **more.VELOCITIES})


def times_of(motion, times):
    """Whole steps near the times of an engine whose motion is known at its steps alone."""
    interval = getattr(motion, "interval", None)
    return times if interval is None else [round(t / interval) * interval for t in times]


def case(engine, phase, context, state, at, values, end=None, stop=None):
    return {"engine": engine, "phase": phase, **context, "state": state, "at": at,
            "values": [float(v) for v in values], "end": None if end is None else float(end),
            "stop": None if stop is None else float(stop)}


def all_cases():
    flings, returns, overscrolls, velocity_curves = with_more()
    for engine, (motion, limit) in flings.items():
        # Time in whole milliseconds for POP, which knows no other.
        times = [0.0, 0.016, 0.05, 0.131, 0.42, 0.999, 1.7, 3.21] if engine == "POP" else \
            times_of(motion, [0.0, 0.0113, 0.05, 0.1307, 0.42, 0.999, 1.7001, 3.21])
        for context in (WIDE, DENSE):
            for x, v in GLIDES:
                place, velocity, end = motion(x, v, context)
                stop = None
                if limit is not None:
                    below = limit / context["density"] if engine == "Flutter iOS" else limit
                    stop = bisect(lambda t: abs(velocity(t)) < below, 64)
                yield case(engine, "fling", context, [x, v], times, [place(t) for t in times], end, stop)
    for phase, rows in returns:
        for engine, motion in rows.items():
            times = times_of(motion, [0.0, 0.0113, 0.05, 0.1307, 0.2501, 0.42, 0.999, 2.5])
            for context in (WIDE, DENSE):
                for rest, d, v in RETURNS:
                    place, end = motion(rest, d, v, context)
                    yield case(engine, phase, context, [rest, d, v], times, [place(t) for t in times], end)
    for engine, curve in overscrolls.items():
        for context in (WIDE, DENSE):
            travels = [0.0, 0.75, 13.0, 121.5, 460.0, 2100.0]
            yield case(engine, "overscroll", context, [], travels, [curve(x, context["dimension"]) for x in travels])
    for (engine, phase), curve in velocity_curves.items():
        velocities = [0.0, 12.5, -431.0, 2750.0, -9100.0]
        yield case(engine, phase, WIDE, [], velocities, [curve(mp.mpf(v)) for v in velocities])


if __name__ == "__main__":
    lines = ",\n".join(json.dumps(data.plain(item)) for item in all_cases())
    (data.OUTPUT / "engines.json").write_text('{"cases": [\n' + lines + "\n]}\n")
