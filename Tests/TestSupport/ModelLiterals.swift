import ScrollFitting
import ScrollModels

// Tests name models as a user types them: a misspelled name stops the test.

extension MotionModel: ExpressibleByStringLiteral {
  public init(stringLiteral name: String) {
    guard let model = MotionModel(name) else { fatalError("no model is named \(name)") }
    self = model
  }
}

extension ModelSelection: ExpressibleByStringLiteral {
  public init(stringLiteral name: String) {
    guard let selection = ModelSelection(name) else { fatalError("no model is named \(name)") }
    self = selection
  }
}

extension MotionModel {
  /// Returns true if the model has a name.
  package static func == (model: MotionModel, name: String) -> Bool { model.id == name }
}
