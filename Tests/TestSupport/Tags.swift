import Testing

extension Tag {
  /// Takes tens of seconds.
  @Tag package static var slow: Tag
  /// Needs the rights of root, to drop them or to mount a file system; skipped without them.
  @Tag package static var requiresRoot: Tag
  /// Runs a program that is no part of the package: a compiler, a browser, FFmpeg, Python.
  @Tag package static var external: Tag
}
