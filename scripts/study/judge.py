#!/usr/bin/env python3
"""Compares found phases with the true phases of simulated sessions.

    python3 scripts/study/judge.py TRUTH.ndjson FOUND.ndjson [--notes FILE] [--bars]

Both files have one session a line, in the same order. Prints two Markdown tables with a row per
recording condition and a total. A cell reads: percentage ± standard error (number of cases).
Standard errors are binomial, or Poisson for rates per session; they count one more hit and one
more miss, so that they stay above 0. Times of the found phases use the clock of `t`. A session
of a single motion counts in the columns "single" and in those of intervals and boundaries.
"""

import argparse
import json
import math
import re
import sys
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any, Dict, IO, Iterator, List, Optional, Sequence, Set, Tuple

MINIMUM_OVERLAP = 0.7  # of the union of two sample ranges, for a match
ACCEPTED_SHARE = 0.5  # of a found phase's samples, that a true phase of its kind has to cover
HIGH_BOUNCE = 10.0  # grid steps; lower edge bounces are not counted
TIME_ROUNDING = 1e-9  # s, of a time that was written as a decimal
STILL_KINDS = ("rest", "drag", "rubberband", "hold", "touch")
SPRING_KINDS = ("bounce", "snap", "return")
MODEL_KINDS = SPRING_KINDS + ("deceleration", "programmatic", "constantvelocity", "unknown")

# Families of the models and kinds that a program may name, without case and punctuation.
FAMILY_NAMES: Dict[str, Sequence[str]] = {
    "exponential": (
        "exponential", "decel", "decelstop", "exponentialstop", "exponentialdeceleration",
        "decelerationwithstopvelocity", "stopvelocity",
    ),
    "constant": ("constant", "constantdeceleration", "parabola", "parabolic", "quadratic"),
    "spring": (
        "bounce", "snap", "return", "spring", "criticalspring", "criticallydampedspring",
        "dampedspring", "springfree", "bouncephase",
    ),
}
FAMILIES: Dict[str, Set[str]] = {
    name: {family} for family, names in FAMILY_NAMES.items() for name in names
}
# The true kinds that a moving phase of a found kind may stand for.
FINGER_KINDS = {"drag", "rubberBand"}
ACCEPTED_KINDS: Dict[str, Set[str]] = {
    "deceleration": {"deceleration"}, "exponential": {"deceleration"},
    "constant": {"deceleration"}, "bounce": {"bounce", "snap"}, "snap": {"bounce", "snap"},
    "return": {"bounce", "snap"}, "spring": {"bounce", "snap"},
    "programmatic": {"programmatic"}, "constantvelocity": {"constantVelocity"},
    "unknown": {
        "deceleration", "bounce", "snap", "programmatic", "constantVelocity", "drag",
        "rubberBand",
    },
}
# The column of each constant; of a spring with another damping ratio the natural frequency.
CONSTANT_COLUMNS = {"k": "k", "damping": "damping", "frequency": "damping"}

PHASE_COLUMNS = (
    "flings", "pull-hold", "pull-release", "edge bounces", "snaps", "refresh", "programmatic",
    "constant velocity",
)
SHARE_COLUMNS = PHASE_COLUMNS + (
    "single right", "single undecided", "single wrong", "wrong and holds", "k interval",
    "damping interval", "from", "to",
)
ADVERSE_CONDITIONS = ("gaussian-1", "late-2")
BARRED_PHASES = ("pull-hold", "pull-release", "edge bounces", "snaps")

Phase = Dict[str, Any]


# MARK: - Names


def plain(name: Optional[str]) -> str:
    """Returns a name in lower case, without spaces and punctuation."""
    return re.sub(r"[^a-z0-9]", "", (name or "").lower())


def alternatives(phase: Phase) -> List[str]:
    return [plain(name) for name in phase.get("alternatives") or []]


def true_family(phase: Phase) -> str:
    return str(phase["model"]) if phase["kind"] == "deceleration" else "spring"


