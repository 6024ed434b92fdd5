"""`scrollfit batch` in an executor, with the lines of a partition."""

import subprocess
import tempfile
import threading

import pyarrow


def fitted(batches, binary, options):
    """What `scrollfit batch` says of the lines of one partition: the rows `line`, `part` and `rest`, all of
    its line of output behind the index, which is not known yet."""
    numbers = []
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            [binary, "batch", "--stdin-ndjson", "--jobs", "1", "--quiet", *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
        )

        # What kept the lines from coming, which must not look like their end.
        failures = []

        def feed():
            try:
                with process.stdin as pipe:
                    for batch in batches:
                        numbers.extend(batch.column("line").to_pylist())
                        pipe.writelines(text + b"\n" for text in batch.column("text").to_pylist())
            except BrokenPipeError:
                pass  # The exit status tells why.
            except BaseException as failure:
                failures.append(failure)

        feeder = threading.Thread(target=feed)
        feeder.start()
        part, previous, rows = 0, None, []
        for output in process.stdout:
            # The line is {"index": 0, …, "line": 1}, with numbers that count within the partition.
            rest, _, local = output.partition(b", ")[2].rpartition(b'"line": ')
            line = numbers[int(local.rstrip(b"}\n")) - 1]
            part = part + 1 if line == previous else 0
            previous = line
            rows.append((line, part, f'{rest.decode()}"line": {line}}}'))
            if len(rows) == 1000:
                yield batch_of(rows)
                rows = []
        feeder.join()
        status = process.wait()
        if failures:
            raise failures[0]
        # 1 and 2 say that recordings have failed: their lines say so as well.
        if status not in (0, 1, 2):
            errors.seek(0)
            said = errors.read().decode(errors="replace")
            raise RuntimeError(f"scrollfit batch ended with {status}: {said[-2000:]}")
        yield batch_of(rows)


def batch_of(rows):
    line, part, rest = zip(*rows) if rows else ((), (), ())
    return pyarrow.RecordBatch.from_arrays(
        [
            pyarrow.array(line, pyarrow.int64()),
            pyarrow.array(part, pyarrow.int32()),
            pyarrow.array(rest, pyarrow.string()),
        ],
        ["line", "part", "rest"],
    )
