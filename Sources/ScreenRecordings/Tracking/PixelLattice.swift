internal import Foundation

/// The positions of a scene's frames among the pixels of what was recorded.
///
/// Content moves by whole pixels of the device. So the displacements against one key frame have one fraction of a pixel in common, whatever
/// the encoder did to the key frame: that fraction, the mean of the frames compared with it in fast motion, is taken off, and errors do not add up
/// from key frame to key frame. Frames that the encoder shows between two pixels differ from it. Displacements that have no common fraction belong to
/// a video that was scaled.
struct PixelLattice {
  /// The distance between neighboring positions, px of the video: 1, or ½ where the recorder halved its pictures; nil where
  /// positions lie anywhere.
  let step: Double?
  /// The agreement of the fractions, from 0 to 1: the squared length of their mean vector, without bias.
  let concentration: Double
  /// The agreement of the frames in moderate and in fast motion; nil where few are.
  let moderateConcentration: Double?
  let fastConcentration: Double?
  /// The displayed offset of each frame, px; about a multiple of `step` for exact frames.
  let displayed: [Double]
  /// True for the frames whose key frames lie clearly on a position.
  let isAnchored: [Bool]

  /// The agreement of fractions from which on a video is coded finely.
  static let fineAgreement = 0.9
  /// The agreement of a pace's frames from which on they may be exact.
  static let knownAgreement = 0.5
  /// The least agreement of fractions.
  private static let leastConcentration = 0.3
  /// Displacements by which a key frame's fraction is found.
  private static let leastShifts = 3
  /// Displacements from which on the agreement of a pace is known. From them on fast motion alone is asked for a key frame's fraction: in slow
  /// motion encoders show earlier offsets.
  private static let leastPacedShifts = 8
  /// The part of a step beyond which a key frame lies on no position clearly.
  private static let anchorReach = 0.25

  init(_ observations: [Scene.Observation]) {
    let users = Self.users(observations)
    let whole = Self(observations, users, step: 1)
    let half = whole?.isKnown == true ? nil : Self(observations, users, step: 0.5)
    // A few fast frames of a halved video may agree on whole pixels by chance. Half-way between two pixels are also frames that an encoder has mixed:
    // where whole pixels agree at all, halves have to agree as those of a finely coded video do.
    if let half, whole == nil || half.concentration >= Self.fineAgreement {
      self = half
    } else {
      self =
        whole ?? Self(step: nil, Solution(observations, users, users, step: nil), 0, moderate: nil, fast: nil)
    }
  }

  /// The positions for a step; nil where the fractions agree no better than those of a scaled video do by chance.
  private init?(_ observations: [Scene.Observation], _ users: [Int: [Int]], step: Double) {
    let paces = FramePace.paces(observations, step: step)
    func frames(in pace: FramePace) -> [Int: [Int]] {
      users.mapValues { frames in frames.filter { paces[$0] == pace } }
    }
    let ofAll = Solution(observations, users, users, step: step)
    let fast = frames(in: .fast)
    let voters = users.merging(fast) { all, fast in
      Set(fast.compactMap { observations[$0].link?.shift }).count >= Self.leastPacedShifts ? fast : all
    }
    let solution = Solution(observations, users, voters, step: step)
    let ofFast = solution.agreement(of: fast, observations, step: step)
    guard
      ofAll.isLattice
        || ofFast.map({ $0.concentration > max(Self.leastConcentration, $0.chance) }) ?? false
    else { return nil }
    self.init(
      step: step, solution, ofAll.concentration,
      moderate: solution.agreement(of: frames(in: .moderate), observations, step: step)?.concentration,
      fast: ofFast?.concentration)
  }

  private init(step: Double?, _ solution: Solution, _ concentration: Double, moderate: Double?, fast: Double?)
  {
    self.step = step
    self.concentration = concentration
    moderateConcentration = moderate
    fastConcentration = fast
    displayed = solution.displayed
    isAnchored = solution.isAnchored
  }

  /// True if frames at rest and in motion of two steps may be exact.
  ///
  /// The agreements are those from which on no frame of the developing videos was wrong (docs/video.md).
  var isKnown: Bool { (fastConcentration ?? concentration) >= Self.knownAgreement || concentration >= 0.4 }

  /// The frames compared with each key frame, in order; only frames that are not doubtful.
  private static func users(_ observations: [Scene.Observation]) -> [Int: [Int]] {
    var users: [Int: [Int]] = [:]
    for (index, observation) in observations.enumerated() {
      if let link = observation.link, observation.doubt == nil { users[link.key, default: []].append(index) }
    }
    return users
  }

  /// The positions for one step.
  private struct Solution {
    var displayed: [Double]
    var isAnchored: [Bool]
    var concentration = 0.0
    /// Three standard deviations of `concentration` for fractions that lie anywhere.
    var chance = Double.infinity

    /// True for fractions that agree better than those of a scaled video do by chance.
    var isLattice: Bool { concentration > max(PixelLattice.leastConcentration, chance) }

