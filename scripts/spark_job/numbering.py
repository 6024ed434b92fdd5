"""The numbers of lines that are read in pieces."""

import collections
import itertools


class Numbering:
    """The numbers of the lines of files that are read in pieces, from 1, in the order of the files' names, as `cat` would give
    them."""

    def __init__(self, counts):
        """Takes the number of lines of each piece, `(file, start, count)`."""
        ordered = sorted(counts)
        ends = itertools.accumulate(count for _, _, count in ordered)
        self.passed = {(file, start): end - count for (file, start, count), end in zip(ordered, ends)}
        # The lines of each file.
        self.sizes = collections.Counter()
        for file, _, count in ordered:
            self.sizes[file] += count

    def numbers(self, places, within):
        """The numbers of lines at places `(file, start)`; `within` counts those of each piece that came before."""
        numbers = []
        for place in places:
            within[place] += 1
            numbers.append(self.passed[place] + within[place])
        return numbers
