"""Spark's own cluster on this machine, and the job on it."""

import os
import signal
import socket
import subprocess
import time

from spark_cluster.environment import PYTHON, ROOT


class Cluster:
    """A standalone master and workers of one core each on loopback, every one in a process group of its own."""

    def __init__(self, folder, workers):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.master = f"spark://127.0.0.1:{port}"
        self.folder, self.processes = folder, []
        self.start("master.Master", "--port", str(port))
        worker = ["worker.Worker", "--cores", "1", "--memory", "1g", "--work-dir"]
        self.workers = [self.start(*worker, f"{folder}/work-{n}", self.master) for n in range(workers)]
        self.wait(workers)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in self.processes:
            if process.poll() is None:
                self.kill(process)

    def start(self, name, *arguments):
        import pyspark

        command = [f"{os.path.dirname(pyspark.__file__)}/bin/spark-class", f"org.apache.spark.deploy.{name}"]
        log = open(f"{self.folder}/{name}-{len(self.processes)}.log", "w")
        process = subprocess.Popen(
            [*command, "--host", "127.0.0.1", "--webui-port", "0", *arguments],
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        self.processes.append(process)
        return process

    def wait(self, workers):
        """Until the master knows all workers."""
        for _ in range(1200):
            with open(f"{self.folder}/master.Master-0.log") as log:
                if log.read().count("Registering worker") == workers:
                    return
            time.sleep(0.1)
        self.__exit__()
        raise TimeoutError("the workers do not come up")

    def kill(self, process):
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def job(self, traces, results, binary, *, options=(), own=(), settings=None):
        """Starts the job, with options of its own and of batch, on the workers that live; what it says goes to the
        results' name with `.log`."""
        cores = sum(worker.poll() is None for worker in self.workers)
        settings = {
            "spark.ui.enabled": "false",
            "spark.ui.showConsoleProgress": "false",
            "spark.executor.memory": "512m",
            # All workers are there before the first fit.
            "spark.cores.max": str(cores),
            "spark.scheduler.minRegisteredResourcesRatio": "1",
            "spark.scheduler.maxRegisteredResourcesWaitingTime": "120s",
        } | (settings or {})
        command = [
            PYTHON,
            f"{ROOT}/scripts/spark",
            traces,
            results,
            "--master",
            self.master,
            "--binary",
            binary,
        ]
        command += [*own]
        command += [f"--conf={key}={value}" for key, value in settings.items()]
        with open(f"{results}.log", "w") as log:
            return subprocess.Popen([*command, "--", *options], stdout=log, stderr=log)
