"""Further rows for `engines.py`, in the engines' own terms: their loops over frames and timers, their easings, and where one
integrates a law of motion, that law integrated numerically."""
import mpmath as mp

import engines as base
from engines import by_rate, constant, frame_decay, ratio, rubber, sign, spring


def share(t, duration):
    return min(t / duration, mp.mpf(1)) if duration else mp.mpf(1)


# Easings, by the sources' functions.
def power_out(n):
    return lambda u: 1 - (1 - u) ** n


def circular(u):
    return mp.sqrt(1 - (u - 1) * (u - 1))


def sine(u):
    return -(mp.cos(mp.pi * u) - 1) / 2


def qt_fixup(u):
    """A quarter of the time InQuad to the middle, then OutExpo."""
    if u < mp.mpf("0.25"):
        return (u * 4) ** 2 / 2
    v = (u - mp.mpf("0.25")) / mp.mpf("0.75")
    return mp.mpf(1) if v >= 1 else mp.mpf("0.5") + mp.mpf("1.001") * (1 - mp.power(2, -10 * v)) / 2


def pulse(scale):
    def raw(x):
        x *= scale
        if x < 1:
            return x - (1 - mp.exp(-x))
        start = mp.exp(-1)
        return start + (1 - mp.exp(-(x - 1))) * (1 - start)
    return lambda u: raw(u) / raw(mp.mpf(1))


def css(*points):
    return base.bezier(*map(mp.mpf, points))


# Flings.
def thrown(distance, duration, curve):
    """D and T by the velocity's magnitude in px/ms, as web engines have it."""
    def motion(x, v, context):
        speed = abs(mp.mpf(v)) / 1000
        d, t = distance(speed), duration(speed) / 1000
        if d == 0:
            t = mp.mpf(0)
        return (lambda time: x + sign(v) * d * (curve(share(time, t)) if t else 1)), None, t
    return motion


def iscroll(curve):
    return thrown(lambda s: s * s / (2 * mp.mpf("0.0006")), lambda s: s / mp.mpf("0.0006"), curve)


def leaflet(x, v, context):
    ease, deceleration = mp.mpf("0.2"), 3400
    limited = abs(mp.mpf(v)) * ease
    duration = limited / (deceleration * ease)
    offset = limited * duration / 2
    return (lambda t: x + sign(v) * offset * power_out(5)(share(t, duration))), None, duration


def cocos(x, v, context):
    duration = mp.sqrt(mp.sqrt(abs(mp.mpf(v)) / 5))
    return (lambda t: x + v * mp.mpf("0.7") * power_out(5)(share(t, duration))), None, duration


def fairy(x, v, context):
    speed, rate = abs(mp.mpf(v)), mp.mpf("0.967")
    part = min(((speed - 500) / 500) ** 2, 1) if speed > 500 else 0
    if part == 0:
        return (lambda t: mp.mpf(x)), None, mp.mpf(0)
    speed *= part
    duration = mp.log(60 / speed) / mp.log(rate) / 60
    change = sign(v) * speed * duration * mp.mpf("0.4")
    duration = max(duration, mp.mpf("0.3"))
    return (lambda t: x + change * power_out(3)(share(t, duration))), None, duration


def feathers(x, v, context):
    log_rate = mp.log(mp.mpf("0.998"))
    fixed = mp.mpf("-0.1") / mp.log(mp.power(mp.mpf("0.998"), mp.mpf(1000) / 60))
    distance = max(abs(mp.mpf(v)) / 1000 - mp.mpf("0.02"), 0) / -log_rate
    return (lambda t: x + sign(v) * distance * power_out(4)(share(t, fixed))), None, fixed


def linear_velocity(seconds):
    """v (1 - t/T), integrated."""
    def motion(x, v, context):
        return (lambda t: x + v * (min(t, seconds) - min(t, seconds) ** 2 / (2 * mp.mpf(seconds)))), None, seconds
    return motion


def pebble(x, v, context):
    distance = mp.mpf(v) * mp.mpf("0.24")
    duration = 3 * distance / v
    return (lambda t: x + distance * power_out(3)(share(t, duration))), None, duration


def lenis_touch(x, v, context):
    target = sign(v) * mp.power(abs(mp.mpf(v)) / 60, mp.mpf("1.7"))
    return (lambda t: x + target * (1 - mp.exp(-mp.mpf("0.075") * 60 * t))), None, None


