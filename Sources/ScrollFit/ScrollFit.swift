// The public face: what a library user sees after `import ScrollFit`, besides what is written for it in this target.

// Fits: what is asked, and what is answered.
@_exported import enum LeastSquares.RobustLoss
// Recordings, and their phases.
@_exported import enum Recordings.Axis
@_exported import struct Recordings.Phase
@_exported import enum Recordings.PhaseKind
@_exported import struct Recordings.ReadingError
@_exported import struct Recordings.ReadingOptions
@_exported import enum Recordings.RecordingError
@_exported import struct Recordings.Trace
@_exported import struct ScrollFitting.Adequacy
@_exported import struct ScrollFitting.Estimate
@_exported import struct ScrollFitting.Fit
@_exported import enum ScrollFitting.FitError
@_exported import struct ScrollFitting.FitOptions
@_exported import enum ScrollFitting.IntervalKind
@_exported import enum ScrollFitting.NoiseModel
@_exported import struct ScrollFitting.ResidualSummary
// Models and their parameters.
@_exported import enum ScrollModels.MotionModel
@_exported import struct ScrollModels.ParameterName
@_exported import enum ScrollModels.ParameterRole
