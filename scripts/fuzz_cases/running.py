"""Runs of a case with limits of time and memory, and what is wrong with their outcomes."""

import json
import os
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request

from .case import BAD

SECONDS, BYTES = 30, 1 << 30
STATUSES = {0, 1, 2, 3, 64}


class Outcome:
    def __init__(self, status, output, errors, seconds, kilobytes):
        self.status, self.output, self.errors = status, output, errors
        # Of the processor: other work on the machine makes no run longer.
        self.seconds, self.kilobytes = seconds, kilobytes


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (4 * BYTES, 4 * BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(binary, case, folder):
    path, out = f"{folder}/in.{case.ending}".rstrip("."), f"{folder}/out"
    for old in (path, out):
        shutil.rmtree(old, ignore_errors=True)
        if os.path.exists(old):
            os.unlink(old)
    os.mkdir(out)
    case.write(path)
    words = case.words(path, out)
    environment = dict(os.environ, SWIFT_BACKTRACE="enable=no", TMPDIR=folder)
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        process = subprocess.Popen([binary, *words], cwd=BAD, stdin=subprocess.DEVNULL, stdout=output, stderr=errors,
                                   preexec_fn=limit, env=environment)
        # A run that waits for ever uses no processor.
        timer = threading.Timer(20 * SECONDS, process.kill)
        timer.start()
        if case.verb == "record":
            post(process, output, case.content)
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        errors.seek(0)
        seconds = usage.ru_utime + usage.ru_stime
        return Outcome(process.returncode, output.read(), errors.read(), seconds, usage.ru_maxrss)


def post(process, output, body):
    """Gives the server of `record` a gesture and its end; one that does not answer is killed."""
    address = None
    begun = time.monotonic()
    while process.poll() is None and time.monotonic() - begun < 20 and not address:
        time.sleep(0.005)
        # By the descriptor, whose position the process shares.
        address = re.search(rb"(http://[^/]+)/\?(token=\S+)\n", os.pread(output.fileno(), 1 << 16, 0))
    try:
        for path, content in [("gestures", body), ("finish", b"")]:
            base, token = (part.decode() for part in address.groups())
            request = urllib.request.Request(f"{base}/{path}?{token}", data=content, method="POST")
            try:
                urllib.request.urlopen(request, timeout=SECONDS).close()
            except urllib.error.HTTPError:
                pass
    except (AttributeError, OSError):
        if process.poll() is None:
            process.kill()


def cause(case, outcome):
    """What is wrong with a run; None where nothing is."""
    if outcome.status in (-signal.SIGXCPU, -signal.SIGKILL):
        return f"more than {SECONDS} s"
    if outcome.status < 0:
        return signal.Signals(-outcome.status).name
    if outcome.kilobytes > BYTES >> 10:
        return f"more than {BYTES >> 30} GB"
    if outcome.status not in STATUSES:
        return f"status {outcome.status}"
    if outcome.status in (1, 64) and not outcome.errors:
        return "failure without a word"
    if b"ended the process" in outcome.output + outcome.errors or b"worker crashed" in outcome.errors:
        return "worker ended"
    # A statement that is refused has no answer.
    is_refused = case.verb == "query" and outcome.status == 2 and not outcome.output
    if "json" in case.arguments and outcome.status in (0, 2, 3) and not is_refused:
        try:
            json.loads(outcome.output, parse_constant=lambda word: 1 / 0)
        except (ValueError, ZeroDivisionError):
            return "JSON that is none"
    return None


def minimized(binary, case, found, folder, tries=200):
    """The case with as few lines, then bytes, as still show the finding."""
    if isinstance(case.content, dict):
        return case

    def shows(content):
        smaller = case.holding(content)
        return cause(smaller, run(binary, smaller, folder)) == found

    begun = time.monotonic()
    for joint in (b"\n", b""):
        parts = case.content.split(joint) if joint else [bytes([byte]) for byte in case.content]
        size = max(1, len(parts) // 2)
        while size and tries > 0 and time.monotonic() - begun < 300:
            place, changed = 0, False
            while place < len(parts) and tries > 0:
                tries -= 1
                rest = parts[:place] + parts[place + size :]
                if shows(joint.join(rest)):
                    parts, changed = rest, True
                else:
                    place += size
            size = size if changed and size == 1 else size // 2
        case = case.holding(joint.join(parts))
    return case
