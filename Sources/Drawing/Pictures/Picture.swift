/// A picture as a value: panels above one another that share their horizontal axis.
///
/// Everything drawn is given; a picture computes no more than where a number lies on paper. ``svg()`` draws
/// it alone, ``Page/Section`` puts it on a page, where it can be zoomed and read off.
package struct Picture: Equatable, Sendable {
  /// The name of its file without ending: letters, digits and hyphens, unlike the other pictures' of a
  /// report.
  package let name: String
  package let title: String
  /// The text alternative: a sentence or two.
  package let summary: String
  package let horizontal: Axis
  /// From top to bottom.
  package let panels: [Panel]
  package let reading: Reading
  /// True if a page shows under it which part of it is visible.
  package let hasOverview: Bool

  /// A quantity and how it is laid out.
  package struct Axis: Equatable, Sendable {
    package let quantity: String
    /// Empty for a pure number.
    package let unit: String
    package let scale: Scale
    /// The range shown; nil for all that the marks need, with a margin.
    package let range: ClosedRange<Double>?
    /// The quantization step of the values, whose digits are read off; nil for none.
    package let step: Double?

    package enum Scale: Equatable, Sendable {
      case linear
      /// Only positive numbers have a place.
      case logarithmic
    }

    package init(
      _ quantity: String, unit: String, scale: Scale = .linear, range: ClosedRange<Double>? = nil,
      step: Double? = nil
    ) {
      self.quantity = quantity
      self.unit = unit
      self.scale = scale
      self.range = range
      self.step = step
    }

    /// `offset, pt`.
    package var title: String { unit.isEmpty ? quantity : "\(quantity), \(unit)" }
  }

  package struct Panel: Equatable, Sendable {
    package let vertical: Axis
    /// From back to front.
    package let marks: [PlotMark]
    package let size: Size

    package enum Size: Equatable, Sendable {
      case tall, low
    }

    package init(_ vertical: Axis, size: Size = .tall, marks: [PlotMark]) {
      self.vertical = vertical
      self.size = size
      self.marks = marks
    }
  }

  /// The way a pointer selects the sample to read off.
  package enum Reading: String, Equatable, Sendable {
    /// Everything at the nearest abscissa: samples over time.
    case abscissa
    /// The nearest point: paths in a plane.
    case point
  }

  package init(
    name: String, title: String, summary: String, horizontal: Axis, panels: [Panel],
    reading: Reading = .abscissa, hasOverview: Bool = false
  ) {
    self.name = name
    self.title = title
    self.summary = summary
    self.horizontal = horizontal
    self.panels = panels
    self.reading = reading
    self.hasOverview = hasOverview
  }
}
