"""How far a job has come: what a job that is given again finds in its folder."""

import json

# What a job writes in its folder.
OWN = {"job.json", "raw", "results", "constants", "summary"}


class Progress:
    """The folder of a job, on whatever file system Spark writes to."""

    def __init__(self, spark, folder):
        self.path = spark._jvm.org.apache.hadoop.fs.Path
        self.folder = folder
        self.files = self.path(folder).getFileSystem(spark._jsc.hadoopConfiguration())

    def has(self, name):
        return self.files.exists(self.path(f"{self.folder}/{name}"))

    def delete(self, name):
        self.files.delete(self.path(f"{self.folder}/{name}"), True)

    @property
    def is_taken(self):
        """True if the folder holds a whole result, or something that is no job's."""
        if not self.files.exists(self.path(self.folder)):
            return False
        names = {status.getPath().getName() for status in self.files.listStatus(self.path(self.folder))}
        return self.has("summary/_SUCCESS") or not names <= OWN

    def begin(self, job):
        """Notes what the job is; False where the folder holds an interrupted job of something else."""
        text = json.dumps(job, sort_keys=True).encode()
        if self.has("job.json"):
            return self.read("job.json") == text
        self.delete("raw")
        # A name of its own until it is whole: half a note would be another job's.
        stream = self.files.create(self.path(f"{self.folder}/raw/job.json"), True)
        stream.write(bytearray(text))
        stream.close()
        self.files.rename(self.path(f"{self.folder}/raw/job.json"), self.path(f"{self.folder}/job.json"))
        return True

    def read(self, name):
        place = self.path(f"{self.folder}/{name}")
        stream = self.files.open(place)
        content = bytes(stream.readNBytes(self.files.getFileStatus(place).getLen()))
        stream.close()
        return content

    def end(self):
        """Leaves the tables alone in the folder."""
        self.delete("raw")
        self.delete("job.json")
