extension [Fit] {
  /// The fit of each phase of a recording: of the model that its samples prefer, which stands last, where that is not the expected one.
  package var preferred: [Fit] {
    indices.filter { index in
      !dropFirst(index + 1).contains {
        $0.axis == self[index].axis && $0.from == self[index].from && $0.source == self[index].source
          && $0.series == self[index].series
      }
    }.map { self[$0] }
  }
}