def named_family(phase: Phase) -> Set[str]:
    """Returns the family that a found phase names; empty without a model."""
    kind = plain(phase.get("kind"))
    name = kind if kind in SPRING_KINDS else plain(phase.get("model"))
    return FAMILIES.get(name, set())


def alternative_families(phase: Phase) -> Set[str]:
    return set().union(*(FAMILIES.get(name, set()) for name in alternatives(phase)))


def is_moving(phase: Phase) -> bool:
    return plain(phase.get("kind")) not in STILL_KINDS


def compact(phases: Sequence[Phase]) -> str:
    """Returns phases on one line: kind, model, alternatives and sample range of each."""
    texts = []
    for phase in phases:
        model = "[{}]".format(phase["model"]) if phase.get("model") else ""
        others = "?" + ",".join(phase["alternatives"]) if phase.get("alternatives") else ""
        height = "({:.1f})".format(phase["height_steps"]) if "height_steps" in phase else ""
        texts.append(
            f"{phase['kind']}{model}{others}{height} {phase['first']}-{phase['last']}"
        )
    return " | ".join(texts)


# MARK: - Ranges


def range_of(phase: Phase) -> Tuple[int, int]:
    return phase["first"], phase["last"]


def common(a: Tuple[int, int], b: Tuple[int, int]) -> int:
    """Returns the number of samples that two ranges share."""
    return max(0, min(a[1], b[1]) - max(a[0], b[0]) + 1)


def overlap(a: Tuple[int, int], b: Tuple[int, int]) -> float:
    """Returns the shared samples relative to the union."""
    shared = common(a, b)
    return shared / (a[1] - a[0] + b[1] - b[0] + 2 - shared)


def visible_range(
    phase: Phase, offsets: Sequence[float], slack: float
) -> Tuple[int, int]:
    """Returns the range without samples that equal the rest before it, or to within `slack` after it.

    A recording that ends with the phase shows its rest in its last sample.
    """
    first, last = range_of(phase)
    low, high = first, last
    while low < high and first > 0 and offsets[low] == offsets[first - 1]:
        low += 1
    rest = offsets[min(last + 1, len(offsets) - 1)]
    while high > low and abs(offsets[high] - rest) <= slack:
        high -= 1
    return low, high


def match_quality(true: Phase, found: Phase, offsets: Sequence[float], grid: float) -> float:
    """Returns the overlap; springs and eases may end where their offset stops changing.

    An engine that ends a spring puts the content at its rest, often a pixel from where it has stood
    still: the end may be before that pixel too.
    """
    value = overlap(range_of(true), range_of(found))
    if true["kind"] == "deceleration":
        return value
    ends = (visible_range(true, offsets, slack) for slack in (0, 1.001 * grid))
    return max(value, *(overlap(end, range_of(found)) for end in ends))


# MARK: - Counts


@dataclass
class Share:
    hits: int = 0
    count: int = 0

    def add(self, is_hit: bool) -> None:
        self.hits += is_hit
        self.count += 1

    @property
    def percent(self) -> float:
        return 100 * self.hits / self.count if self.count else math.nan

    @property
    def standard_error(self) -> float:
        """The binomial standard error in percent, after adding one hit and one miss."""
        p = (self.hits + 1) / (self.count + 2)
        return 100 * math.sqrt(p * (1 - p) / (self.count + 2))

    def text(self) -> str:
        if not self.count:
            return "–"
        return f"{self.percent:.1f} ± {self.standard_error:.1f} ({self.count})"


@dataclass
class Row:
    """The counts of a recording condition."""

    sessions: int = 0
    invented: int = 0
    named_otherwise: int = 0
    shares: Dict[str, Share] = field(
        default_factory=lambda: {name: Share() for name in SHARE_COLUMNS}
    )

    def add(self, other: "Row") -> None:
        self.sessions += other.sessions
        self.invented += other.invented
        self.named_otherwise += other.named_otherwise
        for name, share in other.shares.items():
            self.shares[name].hits += share.hits
            self.shares[name].count += share.count

    @property
    def invented_rate(self) -> float:
        return 100 * self.invented / self.sessions if self.sessions else math.nan

    def invented_text(self) -> str:
        return f"{self.invented_rate:.2f} ± {100 * math.sqrt(self.invented + 1) / max(1, self.sessions):.2f}"

    def texts(self, columns: Sequence[str]) -> List[str]:
        return [self.shares[column].text() for column in columns]


