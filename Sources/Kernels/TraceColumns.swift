/// Many traces one behind the other in flat columns, as kernels read them.
package struct TraceColumns: Equatable, Sendable {
  /// s, or the finger's travel beyond the edge in pt; in each trace in the order of recording.
  package private(set) var abscissas: [Double] = []
  /// pt.
  package private(set) var observations: [Double] = []
  /// Trace i has the samples `starts[i] ..< starts[i + 1]`.
  package private(set) var starts = [0]
  /// The known dimension of each trace, pt; empty where none was given.
  package private(set) var dimensions: [Double] = []

  package init() {}

  /// The number of traces.
  package var count: Int { starts.count - 1 }

  /// The samples of a trace.
  package subscript(trace: Int) -> Range<Int> { starts[trace]..<starts[trace + 1] }

  package mutating func reserveCapacity(traces: Int, samples: Int) {
    starts.reserveCapacity(traces + 1)
    abscissas.reserveCapacity(samples)
    observations.reserveCapacity(samples)
  }

  /// Adds a trace.
  ///
  /// - Parameters:
  ///   - observations: as many as there are abscissas.
  ///   - dimension: for ``KernelModel/rubberBandOfDimension``; given for every trace or for none.
  package mutating func append(
    abscissas: some Collection<Double>, observations: some Collection<Double>, dimension: Double? = nil
  ) {
    precondition(abscissas.count == observations.count, "every abscissa needs an observation")
    precondition(
      count == 0 || dimensions.isEmpty == (dimension == nil), "a dimension for all traces or for none")
    self.abscissas += abscissas
    self.observations += observations
    if let dimension { dimensions.append(dimension) }
    starts.append(self.abscissas.count)
  }
}
