"""Tests of the job's parts that need neither Spark nor a cluster."""

import collections
import json
import math
import os
import random
import statistics
import subprocess
import tempfile
import unittest

from spark_job.fits import answers
from spark_job.numbering import Numbering
from spark_job.progress import Progress
from spark_job.summary import Moments

from .recordings import write_bad, write_frail

BINARY = None


class Batch:
    """A batch of lines as Spark gives it."""

    def __init__(self, line, text):
        self.columns = {"line": line, "text": text}

    def column(self, name):
        values = self.columns[name]
        return type("Column", (), {"to_pylist": lambda self: values})()


class Files:
    """A file system in memory, with the calls of Hadoop's that a job makes."""

    def __init__(self):
        self.content = {}

    def exists(self, path):
        return any(name == path or name.startswith(path + "/") for name in self.content)

    def delete(self, path, recursive):
        self.content = {name: text for name, text in self.content.items() if name != path and not name.startswith(path + "/")}

    def create(self, path, overwrite):
        self.content[path] = b""
        return type("Stream", (), {
            "write": lambda _, text: self.content.update({path: bytes(text)}), "close": lambda _: None})()

    def rename(self, old, new):
        self.content[new] = self.content.pop(old)

    def open(self, path):
        return type("Stream", (), {"readNBytes": lambda _, count: self.content[path][:count], "close": lambda _: None})()

    def getFileStatus(self, path):
        return type("Status", (), {"getLen": lambda _: len(self.content[path])})()

    def listStatus(self, path):
        names = {name[len(path) + 1 :].split("/")[0] for name in self.content if name.startswith(path + "/")}
        part = lambda name: type("Path", (), {"getName": lambda _: name})()
        return [type("Status", (), {"getPath": lambda _, name=name: part(name)})() for name in names]


def progress(files):
    job = Progress.__new__(Progress)
    job.path, job.folder, job.files = str, "out", files
    return job


class Parts(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()

    def tearDown(self):
        self.folder.cleanup()

    def answered(self, lines, binary, patience=60):
        """The rows of lines numbered from 1, dealt out in batches of 7, each as the single machine writes it."""
        batches = [Batch(list(range(at + 1, at + 1 + len(part))), part)
                   for at in range(0, len(lines), 7) for part in [lines[at : at + 7]]]
        return list(answers(iter(batches), binary, ["--model", "deceleration"], patience))

    def test_every_line_has_the_row_of_a_single_machine(self):
        path = f"{self.folder.name}/lines"
        write_bad(path, 12)
        lines = open(path, "rb").read().splitlines()
        lines[3:3] = [b"", b"# a comment", b"{a line that is none", b"\xff no UTF-8", b" \t"]
        rows = self.answered(lines, BINARY)
        whole = subprocess.run([BINARY, "batch", "--stdin-ndjson", "--quiet", "--model", "deceleration"],
                               input=b"\n".join(lines) + b"\n", capture_output=True).stdout.decode().splitlines()
        self.assertEqual([f'{{"index": {index}, {rest}' for index, (_, _, rest) in enumerate(rows)], whole)
        self.assertEqual([number for number, _, _ in rows], [n for n in range(1, 18) if n not in (4, 5, 8)])

    def test_lines_that_end_or_halt_the_program_are_named_and_the_others_answered(self):
        path, frail = f"{self.folder.name}/lines", f"{self.folder.name}/frail"
        named = write_bad(path, 20)
        write_frail(frail, BINARY)
        lines = open(path, "rb").read().splitlines()
        rows = {number: json.loads("{" + rest) for number, _, rest in self.answered(lines, frail, patience=2)}
        self.assertEqual(sorted(rows), list(range(1, 21)))
        failed = {number: row["error"] for number, row in rows.items() if row["status"] == "failed"}
        self.assertEqual(failed, {named["ends"]: "scrollfit batch ended with -4", named["halts"]: "took more than 2 s"})

    def test_wrong_options_end_the_job(self):
        with self.assertRaisesRegex(RuntimeError, "--nothing"):
            list(answers(iter([Batch([1], [b"{}"])]), BINARY, ["--nothing"]))

    def test_lines_are_numbered_over_pieces_of_files(self):
        numbering = Numbering([("b", 0, 3), ("a", 100, 2), ("a", 0, 4)])
        self.assertEqual(numbering.sizes, {"a": 6, "b": 3})
        within = collections.Counter()
        self.assertEqual(numbering.numbers([("a", 100), ("b", 0), ("b", 0)], within), [5, 7, 8])
        self.assertEqual(numbering.numbers([("b", 0), ("a", 0), ("a", 100)], within), [9, 1, 6])

    def test_a_job_goes_on_with_its_own_folder_alone(self):
        files = Files()
        self.assertFalse(progress(files).is_taken)
        self.assertTrue(progress(files).begin({"lines": 3}))
        files.content["out/raw/round=0/_SUCCESS"] = b""
        self.assertFalse(progress(files).is_taken)
        self.assertTrue(progress(files).begin({"lines": 3}))
        self.assertTrue(progress(files).has("raw/round=0/_SUCCESS"))
        self.assertFalse(progress(files).begin({"lines": 4}))
        files.content["out/summary/_SUCCESS"] = b""
        progress(files).end()
        self.assertEqual(set(files.content), {"out/summary/_SUCCESS"})
        self.assertTrue(progress(files).is_taken)
        files.content = {"out/thesis.tex": b""}
        self.assertTrue(progress(files).is_taken)

    def test_moments_are_those_of_exact_sums_in_any_order(self):
        draw = random.Random(5)
        values = [draw.choice([1e-300, 1, 1e9, 1e15]) * draw.uniform(-1, 1) for _ in range(60)]
        whole = Moments()
        for value in values:
            whole.add(value)
        halves = [Moments(), Moments()]
        for value in reversed(values):
            halves[draw.randrange(2)].add(value)
        rows, mean, spread, least, largest = halves[0].merged(halves[1]).row()
        self.assertEqual((rows, mean, spread, least, largest), whole.row())
        self.assertEqual((rows, mean, least, largest), (60, statistics.mean(values), min(values), max(values)))
        self.assertTrue(math.isclose(spread, statistics.stdev(values), rel_tol=1e-15))


def run(binary):
    global BINARY
    BINARY = os.path.abspath(binary)
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(Parts)
    return 0 if unittest.TextTestRunner(verbosity=0).run(suite).wasSuccessful() else 1
