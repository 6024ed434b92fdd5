/// A picture as a value: panels above one another that share their horizontal axis.
///
/// Everything drawn is given; a picture computes no more than where a number lies on paper. ``svg()`` draws
/// it alone, ``Page/Section`` puts it on a page, where it can be zoomed and read off.
public struct Picture: Equatable, Sendable {
  /// The name of its file without ending: letters, digits and hyphens, unlike the other pictures' of a
  /// report.
  public let name: String
  public let title: String
  /// The text alternative: a sentence or two.
  public let summary: String
  public let horizontal: Axis
  /// From top to bottom.
  public let panels: [Panel]
  public let reading: Reading

  /// A quantity and how it is laid out.
  public struct Axis: Equatable, Sendable {
    public let quantity: String
    /// Empty for a pure number.
    public let unit: String
    public let scale: Scale
    /// The range shown; nil for all that the marks need, with a margin.
    public let range: ClosedRange<Double>?
    /// The quantization step of the values, whose digits are read off; nil for none.
    public let step: Double?

    public enum Scale: Equatable, Sendable {
      case linear
      /// Only positive numbers have a place.
      case logarithmic
    }

    public init(
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
    public var title: String { unit.isEmpty ? quantity : "\(quantity), \(unit)" }
  }

  public struct Panel: Equatable, Sendable {
    public let vertical: Axis
    /// From back to front.
    public let marks: [Mark]
    public let size: Size

    public enum Size: Equatable, Sendable {
      case tall, low
    }

    public init(_ vertical: Axis, size: Size = .tall, marks: [Mark]) {
      self.vertical = vertical
      self.size = size
      self.marks = marks
    }
  }

  /// The way a pointer selects the sample to read off.
  public enum Reading: String, Equatable, Sendable {
    /// Everything at the nearest abscissa: samples over time.
    case abscissa
    /// The nearest point: paths in a plane.
    case point
  }

  public init(
    name: String, title: String, summary: String, horizontal: Axis, panels: [Panel],
    reading: Reading = .abscissa
  ) {
    self.name = name
    self.title = title
    self.summary = summary
    self.horizontal = horizontal
    self.panels = panels
    self.reading = reading
  }
}
