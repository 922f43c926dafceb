import MayflyLinux
import Testing

@Suite struct SHA256Tests {
    /// The long message of FIPS 180-2.
    @Test(arguments: [1, 63, 64, 65, 1_000_000]) func addsPiecesOfAnySize(piece: Int) {
        var hash = SHA256()
        var left = 1_000_000
        while left > 0 {
            let count = min(piece, left)
            hash.update([UInt8](repeating: UInt8(ascii: "a"), count: count))
            left -= count
        }
        let digest = hash.finalize()
        #expect(digest.prefix(4) == [0xCD, 0xC7, 0x6E, 0x5C])
        #expect(digest.suffix(4) == [0xC7, 0x11, 0x2C, 0xD0])
        #expect(digest.count == 32)
    }
}
