import MayflyModel
import Testing

@testable import MayflyMediaCore

@Suite struct TranscoderTests {
    private static let red: [UInt8] = [220, 20, 20]
    private static let green: [UInt8] = [20, 180, 20]
    private static let blue: [UInt8] = [20, 20, 220]
    private static let white: [UInt8] = [255, 255, 255]

    private func converted(_ bytes: [UInt8], _ scope: PictureConversion.Scope = .first) throws -> Pixels {
        guard case .jpeg(let packed) = try Transcoder.convert(bytes, scope: scope) else {
            throw TranscodingError("animated")
        }
        return try JPEGFile.decode(packed)
    }

    /// The colour in the middle of each quarter of the picture, row by row, is about what is wanted.
    private func expect(_ pixels: Pixels, _ colours: [[UInt8]], _ comment: Comment) {
        for (index, colour) in colours.enumerated() {
            let found = pixels[pixels.width / 4 * (index % 2 * 2 + 1), pixels.height / 4 * (index / 2 * 2 + 1)]
            let isNear = zip(found, colour).allSatisfy { abs(Int($0) - Int($1)) <= 6 }
            #expect(isNear, "\(comment), quarter \(index): \(found), not \(colour)")
        }
    }

    @Test(arguments: ["palette.png", "still.gif", "ink.jpg"]) func keepsColours(sample: String) throws {
        let pixels = try converted(try SampleFile.bytes(sample))
        #expect(pixels.width == 320 && pixels.height == 320)
        expect(pixels, [Self.red, Self.green, Self.blue, Self.white], "\(sample)")
    }

    @Test(arguments: [("palette.png", 320, 320), ("turned.jpg", 240, 480), ("clear-half.png", 480, 320)])
    func givesPixelsForATerminal(sample: String, width: Int, height: Int) throws {
        guard case .pixels(let bytes) = try Transcoder.convert(try SampleFile.bytes(sample), scope: .pixels) else {
            throw TranscodingError("no pixels")
        }
        let pixels = try #require(PicturePixels(encoded: bytes))
        #expect(pixels.width == width && pixels.height == height)
        let (first, last) = (Array(pixels.bytes.prefix(4)), pixels.bytes[pixels.bytes.count - 1])
        #expect(zip(first, Self.red).allSatisfy { abs(Int($0) - Int($1)) <= 32 }, "\(first)")
        #expect(first[3] == 255)
        // The last part of one is clear.
        #expect(last == (sample == "clear-half.png" ? 0 : 255))
    }

    @Test func laysWhatIsTransparentOnWhite() throws {
        let gif = try converted(try SampleFile.bytes("clear-half.gif"))
        expect(gif, [Self.blue, Self.white, Self.blue, Self.white], "GIF")
        let png = try converted(try SampleFile.bytes("clear-half.png"))
        #expect(png.width == 1_200 && png.height == 800)
        #expect(png[300, 400].map { $0 / 16 } == [12, 1, 1])
        // A blue that is half transparent becomes a light one; the last quarter was clear.
        #expect(png[700, 400][2] > 220 && png[700, 400][0] > 120)
        #expect(png[1_100, 400].allSatisfy { $0 > 250 })
    }

    @Test func putsAPhotoUprightAndMakesItSmaller() throws {
        let pixels = try converted(try SampleFile.bytes("turned.jpg"))
        #expect(pixels.width == 600 && pixels.height == 1_200)
        expect(pixels, [Self.red, Self.green, Self.blue, Self.white], "turned.jpg")
    }

    @Test func takesTheFirstFrameOrLeavesWhatMoves() throws {
        for sample in ["moving.gif", "moving.png"] {
            let bytes = try SampleFile.bytes(sample)
            let first = try converted(bytes)
            #expect(first[140, 140].elementsEqual(Self.blue) { abs(Int($0) - Int($1)) < 8 }, "\(sample)")
            #expect(try Transcoder.convert(bytes, scope: .stills) == .animated)
        }
        #expect(try Transcoder.convert(try SampleFile.bytes("still.gif"), scope: .stills) != .animated)
    }

