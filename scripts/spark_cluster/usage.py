"""Seconds of a core that a process and all it starts have used.

A machine that has other work to do makes processes wait but hardly work longer, so these tell what it costs.
"""

import contextlib
import math
import os
import time


def home():
    """The folder of the control group (version 2) that this process is in; None where there is none."""
    with open("/proc/self/cgroup") as file:
        names = [line.strip().removeprefix("0::") for line in file if line.startswith("0::")]
    with open("/proc/mounts") as file:
        mounts = [line.split()[1] for line in file if line.split()[2] == "cgroup2"]
    return mounts[0] + names[0].rstrip("/") if mounts and names else None


@contextlib.contextmanager
def counted():
    """Gives a function that tells the seconds so far; NaN where no account is kept (Linux does so for root)."""
    try:
        outer = home()
        group = f"{outer}/scrollfit-{os.getpid()}"
        os.mkdir(group)
        move(group)
    except OSError:
        yield lambda: math.nan
        return
    try:
        yield lambda: seconds(group)
    finally:
        move(outer)
        # Processes that have lost their cluster take a moment to end; a group that is not empty stays.
        for _ in range(300):
            with contextlib.suppress(OSError):
                os.rmdir(group)
                break
            time.sleep(0.1)


def move(group):
    """This process belongs to the group, and what it starts from now on."""
    with open(f"{group}/cgroup.procs", "w") as file:
        file.write("0")


def seconds(group):
    with open(f"{group}/cpu.stat") as file:
        return int(file.readline().removeprefix("usage_usec")) / 1e6