def ticks(factor, interval):
    """Each tick multiplies the velocity, then moves by it. Only whole ticks are asked for."""
    factor, interval = mp.mpf(factor), mp.mpf(interval)

    def motion(x, v, context):
        def position(t):
            place, speed = mp.mpf(x), mp.mpf(v)
            for _ in range(int(round(float(t / interval)))):
                speed *= factor
                place += speed * interval
            return place
        return position, None, None
    motion.interval = float(interval)
    return motion


def drag(a, b):
    """v' = -a |v|^b: t and x as integrals over the logarithm s of the speed lost, t(s) inverted."""
    a, b = mp.mpf(a), mp.mpf(b)

    def motion(x, v, context):
        start = abs(mp.mpf(v))
        elapsed = lambda s: mp.power(start, 1 - b) / a * mp.quad(lambda w: mp.exp((b - 1) * w), [0, s])
        travel = lambda s: mp.power(start, 2 - b) / a * mp.quad(lambda w: mp.exp((b - 2) * w), [0, s])
        end = mp.power(start, 1 - b) / (a * (1 - b)) if b < 1 else None

        def position(t):
            if t == 0:
                return mp.mpf(x)
            if end is not None and t >= end:
                return x + sign(v) * mp.power(start, 2 - b) / (a * (2 - b))
            lost = mp.findroot(lambda s: elapsed(s) - t, (mp.mpf(0), mp.mpf(200)), solver="anderson", tol=1e-40)
            return x + sign(v) * travel(lost)
        return position, None, end
    return motion


def comfortable(x, v, context):
    """v' = -80 - 2v until it stands."""
    speed = abs(mp.mpf(v))
    end = mp.log((speed + 40) / 40) / 2
    place = lambda t: (speed + 40) / 2 * (1 - mp.exp(-2 * t)) - 40 * t
    return (lambda t: x + sign(v) * place(min(t, end))), None, end


def arkui(friction, scale):
    """x(t) = [K / (4.2 g)] v0 [1 - exp(-4.2 g t)]."""
    g = mp.mpf(friction)
    return by_rate(mp.exp(-mp.mpf("4.2") * g), lambda v: mp.mpf(scale) / (mp.mpf("4.2") * g) * v)


# Returns.
def tween(seconds, curve):
    seconds = mp.mpf(seconds)

    def motion(rest, d, v, context):
        end = seconds if d else mp.mpf(0)
        return (lambda t: rest + d * (1 - curve(t / end)) if t < end else mp.mpf(rest)), end
    return motion


def lvgl_return(rest, d, v, context):
    end = min(max(abs(mp.mpf(d)) / (mp.mpf(context["dimension"]) / 2), mp.mpf("0.2")), mp.mpf("0.4")) if d else mp.mpf(0)
    curve = css(0, 0, "0.58", 1)
    return (lambda t: rest + d * (1 - curve(t / end)) if t < end else mp.mpf(rest)), end


def towards(rate):
    return lambda rest, d, v, context: ((lambda t: rest + d * mp.exp(-mp.mpf(rate) * t)), None)


def flickity(rest, d, v, context):
    state = [rest + d, v / 60 * (1 - 0.28)]

    def step(state, frame):
        # `velocity` is what integratePhysics leaves: multiplied by the friction after the move.
        state[1] += (rest - state[0]) * 0.025
        state[0] += state[1]
        state[1] *= 1 - 0.28
        return True
    return base.frames(state, 1 / 60, step), None


def embla(duration):
    def motion(rest, d, v, context):
        def step(state, frame):
            state[1] += (rest - state[0]) / duration
            state[1] *= 0.68
            state[0] += state[1]
            return True
        return base.frames((rest + d, v / 60), 1 / 60, step), None
    return motion


def scrollbooster(rest, d, v, context):
    h, friction, bounce = context["frameInterval"], 0.05, 0.1

    def step(state, frame):
        distance = rest - state[0]
        force = distance * bounce
        stops_at = state[0] + (state[1] + force) / friction
        beyond = state[0] > rest
        if (beyond and stops_at <= rest) or (not beyond and stops_at >= rest):
            force = distance * bounce - state[1]
        state[1] = (state[1] + force) * (1 - friction)
        state[0] += state[1]
        return True
    return base.frames((rest + d, v * h), h, step), None


def impetus(rest, d, v, context):
    def step(state, frame):
        was = state[0] - rest
        state[1] *= 0.92
        state[0] += state[1]
        diff = rest - state[0]
        if was * (state[0] - rest) < 0:
            state[0] = rest
            return False
        if diff * state[1] <= 0:
            state[1] += diff * 0.04
        else:
            state[1] = (diff + (2.5 if diff > 0 else -2.5)) * 0.11
        return True
    return base.frames((rest + d, v / 60), 1 / 60, step), None


