import Testing

@testable import ResultStore
