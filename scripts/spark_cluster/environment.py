"""What Spark needs on this machine: Java, a Python with PySpark in .build/spark, and the program."""

import os
import shutil
import subprocess
import sys
import venv

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ENVIRONMENT = f"{ROOT}/.build/spark"
PYTHON = f"{ENVIRONMENT}/bin/python"


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(0)


def enter():
    """Goes on in the environment that has PySpark, or says what is missing and exits 0."""
    if not shutil.which("java"):
        if os.geteuid() != 0 or not shutil.which("apt-get"):
            skip("Spark needs Java (Debian: default-jre-headless)")
        install = "apt-get update -q && apt-get install -y -q --no-install-recommends default-jre-headless"
        if subprocess.run(install, shell=True, stdout=subprocess.DEVNULL).returncode:
            skip("Java (default-jre-headless) cannot be installed")
    if not os.path.exists(f"{ENVIRONMENT}/ready"):
        venv.create(ENVIRONMENT, with_pip=True, clear=True)
        packages = ["pyspark>=3.5", "pandas", "pyarrow"]
        if subprocess.run([PYTHON, "-m", "pip", "install", "-q", *packages]).returncode:
            skip("PySpark cannot be installed from PyPI")
        open(f"{ENVIRONMENT}/ready", "w").close()
    if sys.prefix != ENVIRONMENT:
        os.execv(PYTHON, [PYTHON, *sys.argv])
    os.environ.update(SPARK_LOCAL_IP="127.0.0.1", PYSPARK_PYTHON=PYTHON)


def program(path):
    """The program at the path, or built here."""
    if path:
        return os.path.abspath(path)
    build = ["swift", "build", "-c", "release", "--product", "scrollfit"]
    subprocess.run(build, cwd=ROOT, check=True)
    shown = subprocess.run([*build, "--show-bin-path"], cwd=ROOT, check=True, capture_output=True, text=True)
    return f"{shown.stdout.strip()}/scrollfit"
