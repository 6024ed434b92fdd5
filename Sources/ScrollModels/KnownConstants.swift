/// A constant that a fitted parameter may be compared with.
package struct KnownConstant: Equatable, Sendable {
  /// As reports print it: `UIScrollView normal`.
  package let name: String
  /// The parameter or derived quantity it is a value of, by its reported name.
  package let parameter: String
  package let value: Double
  package let unit: String
  /// The models in which that parameter means the same.
  package let models: [MotionModel]
  package let source: String
}

/// The constants that reports compare with: the rows of the catalogue that have a name for it.
///
/// UIScrollView's alone: beside every fit the whole catalogue would be noise, and to rank it is what `identify` does.
package enum KnownConstants {
  package static let all = Catalogue.entries.compactMap { entry -> KnownConstant? in
    guard let name = entry.reference, let constant = entry.published.first,
      let model = MotionModel(entry.model.name)
    else { return nil }
    // A stop changes nothing about the rate.
    let models = model == .deceleration ? [model, .decelerationStop] : [model]
    return KnownConstant(
      name: name, parameter: constant.name, value: constant.value, unit: constant.unit, models: models,
      source: entry.source.description)
  }

  /// The constants that parameters of a model may be compared with, in the table's order.
  package static func of(_ model: MotionModel) -> [KnownConstant] { all.filter { $0.models.contains(model) } }
}