def enyo_return(rest, d, v, context):
    """constrain, verlet, friction; only whole steps of 10 ms are asked for."""
    def position(t):
        y, y0 = mp.mpf(d), mp.mpf(d) - mp.mpf(v) / 100
        for _ in range(int(round(float(t) * 100))):
            moved = (y - y0) * mp.mpf("0.9")
            y *= mp.mpf("0.93")
            y0 = y - moved
            y, y0 = y + (y - y0), y
            y = y0 + mp.mpf("0.97") * (y - y0)
        return rest + y
    return position, None


enyo_return.interval = 0.01


def kivy3(rest, d, v, context):
    h = context["frameInterval"]

    def step(state, frame):
        over = state[0] - rest
        if abs(over) > 0.5:
            state[1] += (-100.0 * over - 20.0 * state[1]) * h
        else:
            state[1] -= state[1] * 0.05 * h / 0.017
        state[0] += state[1] * h
        now = state[0] - rest
        if over * now < 0 or (abs(now) <= 0.5 and now * state[1] <= 0):
            state[0] = rest
            return False
        return True
    return base.frames((rest + d, v), h, step), None


def by_distance(constant_speed, gain, exponent, interval=None):
    def motion(rest, d, v, context):
        h = interval or context["frameInterval"]

        def step(state, frame):
            left = state[0] - rest
            moved = h * (constant_speed + gain * abs(left) ** exponent)
            if moved >= abs(left):
                state[0] = rest
                return False
            state[0] -= moved if left > 0 else -moved
            return True
        return base.frames((rest + d, 0), h, step), None
    return motion


def distance_by_events(resistance):
    """ds = g(s) dx, integrated in x(s) = the integral of 1/g from 0 to s."""
    def curve(x, w):
        spent = lambda s: mp.quad(lambda y: 1 / resistance(y, mp.mpf(w)), mp.linspace(0, s, 4))
        high = mp.mpf(1)
        while high < w * mp.mpf("0.999") and spent(high) < x:
            high = min(high * 2, w * mp.mpf("0.9999"))
        return base.bisect(lambda s: spent(s) >= x, high)
    return curve


