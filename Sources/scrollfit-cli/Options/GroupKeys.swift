import ArgumentParser

/// The keys that recordings are grouped by: `device,os`.
struct GroupKeys: Equatable {
  let keys: [String]

  init(argument: String) throws {
    keys = argument.split(separator: ",").map(String.init)
    guard !keys.isEmpty else {
      throw ValidationError("--group-by needs a key, for example --group-by device,os")
    }
  }
}