# MARK: - Judgment


class SessionJudgment:
    """Compares one session with its truth."""

    def __init__(self, truth: Phase, found: Phase, row: Row) -> None:
        self.times: List[float] = truth["t"]
        self.offsets: List[float] = truth["y"]
        self.grid: float = truth["grid"]
        self.truth: List[Phase] = truth["truth"]
        self.found: List[Phase] = found.get("phases") or []
        self.is_single = truth["scenarios"] == ["single"]
        self.row = row
        self.misses: List[str] = []

    def run(self) -> List[str]:
        """Counts the session in its row; returns its misses."""
        self.row.sessions += 1
        for phase in self.truth:
            column = self.column(phase)
            if self.is_single:
                self.judge_single(phase)
            elif column is not None:
                self.judge_phase(phase, column)
        self.count_invented()
        return self.misses

    def column(self, phase: Phase) -> Optional[str]:
        """Returns the column that counts a true phase."""
        kind = phase["kind"]
        if kind == "bounce" and phase["scenario"] == "edge-bounce":
            return "edge bounces" if phase["height_steps"] >= HIGH_BOUNCE else None
        if kind == "bounce":
            return str(phase["scenario"])
        return {
            "deceleration": "flings", "snap": "snaps", "programmatic": "programmatic",
            "constantVelocity": "constant velocity",
        }.get(kind)

    def best(self, phase: Phase, kinds: Sequence[str]) -> Optional[Phase]:
        """Returns the found phase of these kinds that overlaps enough, if there is one."""
        candidates = [
            (match_quality(phase, found, self.offsets, self.grid), -n, found)
            for n, found in enumerate(self.found)
            if {plain(found.get("kind")), *alternatives(found)} & set(kinds)
        ]
        if not candidates:
            return None
        quality, _, found = max(candidates, key=lambda candidate: candidate[:2])
        return found if quality >= MINIMUM_OVERLAP else None

    def judge_phase(self, phase: Phase, column: str) -> None:
        kinds = SPRING_KINDS if column == "refresh" else (plain(phase["kind"]),)
        match = self.best(phase, kinds)
        if match is None:
            self.note(phase, column, self.name_of_unmatched(phase))
        elif phase["kind"] == "deceleration":
            if true_family(phase) not in named_family(match) | alternative_families(match):
                self.note(phase, column, "other model")
                match = None
        self.row.shares[column].add(match is not None)
        if match is not None:
            self.judge_values(phase, match)

    def note(self, phase: Phase, what: str, reason: str) -> None:
        self.misses.append(f"{what} {phase['first']}-{phase['last']}: {reason}")

    def name_of_unmatched(self, phase: Phase) -> str:
        """Returns the reason of a miss, and counts springs of another name."""
        if plain(phase["kind"]) in SPRING_KINDS:
            other = self.best(phase, SPRING_KINDS)
            if other is not None:
                self.row.named_otherwise += 1
                return f"named otherwise ({other['kind']})"
        return "not found"

    def judge_single(self, phase: Phase) -> None:
        """Counts a single motion as right, undecided between models, or wrong."""
        if not is_moving(phase):
            return
        match = self.best(phase, MODEL_KINDS)
        named = named_family(match) if match else set()
        rivals = alternative_families(match) | named if match else set()
        # An alternative "deceleration" without a model includes every deceleration.
        if match and "deceleration" in alternatives(match) and not rivals & {
            "exponential", "constant"
        }:
            rivals |= {"exponential", "constant"}
        is_held = true_family(phase) in rivals
        is_right = is_held and len(rivals) == 1 and is_moving(match)
        shares = self.row.shares
        shares["single right"].add(is_right)
        shares["single undecided"].add(is_held and not is_right)
        shares["single wrong"].add(not is_held)
        shares["wrong and holds"].add(not is_held and self.is_claimed_otherwise(phase))
        if not is_held:
            self.note(phase, "single", "wrong" if match else "not found")
        elif match is not None and true_family(phase) in named:
            self.judge_values(phase, match)

    def is_claimed_otherwise(self, phase: Phase) -> bool:
        """Returns true if a phase within a motion is said to hold a model of another family."""
        for found in self.found:
            families = named_family(found) | alternative_families(found)
            length = found["last"] - found["first"] + 1
            if (
                is_moving(found) and found.get("verdict") == "holds"
                and true_family(phase) not in families
                and common(range_of(found), range_of(phase)) >= ACCEPTED_SHARE * length
            ):
                return True
        return False

    def judge_values(self, phase: Phase, match: Phase) -> None:
        self.judge_constants(phase, match)
        self.judge_boundary(phase, match, "from", self.times[phase["first"]])
        self.judge_boundary(phase, match, "to", self.times[phase["last"]])

    def judge_constants(self, phase: Phase, match: Phase) -> None:
        """Counts the confidence intervals that hold the true constants."""
        constants = match.get("constants") or {}
        truth = dict(phase["constants"])
        if "damping" in truth:
            truth["frequency"] = truth["damping"] / truth.get("ratio", 1)
        for key, name in CONSTANT_COLUMNS.items():
            true, found = truth.get(key), constants.get(key)
            if true is None or found is None or (found[1] is None and found[2] is None):
                continue
            low = -math.inf if found[1] is None else found[1]
            high = math.inf if found[2] is None else found[2]
            self.row.shares[f"{name} interval"].add(low <= true <= high)
            if not low <= true <= high:
                self.note(phase, name, f"{true:.4f} outside {low:.4f}..{high:.4f}")

    def judge_boundary(self, phase: Phase, match: Phase, name: str, time: float) -> None:
        found, error = match.get(name), match.get(f"{name}Error")
        if found is None or error is None:
            return
        is_inside = abs(time - found) <= error + TIME_ROUNDING
        self.row.shares[name].add(is_inside)
        if not is_inside:
            self.note(phase, name, f"{time:.4f} outside {found:.4f} ± {error:.4f}")

    def count_invented(self) -> None:
        """Counts moving phases that no true phase of an acceptable kind covers by half.

        The kinds of a phase's alternatives are acceptable too. `unknown` may stand for every
        true motion, a drag included; for kinds outside `ACCEPTED_KINDS`, such as `wheel`,
        nothing is acceptable.
        """
        for found in self.found:
            if not is_moving(found):
                continue
            names = [plain(found.get("kind"))] + alternatives(found)
            kinds = set().union(*(ACCEPTED_KINDS.get(name, FINGER_KINDS if name in FINGER_KINDS else set()) for name in names))
            length = found["last"] - found["first"] + 1
            covered = max(
                (common(range_of(found), range_of(true))
                 for true in self.truth if true["kind"] in kinds),
                default=0,
            )
            if covered < ACCEPTED_SHARE * length:
                self.row.invented += 1
                self.note(found, "invented", str(found["kind"]))


