import Recordings
import ScrollFit

extension BatchRun {
  /// The fits of a report's misfits, made again for their curves; those of standard input, or of a file that has changed
  /// so that the fit is another, are left out.
  func worstFits(of report: BatchReport) -> [Fit] {
    report.misfits.compactMap { misfit in
      guard misfit.source != "-", let bytes = bytes(of: misfit) else { return nil }
      let entry = BatchEntry(position: 0, source: misfit.source, line: misfit.line, content: .bytes(bytes))
      let records = analyzer.records(of: entry, bytes: bytes)
      guard records.indices.contains(misfit.part), records[misfit.part].fits.indices.contains(misfit.ordinal)
      else { return nil }
      let fit = records[misfit.part].fits[misfit.ordinal]
      return fit.residuals.rms == misfit.rms ? fit : nil
    }
  }

  private func bytes(of misfit: BatchReport.Misfit) -> [UInt8]? {
    guard let number = misfit.line else { return try? RecordingReader.bytes(of: misfit.source) }
    guard let reader = try? LineReader(path: misfit.source) else { return nil }
    while let line = try? reader.next() {
      if line.number == number { return line.bytes }
    }
    return nil
  }
}
