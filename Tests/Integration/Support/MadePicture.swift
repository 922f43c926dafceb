import Foundation
import MayflyBundles
import MayflyMediaCore
import MayflyModel
import Testing

/// A picture that an extension was given, decoded again.
struct MadePicture {
    let bytes: [UInt8]
    let type: MediaType
    /// Width and height of the file.
    let size: [Int]
    /// The same picture, no larger than a terminal needs it.
    private let pixels: PicturePixels

    /// Fails for bytes that are no whole picture.
    init(_ bytes: [UInt8]) throws {
        self.bytes = bytes
        let info = try MediaProbe.picture(bytes)
        (type, size) = (info.type, [info.size.width, info.size.height])
        guard case .pixels(let encoded) = try Transcoder.convert(bytes, scope: .pixels) else {
            throw TranscodingError("no pixels")
        }
        pixels = try #require(PicturePixels(encoded: encoded))
    }

    /// The one picture in the private folder of `ServicesPlugin`, on alice's device.
    static func only(in home: String) throws -> MadePicture {
        let all = try ServicesPlugin.pictures(in: home)
        try #require(all.count == 1, "\(all.count) pictures")
        return try MadePicture([UInt8](all[0]))
    }

    /// How many colours are in it, where those that differ little are one: each of its parts has eight steps.
    var colours: Int {
        let all = stride(from: 0, to: pixels.bytes.count, by: 4).map { start in
            pixels.bytes[start..<start + 3].reduce(0) { $0 << 3 | Int($1 >> 5) }
        }
        let counts = Dictionary(all.map { ($0, 1) }, uniquingKeysWith: +)
        // Noise at the edges of areas is none.
        return counts.values.count { $0 * 200 >= all.count }
    }

    /// Whether the middles of its quarters, row by row, have about these colours.
    func hasQuarters(_ wanted: [[Int]]) -> Bool {
        wanted.enumerated().allSatisfy { index, colour in
            let (column, row) = (index % 2 * 2 + 1, index / 2 * 2 + 1)
            let start = (pixels.height / 4 * row * pixels.width + pixels.width / 4 * column) * 4
            return zip(pixels.bytes[start..<start + 3], colour).allSatisfy { abs(Int($0) - $1) <= 16 }
        }
    }

    /// The file contains this text.
    func contains(_ text: String) -> Bool { Data(bytes).range(of: Data(text.utf8)) != nil }
}
