"""Seconds of a core that processes have used, their children and children's children included (Linux).

A machine that has other work to do makes a process wait but hardly work longer, so these tell what it costs.
"""

import ctypes
import os
import resource
import time

SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER of prctl
TICKS = os.sysconf("SC_CLK_TCK")


def adopt_orphans():
    """From now on a process below this one whose parent ends is this one's child, which can be waited for."""
    ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)


def text(path):
    """What the system tells of a process; empty where it has just ended."""
    try:
        with open(path) as file:
            return file.read()
    except OSError:
        return ""


def fields(process):
    """What follows the name in the line of /proc: the state, which is the third word there, and so on."""
    return text(f"/proc/{process}/stat").rpartition(")")[2].split()


def children(process):
    """The processes below a process that have not ended."""
    threads = os.listdir(f"/proc/{process}/task")
    below = " ".join(text(f"/proc/{process}/task/{thread}/children") for thread in threads).split()
    return [int(child) for child in below if fields(child)[:1] not in ([], ["Z"])]


def used(living):
    """Of this process's children that have ended and of those that live, once these have no children left."""
    while any(children(process) for process in living) or set(children(os.getpid())) - set(living):
        time.sleep(0.1)
    # Orphans have nobody else who waits for them.
    while os.waitpid(-1, os.WNOHANG)[0]:
        pass
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    own = (fields(process)[11:15] for process in living)  # utime, stime, and the same of children that ended
    return ended.ru_utime + ended.ru_stime + sum(int(ticks) for times in own for ticks in times) / TICKS
