"""`scrollfit batch` in an executor, with the lines of a partition."""

import hashlib
import json
import subprocess
import tempfile
import threading
import time

# Seconds without a line of output after which a process is ended, and its lines are tried one at a time.
PATIENCE = 600


def fitted(batches, binary, options, patience=PATIENCE):
    """The rows `line`, `part` and `rest` of the lines of one partition: all of the line that `scrollfit batch`
    writes but the index, which is not known yet.

    Every line has a row: one that the process did not answer, because it ended or took too long, is tried alone,
    and has failed where that ends no better.
    """
    rows = []
    for row in answers(batches, binary, options, patience):
        rows.append(row)
        if len(rows) == 1000:
            yield batch_of(rows)
            rows = []
    yield batch_of(rows)


def answers(batches, binary, options, patience=PATIENCE):
    """The rows of `fitted` as tuples."""
    run = Run(binary, options, patience)
    yield from run.rows(batches)
    for number, text in sorted(run.pending.items()):
        yield from alone(number, text, binary, options, patience)


class Run:
    """One process for many lines."""

    def __init__(self, binary, options, patience):
        self.command = [binary, "batch", "--stdin-ndjson", "--jobs", "1", "--quiet", *options]
        self.patience = patience
        # The lines without an answer, by number.
        self.pending = {}
        self.numbers = []
        self.heard = time.monotonic()

    def rows(self, batches):
        failures = []
        with tempfile.TemporaryFile() as errors:
            process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors
            )

            def feed():
                try:
                    with process.stdin as pipe:
                        for batch in batches:
                            self.expect(batch)
                            pipe.writelines(text + b"\n" for text in batch.column("text").to_pylist())
                except BrokenPipeError:
                    # The lines that are left are tried alone.
                    for batch in batches:
                        self.expect(batch)
                except BaseException as failure:
                    failures.append(failure)

            def watch():
                while process.poll() is None:
                    if time.monotonic() - self.heard > self.patience:
                        process.kill()
                    time.sleep(0.2)

            threads = [threading.Thread(target=body) for body in (feed, watch)]
            for thread in threads:
                thread.start()
            # The rows of a line are handed out when the next one begins: until then some may be missing.
            current = []
            for output in process.stdout:
                self.heard = time.monotonic()
                row = self.row(output, current)
                if row is None:
                    break
                if current and current[0][0] != row[0]:
                    yield from self.answered(current)
                    current = []
                current.append(row)
            for thread in threads:
                thread.join()
            if failures:
                raise failures[0]
            if process.returncode == 64:
                errors.seek(0)
                raise RuntimeError(f"scrollfit batch: {errors.read().decode(errors='replace')[-2000:]}")
            # 1 and 2 say that recordings have failed: their lines say so as well.
            if process.returncode in (0, 1, 2):
                yield from self.answered(current)

    def expect(self, batch):
        """Notes lines that must have an answer: blank ones and comments have none."""
        for number, text in zip(batch.column("line").to_pylist(), batch.column("text").to_pylist()):
            self.numbers.append(number)
            begin = text.strip(b" \t\r")
            if begin and not begin.startswith(b"#"):
                self.pending[number] = text

    def row(self, output, current):
        # The line is {"index": 0, …, "line": 1}, with numbers that count within the partition.
        if not output.endswith(b"}\n"):
            return None
        rest, _, local = output.partition(b", ")[2].rpartition(b'"line": ')
        line = self.numbers[int(local.rstrip(b"}\n")) - 1]
        part = len(current) if current and current[0][0] == line else 0
        return line, part, f'{rest.decode()}"line": {line}}}'

    def answered(self, rows):
        if rows:
            self.pending.pop(rows[0][0], None)
        return rows


def alone(number, text, binary, options, patience):
    """The rows of one line in a process of its own; a failure where it does not end in time or not well."""
    command = [binary, "batch", "--stdin-ndjson", "--jobs", "1", "--quiet", *options]
    try:
        run = subprocess.run(command, input=text + b"\n", capture_output=True, timeout=patience)
        ended = f"scrollfit batch ended with {run.returncode}"
        if run.returncode in (0, 1, 2) and run.stdout:
            rests = [line.partition(b", ")[2].rpartition(b'"line": ')[0] for line in run.stdout.splitlines()]
            return [(number, part, f'{rest.decode()}"line": {number}}}') for part, rest in enumerate(rests)]
    except subprocess.TimeoutExpired:
        ended = f"took more than {patience:g} s"
    members = {
        "source": "-",
        "series": None,
        "contentHash": hashlib.sha256(text.removesuffix(b"\r")).hexdigest(),
        "status": "failed",
        "error": ended,
        "fits": [],
        "line": number,
    }
    return [(number, 0, json.dumps(members)[1:])]


def batch_of(rows):
    # Here, so that all else can be tested without it.
    import pyarrow

    line, part, rest = zip(*rows) if rows else ((), (), ())
    return pyarrow.RecordBatch.from_arrays(
        [
            pyarrow.array(line, pyarrow.int64()),
            pyarrow.array(part, pyarrow.int32()),
            pyarrow.array(rest, pyarrow.string()),
        ],
        ["line", "part", "rest"],
    )
