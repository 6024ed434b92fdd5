"""Gestures that several drivers share. Each is performed by a hand (see common.Hand) in a window of 400 x 700 px."""
from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import common

MIDDLE = 200.0
Ask = Callable[..., object]  # asks the toolkit's thread for something
Gesture = Callable[[common.Hand, Ask], None]


def second_swipe(hand: common.Hand, ask: Ask) -> None:
    hand.swipe(MIDDLE, 600, 0, -300, 0.2)
    time.sleep(0.35)
    hand.swipe(MIDDLE, 600, 0, -300, 0.15)
    time.sleep(3.5)


def catch_reverse(hand: common.Hand, ask: Ask) -> None:
    hand.swipe(MIDDLE, 600, 0, -350, 0.16)
    time.sleep(0.4)
    hand.down(MIDDLE, 250)
    hand.hold(0.08)
    hand.drag(0, 300, 0.2)
    hand.up()
    time.sleep(3.0)


def slow_drag(hand: common.Hand, ask: Ask) -> None:
    hand.down(MIDDLE, 550)
    hand.drag(0, -200, 1.6)
    hand.hold(0.3)
    hand.up()
    time.sleep(0.8)


def held_drag(hand: common.Hand, ask: Ask) -> None:
    hand.down(MIDDLE, 600)
    hand.drag(0, -220, 0.3)
    hand.hold(0.6)
    hand.drag(0, 120, 0.25)
    hand.hold(0.4)
    hand.up()
    time.sleep(0.8)


def pull_start(hand: common.Hand, ask: Ask) -> None:
    hand.down(MIDDLE, 150)
    hand.drag(0, 300, 0.6)
    hand.hold(0.4)
    hand.up()
    time.sleep(1.6)


def pull_end_back(hand: common.Hand, ask: Ask) -> None:
    hand.down(MIDDLE, 600)
    hand.drag(0, -130, 0.5)
    hand.hold(0.3)
    hand.drag(0, 110, 0.5)
    hand.hold(0.2)
    hand.up()
    time.sleep(0.6)


def pull_end_release(hand: common.Hand, ask: Ask) -> None:
    hand.down(MIDDLE, 600)
    hand.drag(0, -110, 0.4)
    hand.hold(0.4)
    hand.up()
    time.sleep(1.6)


def catch_in_bounce(hand: common.Hand, ask: Ask) -> None:
    hand.swipe(MIDDLE, 600, 0, -350, 0.18)
    time.sleep(0.3)
    hand.down(MIDDLE, 400)
    hand.hold(0.35)
    hand.up()
    time.sleep(1.6)


def fling(hand: common.Hand, ask: Ask) -> None:
    hand.swipe(MIDDLE, 600, 0, -250, 0.17)
    time.sleep(3.5)


TEXTS = {
    second_swipe: "swipe at 1500 px/s, a second one at 2000 px/s 0.35 s later, in the glide",
    catch_reverse: "swipe at 2200 px/s, caught after 0.4 s and swiped back at 1500 px/s",
    slow_drag: "slow drag at 125 px/s, held 0.3 s, lifted: no fling",
    held_drag: "drag of 220 px, hold 0.6 s, drag back by 120 px, hold 0.4 s, lifted: no fling",
    pull_start: "drag of 300 px at the start edge, hold 0.4 s, lifted",
    pull_end_back: "drag of 130 px from 30 px before the end edge, hold 0.3 s, drag back by 110 px, lifted at rest",
    pull_end_release: "drag of 110 px from 30 px before the end edge, hold 0.4 s, lifted",
    catch_in_bounce: "swipe at 1900 px/s into the end edge, a finger down 0.3 s later for 0.35 s, then lifted",
    fling: "swipe at 1470 px/s",
}


def wheel(*turns: tuple[int, float, int, float], how: str = "") -> Gesture:
    """Turns the wheel by (notches, seconds between them, button, seconds to wait)."""
    def gesture(hand: common.Hand, ask: Ask) -> None:
        for count, interval, button, pause in turns:
            notches = hand.wheel(count, interval, button)
            time.sleep(pause)
            hand.session.label_until_rest(
                "wheel", notches[0], notches[-1] + 1 / 60, time.monotonic(),
                how or "from the first notch to the end of the motion as the toolkit reports it", notches=notches)
    return gesture


def keys(name: str, count: int, pause: float, hold: float = 0.03) -> Gesture:
    """Presses a key several times, held for a time, with a pause after each."""
    def gesture(hand: common.Hand, ask: Ask) -> None:
        hand.focus()
        time.sleep(0.4)
        for _ in range(count):
            pressed, released = hand.key(name, hold)
            time.sleep(pause)
            hand.session.label_until_rest(
                "programmatic", pressed, released, time.monotonic(),
                "from the key press to the end of the motion as the toolkit reports it, or the next press", key=name)
        time.sleep(0.3)
    return gesture


def programmatic(*requests: tuple[float, tuple[Any, ...]]) -> Gesture:
    """Asks for each (seconds to wait afterwards, arguments)."""
    def gesture(hand: common.Hand, ask: Ask) -> None:
        for wait, arguments in requests:
            begin = time.monotonic()
            ask(*arguments)
            time.sleep(wait)
            hand.session.label_until_rest(
                "programmatic", begin, begin, time.monotonic(),
                "from the program's request to the end of the motion as the toolkit reports it, or the next request",
                request=" ".join(map(str, arguments)))
        time.sleep(0.4)
    return gesture
