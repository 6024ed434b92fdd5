import Testing

@testable import Hashing

/// NIST's example messages of FIPS 180-4 (SHA256.pdf in its Cryptographic Standards and Guidelines), and no byte at all.
struct ContentHashTests {
  @Test(
    "SHA-256 agrees with NIST's examples",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ])
  func agreesWithExamples(_ message: String, _ digest: String) {
    #expect(ContentHash(of: Array(message.utf8)).text == digest)
  }
}