# MARK: - Files


def lines(file: IO[str]) -> Iterator[Phase]:
    return (json.loads(line) for line in file if line.strip())


def judge(truth: IO[str], found: IO[str], notes: Optional[IO[str]]) -> Dict[str, Row]:
    """Returns the counts of each condition; writes the sessions with misses to `notes`."""
    rows: Dict[str, Row] = {}
    for number, (true, other) in enumerate(zip_longest(lines(truth), lines(found)), 1):
        if true is None or other is None:
            shorter = "TRUTH" if true is None else "FOUND"
            raise SystemExit(f"judge.py: {shorter} ends before session {number}")
        if true["id"] != other["id"]:
            raise SystemExit(
                f"judge.py: session {number} is {true['id']} in TRUTH, {other['id']} in FOUND"
            )
        row = rows.setdefault(true["condition"], Row())
        misses = SessionJudgment(true, other, row).run()
        if notes is not None and misses:
            notes.write(
                f"{true['id']} ({true['scenario']}, rate {true['rate']}, grid "
                f"{true['grid']:.3g})\n  misses: {'; '.join(misses)}\n"
                f"  true:   {compact(true['truth'])}\n"
                f"  found:  {compact(other.get('phases') or [])}\n"
            )
    return rows


def total(rows: Dict[str, Row]) -> Row:
    sum_of_rows = Row()
    for row in rows.values():
        sum_of_rows.add(row)
    return sum_of_rows