    // MARK: For a browser

    @Test(arguments: ["palette.png", "still.gif", "ink.jpg", "moving.png"])
    func whatIsOpaqueIsShownAsAJPEG(sample: String) throws {
        let bytes = try SampleFile.bytes(sample)
        #expect(try Transcoder.convert(bytes, scope: .shown) == Transcoder.convert(bytes, scope: .first))
    }

    /// On white and on black it looks as the file does.
    @Test(arguments: ["clear-half.png", "clear-half.gif"]) func transparentPartsAreKeptForABrowser(sample: String)
        throws
    {
        let bytes = try SampleFile.bytes(sample)
        guard case .png(let packed) = try Transcoder.convert(bytes, scope: .shown) else {
            Issue.record("no PNG")
            return
        }
        let shown = try #require(try PNGFile.decodeClear(packed))
        let file: ClearPixels
        if sample.hasSuffix("png") {
            file = try #require(try PNGFile.decodeClear(bytes))
        } else {
            let white = try #require(try GIFFile.decode(bytes, onlyStills: false))
            file = ClearPixels(
                onWhite: white,
                onBlack: try #require(try GIFFile.decode(bytes, onlyStills: false, on: 0))
            )
        }
        let wanted = file.map { $0.scaled(longestSide: PictureRules.longestSide) }
        for (found, wanted) in [(shown.onWhite, wanted.onWhite), (shown.onBlack, wanted.onBlack)] {
            #expect((found.width, found.height) == (wanted.width, wanted.height))
            let furthest = zip(found.bytes, wanted.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 255
            #expect(furthest <= 2, "\(sample)")
        }
        let parts = shown.parts
        let seenThrough = stride(from: 3, to: parts.count, by: 4).filter { parts[$0] < 255 }
        #expect(seenThrough.count > parts.count / 16)
    }

    /// Each part of a pixel is what it was, whatever is transparent.
    @Test func transparentPixelsAreTakenApart() {
        let parts: [UInt8] = [255, 0, 0, 255, 10, 200, 30, 255, 0, 255, 0, 128, 0, 0, 0, 0, 255, 255, 255, 1]
        #expect(ClearPixels(width: 5, height: 1, parts: parts).parts == parts)
    }

    /// The last bytes of a PNG are no pixels.
    @Test func refusesTruncations() throws {
        for sample in ["palette.png", "grey.jpg", "ink.jpg", "still.gif"] {
            let bytes = try SampleFile.bytes(sample)
            for length in stride(from: 0, to: bytes.count - 20, by: 41) {
                #expect(throws: TranscodingError.self, "\(sample), \(length) bytes") {
                    try Transcoder.convert(Array(bytes.prefix(length)), scope: .first)
                }
            }
        }
    }

    @Test func refusesMorePixelsThanTheLimitBeforeItMakesRoomForThem() throws {
        var gif = try SampleFile.bytes("still.gif")
        gif.replaceSubrange(6..<10, with: [0x60, 0xEA, 0x60, 0xEA])
        var jpeg = try SampleFile.bytes("grey.jpg")
        let header = try #require(jpeg.indices.first { jpeg[$0...].starts(with: [0xFF, 0xC0]) })
        jpeg.replaceSubrange(header + 5..<header + 9, with: [0xEA, 0x60, 0xEA, 0x60])
        for bytes in [gif, jpeg] {
            let error = #expect(throws: TranscodingError.self) { try Transcoder.convert(bytes, scope: .first) }
            #expect(error?.reason == "60,000 x 60,000 pixels, over the limit of 67,108,864")
        }
    }

    @Test func refusesMoreBytesThanTheLimit() {
        let bytes = [UInt8](repeating: 0, count: PictureRules.maximumBytes + 1)
        let error = #expect(throws: TranscodingError.self) { try Transcoder.convert(bytes, scope: .first) }
        #expect(error?.reason == "more bytes than the limit of 16,777,216")
    }
}
