import Foundation
import MayflyTestSupport

/// Real pictures and movies, made by other programs, and ways to make files of a wanted size or fault out of them.
enum SampleFiles {
    private static let folder = Checkout.folder.appending(path: "Tests/Support/SampleFiles")

    static func path(_ name: String) -> String { folder.appending(path: name).path }

    static func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: path(name)))) }

    /// The same picture in a file of exactly that many bytes, padded in the way of its format.
    static func padded(_ name: String, to size: Int) throws -> [UInt8] {
        let bytes = try bytes(name)
        let missing = size - bytes.count
        switch (name as NSString).pathExtension {
        case "png": return insert(chunk(missing), into: bytes, at: 33)
        case "gif": return insert(comments(missing), into: bytes, at: bytes.count - 1)
        default: return insert(segments(missing), into: bytes, at: 2)
        }
    }

    private static func insert(_ padding: [UInt8], into bytes: [UInt8], at place: Int) -> [UInt8] {
        Array(bytes[..<place]) + padding + Array(bytes[place...])
    }

    /// An ancillary chunk of PNG, after the header; its checksum is worked out bit by bit.
    private static func chunk(_ size: Int) -> [UInt8] {
        let body = Array("prVt".utf8) + [UInt8](repeating: 7, count: size - 12)
        return big(UInt32(size - 12)) + body + checksum(body)
    }

    /// The four bytes that end a chunk of PNG.
    static func checksum(_ bytes: [UInt8]) -> [UInt8] {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return big(~sum)
    }

    /// A comment extension of GIF, before the trailer: blocks of up to 255 bytes.
    private static func comments(_ size: Int) -> [UInt8] {
        var bytes: [UInt8] = [0x21, 0xFE]
        while size - bytes.count > 1 {
            // A block of one byte less, where otherwise there would be no room for the end mark.
            var length = min(255, size - bytes.count - 2)
            if size - bytes.count - 2 - length == 1 { length -= 1 }
            bytes += [UInt8(length)] + [UInt8](repeating: 7, count: length)
        }
        return bytes + [0]
    }

    /// Comment segments of JPEG, after the start marker.
    private static func segments(_ size: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < size {
            var length = min(65_535, size - bytes.count - 2)
            if (1...3).contains(size - bytes.count - 2 - length) { length -= 4 }
            bytes += [0xFF, 0xFE, UInt8(length >> 8), UInt8(length & 255)] + [UInt8](repeating: 7, count: length - 2)
        }
        return bytes
    }

    private static func big(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
}
