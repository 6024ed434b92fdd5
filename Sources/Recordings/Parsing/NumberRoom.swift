/// Room for numbers that grows.
struct NumberRoom: ~Copyable {
  private var storage = UnsafeMutablePointer<Double>.allocate(capacity: 1024)
  private var capacity = 1024
  var count = 0

  deinit { storage.deallocate() }

  var numbers: UnsafeBufferPointer<Double> { UnsafeBufferPointer(start: storage, count: count) }

  @inline(__always)
  mutating func append(_ number: Double) {
    if count == capacity { grow() }
    storage[count] = number
    count &+= 1
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<Double>.allocate(capacity: 2 * capacity)
    larger.update(from: storage, count: count)
    storage.deallocate()
    storage = larger
    capacity *= 2
  }
}
