extension Catalogue {
  /// Names by which people call an engine that the catalogue lists under another one.
  public static let aliases: [(alias: String, engine: String)] = [
    ("ios", "UIScrollView"), ("uikit", "UIScrollView"), ("iphone", "UIScrollView"), ("ipad", "UIScrollView"),
    ("macos", "AppKit"), ("safari", "WebKit macOS"), ("chrome", "Chromium"), ("edge", "Chromium"),
    ("flutter", "Flutter iOS"), ("compose", "Android"), ("gnome", "GTK"), ("qt", "Qt Flickable"),
    ("react-native", "UIScrollView"),
  ]

  /// The engine that a name or an alias stands for, letters' case aside; nil for none.
  public static func engine(calledBy name: String) -> String? {
    engine(named: name)
      ?? aliases.first { $0.alias == name.lowercased() }.flatMap { engine(named: $0.engine) }
  }
}