FLINGS = {
    "ArkUI": arkui("0.75", "1.5"), "ArkUI, API 11": arkui("0.7", "1.5"), "ArkUI, API 10": arkui("0.6", 1),
    "Firefox Android": base.android, "Servo": frame_decay(lambda h: 0.95),
    "Kivy 2": frame_decay(lambda h: 1 - 0.05 * h / 0.017), "Kivy 3": frame_decay(lambda h: 1 - 0.05 * h / 0.017),
    "Slint": constant(2000), "Slint iOS": by_rate(mp.mpf("0.135")),
    "Avalonia": frame_decay(lambda h: 0.15 ** h), "Avalonia, iOS trackpad": frame_decay(lambda h: 0.95),
    "JavaFX": constant(1000 / mp.mpf("1.5")), "egui": constant(1000),
    "VS Code": constant(mp.mpf("0.005") * 1000 ** 2), "Clay": frame_decay(lambda h: 0.95),
    "kitty": ticks("0.96", "0.008"), "hypr-kinetic-scroll": ticks("0.92", "0.016"),
    "Mac Mouse Fix, trackpad": drag(30, "0.7"), "Mac Mouse Fix, medium": drag(15, "1.05"),
    "Mac Mouse Fix, low": drag(23, 1), "comfortable-motion.vim": comfortable,
    "KOReader": ticks(mp.power(mp.mpf("0.2"), mp.mpf(1) / 30), mp.mpf(1) / 30),
    "Godot": constant(1000), "cocos2d-x": cocos, "libGDX": linear_velocity(mp.mpf(1)), "FairyGUI": fairy,
    "Feathers": feathers, "LVGL": ticks("0.9", "0.033"), "Pebble OS": pebble,
    "Framer Motion, drag": by_rate(mp.exp(-1 / mp.mpf("0.75")), lambda v: mp.mpf("0.8") * v),
    "Ariya": by_rate(mp.exp(-1 / mp.mpf("0.325")), lambda v: mp.mpf("0.8") * v),
    "ScrollBooster": frame_decay(lambda h: 0.95), "Impetus": frame_decay(lambda h: 0.92),
    "iScroll": iscroll(css("0.1", "0.57", "0.1", 1)), "iScroll, without transitions": iscroll(circular),
    "better-scroll": thrown(
        lambda s: s * s / mp.mpf("0.0015"), lambda s: min(2500, 2 * s / mp.mpf("0.0015")), css("0.23", 1, "0.32", 1)),
    "Lenis": lenis_touch, "Leaflet": leaflet,
    "OpenLayers": thrown(lambda s: max((s - mp.mpf("0.05")) / mp.mpf("0.005"), 0), lambda s: mp.mpf(500), power_out(3)),
    "pixi-viewport": by_rate(mp.power(mp.mpf("0.98"), 1000 / mp.mpf(16))), "gravity.js": by_rate(mp.mpf("0.01")),
    "Enyo": ticks("0.97", mp.mpf(1) / 120), "react-spring": by_rate(mp.exp(-(1 - mp.mpf("0.998")) * 1000)),
    "Swiper, free mode": thrown(lambda s: s / 2 * 1000, lambda s: mp.mpf(1000), css(0, 0, "0.58", 1)),
    "Flickity, free scroll": frame_decay(lambda h: 1 - 0.075),
}
BOUNCES = {
    "ArkUI": base.response("0.416", "0.99"), "Qt Flickable": tween("0.4", qt_fixup),
    "QScroller": tween("0.49", power_out(2)), "Kivy 2": base.kivy, "Kivy 3": kivy3,
    "Slint iOS": ratio(1, mp.mpf("10.67037") ** 2, 1),
    "cocos2d-x": tween(1, power_out(5)), "libGDX": by_distance(30, 3.4, 1), "Feathers": tween("0.5", power_out(4)),
    "LVGL": lvgl_return, "Framer Motion, drag": spring(1, 200, 40), "ScrollBooster": scrollbooster,
    "Impetus": impetus, "iScroll": tween("0.6", css("0.1", "0.57", "0.1", 1)),
    "better-scroll": tween("0.8", css("0.165", "0.84", "0.44", 1)), "pixi-viewport": tween("0.15", sine),
    "gravity.js": spring(1, 90, 20), "Enyo": enyo_return, "PhotoSwipe": ratio(1, 900, 1),
    "PhotoSwipe, thrown": ratio(1, 900, "0.82"), "anime.js": spring(1, 80, 20),
}
SNAPS = {
    "Lenis, wheel": towards(6), "Flickity": flickity, "Embla": embla(25), "Embla, drag free": embla(43),
    "vim-smoothie": by_distance(10, 10, 0.9, 0.02), "SmoothScroll": tween("0.4", pulse(4)),
}
OVERSCROLLS = {
    "Firefox": distance_by_events(lambda s, w: (1 - s / w) / 16),
    "Kivy 2": lambda x, w: 200 * (mp.sqrt(1 + x / 100) - 1),
    # A quotient of the rubber band times a half.
    "Kivy 3": distance_by_events(
        lambda s, w: (mp.mpf("0.55") / (1 + s * mp.mpf("0.55") / w)) / 2),
    "Slint iOS": rubber("0.55"), "use-gesture": rubber("0.15"),
    "use-gesture, one bound": lambda x, w: mp.power(x, mp.mpf("0.15") * 5),
    "Swiper": lambda x, w: max(mp.power(x, mp.mpf("0.85")) - 1, 0),
    "vaul": lambda x, w: max(8 * (mp.log(mp.mpf(x) + 1) - 2), 0),
    "libGDX": lambda x, w: min(x, 50),
    **{name: (lambda part: lambda x, w: x * mp.mpf(part))(part) for name, part in (
        ("cocos2d-x", "0.5"), ("FairyGUI", "0.5"), ("Feathers", "0.33"), ("LVGL", "0.25"),
        ("Framer Motion, drag", "0.35"), ("Zynga Scroller", "0.5"), ("Enyo", "0.5"), ("PhotoSwipe", "0.35"),
        ("anime.js", "0.2"))},
    **{name: lambda x, w: mp.mpf(x) / 3 for name in ("iScroll", "better-scroll")},
}
VELOCITIES = {
    ("niri", "projection"): lambda v: -v / (1000 * mp.log(mp.mpf("0.997"))),
    ("PhotoSwipe", "projection"): lambda v: v / 1000 * mp.mpf("0.995") / (1 - mp.mpf("0.995")),
}
# At which speed each is stopped, pt/s.
STOPS = {"Slint iOS": 10, "pixi-viewport": 10}