    /// - Parameter voters: the users of each key frame by which its fraction is found.
    /// - Complexity: O(frames · log frames).
    init(_ observations: [Scene.Observation], _ users: [Int: [Int]], _ voters: [Int: [Int]], step: Double?) {
      displayed = observations.map { Double($0.position) }
      isAnchored = [Bool](repeating: true, count: observations.count)
      var agreement = 0.0
      var shifts = 0.0
      var keys = 0.0
      // A key frame's position is known before those of the frames compared with it, which come after it.
      for (key, frames) in users.sorted(by: { $0.key < $1.key }) {
        var correction = 0.0
        if let step {
          let base = displayed[key]
          let (mean, groups) = Self.mean(
            of: (voters[key] ?? []).map { (base, observations[$0].link) }, step: step)
          if mean.weight >= 2 {
            agreement += (mean.squaredSum - groups) / (mean.weight - 1)
            shifts += mean.weight
            keys += 1
          }
          if mean.weight >= Double(PixelLattice.leastShifts) { correction = mean.phase }
        }
        let isAnchor =
          isAnchored[key] && (step.map { abs(correction) < PixelLattice.anchorReach * $0 } ?? true)
        for frame in frames {
          guard let link = observations[frame].link else { continue }
          displayed[frame] = displayed[key] + link.displacement - correction
          let distance = step.map { abs(displayed[frame] - displayed[frame].rounded(to: $0)) / $0 } ?? 0
          isAnchored[frame] = isAnchor && distance <= PixelLattice.anchorReach
        }
      }
      for (index, observation) in observations.enumerated().dropFirst() where observation.link == nil {
        displayed[index] = displayed[index - 1]
        isAnchored[index] = isAnchored[index - 1]
      }
      if shifts > 0 {
        concentration = agreement / shifts
        chance = 3 * keys.squareRoot() / shifts
      }
    }

    /// The agreement of the displayed offsets of frames, each displacement against a key frame counted once, and the agreement below which it may
    /// be chance; nil for few.
    func agreement(
      of frames: [Int: [Int]], _ observations: [Scene.Observation], step: Double
    ) -> (concentration: Double, chance: Double)? {
      var groups: [Int: [Int: PhaseMean]] = [:]
      for (key, frames) in frames {
        for frame in frames {
          guard let link = observations[frame].link else { continue }
          groups[key, default: [:]][link.shift, default: PhaseMean(step: step)]
            .add(displayed[frame], weight: link.weight)
        }
      }
      var mean = PhaseMean(step: step)
      var squares = 0.0
      for (_, shifts) in groups.sorted(by: { $0.key < $1.key }) {
        for (_, group) in shifts.sorted(by: { $0.key < $1.key }) {
          mean.add(meanOf: group)
          squares += group.squaredLength
        }
      }
      guard mean.weight >= Double(PixelLattice.leastPacedShifts) else { return nil }
      // A fraction is fitted for each key frame: fractions that lie anywhere agree by about keys/shifts.
      return (
        (mean.squaredSum - squares) / (mean.weight * (mean.weight - 1)),
        3 * Double(groups.count) / mean.weight
      )
    }

    /// The mean phase of displacements, each whole displacement counted once, and the sum of the squared lengths of their vectors.
    ///
    /// A picture at rest has one fraction in all its frames, whatever the recorder did: frames are no votes, displacements are.
    private static func mean(
      of frames: [(base: Double, link: Link?)], step: Double
    ) -> (PhaseMean, groups: Double) {
      var groups: [Int: PhaseMean] = [:]
      for (base, link) in frames {
        guard let link else { continue }
        groups[link.shift, default: PhaseMean(step: step)].add(base + link.displacement, weight: link.weight)
      }
      var mean = PhaseMean(step: step)
      for (_, group) in groups.sorted(by: { $0.key < $1.key }) { mean.add(meanOf: group) }
      return (mean, groups.values.reduce(0) { $0 + $1.squaredLength })
    }
  }
}

extension Double {
  /// The nearest multiple of a step, without a negative zero.
  func rounded(to step: Double) -> Double { (self / step).rounded() * step + 0 }
}

/// The weighted mean of numbers that are equal where they differ by a multiple of a step: displacements modulo a pixel.
///
/// Each number is a vector of length 1 at the angle 2π x / step. The mean vector's angle is the phase, its length 1 for numbers that
/// agree and about 0 for numbers that lie anywhere.
struct PhaseMean {
  let step: Double
  private(set) var cosine = 0.0
  private(set) var sine = 0.0
  private(set) var weight = 0.0

  init(step: Double) { self.step = step }

  mutating func add(_ number: Double, weight: Double = 1) {
    let angle = 2 * .pi * number / step
    cosine += weight * cos(angle)
    sine += weight * sin(angle)
    self.weight += weight
  }

  /// Adds the mean vector of another one as a single number.
  mutating func add(meanOf other: PhaseMean) {
    guard other.weight > 0 else { return }
    cosine += other.cosine / other.weight
    sine += other.sine / other.weight
    weight += 1
  }

  /// The mean of the numbers, from −step/2 to step/2.
  var phase: Double { atan2(sine, cosine) / (2 * .pi) * step }

  /// The square of the sum of the vectors.
  var squaredSum: Double { cosine * cosine + sine * sine }

  /// The squared length of the mean vector.
  var squaredLength: Double { weight > 0 ? squaredSum / (weight * weight) : 0 }
}
