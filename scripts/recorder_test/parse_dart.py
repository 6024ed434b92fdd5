#!/usr/bin/env python3
"""Parses a Dart file by tree-sitter's grammar: parse_dart.py FILE. Prints the places that are no Dart; exits 1 where there are any."""
import sys

import tree_sitter
import tree_sitter_dart


def errors(node):
    own = [node] if node.is_error or node.is_missing else []
    return own + [error for child in node.children if child.has_error for error in errors(child)]


def main():
    with open(sys.argv[1], "rb") as file:
        source = file.read()
    tree = tree_sitter.Parser(tree_sitter.Language(tree_sitter_dart.language())).parse(source)
    places = [f"{sys.argv[1]}:{node.start_point.row + 1}:{node.start_point.column + 1}: no Dart" for node in errors(tree.root_node)]
    print("\n".join(places))
    return 1 if places else 0


if __name__ == "__main__":
    sys.exit(main())
