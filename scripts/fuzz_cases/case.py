"""A run of scrollfit with hostile input."""

import os
import shlex

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# Where runs happen, and findings are kept: other fixtures are named from here.
BAD = f"{ROOT}/Fixtures/bad"


class Case:
    """The arguments of a run, in which FILE stands for the input, and the input's bytes.

    The input is a folder where its content is a dictionary of names and bytes. OUT stands for a folder to write to.
    """

    def __init__(self, kind, arguments, content, ending="csv"):
        self.kind, self.arguments, self.content, self.ending = kind, arguments, content, ending

    @property
    def verb(self):
        return self.arguments[0]

    def holding(self, content):
        """The same run of other bytes."""
        return Case(self.kind, self.arguments, content, self.ending)

    def words(self, path, out):
        return [path if word == "FILE" else word.replace("OUT", out) for word in self.arguments]

    def write(self, path):
        """Writes the input at a path that nothing is at."""
        parts = self.content.items() if isinstance(self.content, dict) else [("", self.content)]
        for name, content in parts:
            if name:
                os.makedirs(path, exist_ok=True)
            with open(f"{path}/{name}" if name else path, "wb") as file:
                file.write(content)

    def keep(self, name):
        """Adds the run to those that the tests run again."""
        name = f"{name}.{self.ending}" if self.ending else name
        self.write(f"{BAD}/{name}")
        with open(f"{BAD}/cases.txt", "a", encoding="utf-8") as file:
            file.write(shlex.join(self.words(name, "/tmp")) + "\n")
