import Numerals
import ScrollFitting

// The comments of source code about a motion, and its name.

extension FittedMotion {
  /// The source of the curve, and its parameters.
  var description: [String] {
    let position = [fit.series.map { "series \($0)" }, fit.axis.map { "axis \($0.rawValue)" }, fit.phase]
      .compactMap(\.self)
    let range = "\(Numerals.significant(fit.from)) s to \(Numerals.significant(fit.to)) s"
    return [
      "\(fit.model) fitted to \(([fit.source] + position).joined(separator: ", ")), \(range).",
      fit.parameters.map { "\($0.name) \($0.text)" }.joined(separator: ", ") + ".",
      "\(counted(fit.samples, "sample")), residuals rms \(quantity(fit.residuals.rms, fit.unit, digits: 3)).",
    ].map(\.harmlessInComments)
  }

  var valueComment: String {
    if case .rubberBand = curve {
      return "The content's travel beyond the edge, \(fit.unit), over the finger's, \(fit.unit)."
    }
    return isOverTime
      ? "The offset, \(fit.unit), at a time, s, since the fit's start."
      : "The offset, \(fit.unit), over the column that the polynomial was fitted over."
  }

  var slopeComment: String {
    if case .rubberBand = curve { return "How much of a move of the finger the content follows." }
    return isOverTime ? "The offset's derivative, \(fit.unit)/s." : "The offset's derivative."
  }

  /// `DecelerationStopY`, of words that are reserved in no language.
  fileprivate var baseName: String {
    let words = (fit.model.id + "-" + (fit.axis?.rawValue ?? "")).split {
      !$0.isASCII || !($0.isLetter || $0.isNumber)
    }
    return words.map(\.startingUppercase).joined()
  }
}

extension [FittedMotion] {
  /// A name for each, the first of its kind without a number: `BounceY`, `BounceY_2`.
  var names: [String] {
    var counts: [String: Int] = [:]
    return map { motion in
      let name = motion.baseName
      let count = counts[name, default: 0] + 1
      counts[name] = count
      return count == 1 ? name : "\(name)_\(count)"
    }
  }
}

extension String {
  /// On one line, and unable to end a comment or a script element, whatever a file is called.
  var harmlessInComments: String {
    visible.replacing("*/", with: "* /").replacing("</", with: "< /")
  }
}
