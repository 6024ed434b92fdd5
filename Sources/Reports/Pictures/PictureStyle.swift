/// The colours and strokes of pictures, in a file of their own and in a page.
enum PictureStyle {
  /// Text has a contrast of 4.5 against the paper at least, lines of 3.
  static let light =
    "--paper:#fff;--text:#1b1f24;--soft:#57606a;--rule:#e4e7eb;--edge:#b9c0c8;"
    + "--observed:#24292f;--first:#1b62c4;--second:#b8470b;--third:#0b7468;--fourth:#7b3fb4;--quiet:#8a939d;"
  static let dark =
    "--paper:#14171b;--text:#e9ecef;--soft:#a7b0ba;--rule:#2a2f36;--edge:#4a525c;"
    + "--observed:#dfe3e8;--first:#77aeff;--second:#ff9f63;--third:#4fd3c2;--fourth:#c99bff;--quiet:#7d8792;"

  /// What a picture's marks look like, given the colours above as variables.
  static let marks: String = {
    let inks = Ink.allCases.map { ink in
      let dash = ink.dash.map { ".picture .line.\(ink.rawValue),.picture .level.\(ink.rawValue){stroke-dasharray:\($0)}" }
      return ".picture .\(ink.rawValue){--ink:var(--\(ink.rawValue))}" + (dash ?? "")
    }
    return inks.joined() + """
      .picture{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif;\
      font-variant-numeric:tabular-nums}
      .picture text{fill:var(--soft);font-size:12px}
      .picture .head{font-size:13px;fill:var(--text)}.picture .end{text-anchor:end}
      .picture .title{font-size:17px;font-weight:600;fill:var(--text)}
      .picture .entry{font-size:13px;fill:var(--text)}
      .picture .ticks path{stroke:var(--rule);stroke-width:1;fill:none}
      .picture .ticks.y text{text-anchor:end}.picture .labels text,.picture .span-name{text-anchor:middle}
      .picture .frame{fill:none;stroke:var(--edge);stroke-width:1}
      .picture .line,.picture .level,.picture .contour{fill:none;stroke:var(--ink);stroke-width:2;\
      stroke-linejoin:round;vector-effect:non-scaling-stroke}
      .picture .level,.picture .contour{stroke-width:1}.picture .line.quiet{stroke-width:1.25}
      .picture .points{fill:var(--ink);stroke:var(--paper);stroke-width:.8}
      .picture .points.observed{fill:var(--paper);stroke:var(--ink);stroke-width:1.1}
      .picture .points.replay{stroke:var(--text);stroke-width:1.5}
      .picture .band{fill:var(--ink);fill-opacity:.2}.picture .strip{fill:var(--ink);fill-opacity:.22}
      .picture .span{fill:var(--ink);fill-opacity:.09}.picture .bar{fill:var(--ink);fill-opacity:.75}
      .picture .paper{fill:var(--paper)}
      """
  }()

  static let alone =
    ":root{\(light)}@media (prefers-color-scheme:dark){:root{\(dark)}}@media print{:root{\(light)}}" + marks
}
