import Kernels
import Recordings
import ScrollFitting

/// Traces that were read together, and their fits.
struct Part: Sendable {
  /// For each model its traces in the order of the file.
  private(set) var traces = [TraceColumns](repeating: TraceColumns(), count: Model.allCases.count)
  private(set) var fits: [KernelFits] = []
  /// The fits as lines of JSON, in the order of the file.
  private(set) var text: [UInt8] = []
  private let path: KernelPath
  /// The size of the part's text.
  private let byteCount: Int
  /// The index of the model of each line, and the identifier's bytes in a row.
  private var models: [UInt8] = []
  private var identifiers: [UInt8] = []
  private var identifierEnds: [Int] = []

  init(path: KernelPath, byteCount: Int) {
    self.path = path
    self.byteCount = byteCount
  }

  var count: Int { models.count }

  /// - Throws: a model that is none of the benchmark's.
  mutating func append(_ trace: TraceLines.Trace, _ lines: borrowing TraceLines) throws(ReadingError) {
    guard let model = Model(trace.model), let position = Model.allCases.firstIndex(of: model) else {
      throw lines.unknownModel(trace, known: Model.allCases.map(\.rawValue))
    }
    // Memory that is reserved and never written costs nothing; columns that are moved while they grow do.
    if traces[position].count == 0 { traces[position].reserveCapacity(traces: 1024, samples: byteCount / 14) }
    traces[position].append(abscissas: trace.abscissas, observations: trace.observations)
    models.append(UInt8(position))
    identifiers += trace.id
    identifierEnds.append(identifiers.count)
  }

  mutating func fit() {
    fits = zip(Model.allCases, traces).map { model, traces in
      var fits = KernelFits(model.scrollModel, count: traces.count)
      Self.fit(traces, into: &fits, path: path)
      return fits
    }
  }

  /// By the kernel, and by the general solver what it leaves.
  static func fit(_ traces: TraceColumns, into fits: inout KernelFits, path: KernelPath) {
    Kernel(fits.scrollModel, path: path).fit(traces, into: &fits)
    for trace in fits.left {
      let samples = traces[trace]
      let plain = try? PlainFit(
        fits.scrollModel, abscissas: Array(traces.abscissas[samples]),
        observations: Array(traces.observations[samples]))
      if let plain, plain.converged { fits.put(plain, of: trace) }
    }
  }

  mutating func write() {
    var writer = LineWriter()
    var positions = [Int](repeating: 0, count: Model.allCases.count)
    var start = 0
    for (line, model) in models.enumerated() {
      let end = identifierEnds[line]
      writer.write(
        Model.allCases[Int(model)], id: identifiers[start..<end], fits[Int(model)], positions[Int(model)])
      positions[Int(model)] += 1
      start = end
    }
    text = writer.bytes
  }
}