def print_tables(rows: Dict[str, Row]) -> None:
    """Prints the two tables of docs/phases.md: motions of sessions, then the rest."""
    columns = [name for name in SHARE_COLUMNS if name not in PHASE_COLUMNS]
    for header, cells in (
        (["recorded times", "sessions", *PHASE_COLUMNS], lambda row: [str(row.sessions), *row.texts(PHASE_COLUMNS)]),
        (["recorded times", *columns, "invented per 100"], lambda row: [*row.texts(columns), row.invented_text()]),
    ):
        print("| " + " | ".join(header) + " |")
        print("|---" + "|---:" * (len(header) - 1) + "|")
        for name, row in [*rows.items(), ("total", total(rows))]:
            print("| " + " | ".join([name, *cells(row)]) + " |")
        print()


# MARK: - Bars


def missed_bars(rows: Dict[str, Row]) -> List[str]:
    """Returns a sentence for each bar that is missed; shares without a case are skipped."""
    missed: List[str] = []

    def require(where: str, what: str, value: float, low: float, high: float = 100) -> None:
        if not math.isnan(value) and not low <= value <= high:
            missed.append(f"{where}: {what} is {value:.2f}, required {low:g} to {high:g}")

    for name, row in rows.items():
        is_adverse = name in ADVERSE_CONDITIONS
        require(name, "flings", row.shares["flings"].percent, 97 if is_adverse else 99)
        for column in BARRED_PHASES:
            require(name, column, row.shares[column].percent, 96 if is_adverse else 98)
    every = total(rows)
    wrong = every.shares["single wrong"]
    require("total", "single right or undecided", 100 - wrong.percent, 99)
    require("total", "wrong and holds", every.shares["wrong and holds"].percent, 0, 0.3)
    intervals, boundaries = Share(), Share()
    for name in ("k interval", "damping interval"):
        intervals.hits += every.shares[name].hits
        intervals.count += every.shares[name].count
    for name in ("from", "to"):
        boundaries.hits += every.shares[name].hits
        boundaries.count += every.shares[name].count
    require("total", "intervals", intervals.percent, 93, 97.5)
    require("total", "boundaries", boundaries.percent, 94, 99)
    require("total", "invented per 100 sessions", every.invented_rate, 0, 1)
    return missed


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare found phases with true phases.")
    parser.add_argument("truth", metavar="TRUTH", help="Sessions from sessions.py.")
    parser.add_argument("found", metavar="FOUND", help="Found phases, in the same order.")
    parser.add_argument("--notes", metavar="FILE", help="Write every miss to this file.")
    parser.add_argument(
        "--bars", action="store_true", help="Exit with status 1 where a bar is missed."
    )
    arguments = parser.parse_args()
    notes = open(arguments.notes, "w", encoding="utf-8") if arguments.notes else None
    with open(arguments.truth, encoding="utf-8") as truth:
        with open(arguments.found, encoding="utf-8") as found:
            rows = judge(truth, found, notes)
    print_tables(rows)
    every = total(rows)
    print(f"Bounces and snaps found under another of their names: {every.named_otherwise}.")
    if notes is not None:
        notes.write(f"Bounces and snaps named otherwise: {every.named_otherwise}\n")
        notes.close()
    if not arguments.bars:
        return 0
    missed = missed_bars(rows)
    print("\n" + ("Missed bars:" if missed else "All bars are met."))
    for sentence in missed:
        print("- " + sentence)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
