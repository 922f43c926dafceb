import Foundation
import MayflyModel
import MayflyTestSupport
import Testing

@testable import MayflyBundles

@Suite struct MediaProbeTests {
    private func type(_ bytes: [UInt8], isWhole: Bool = true) -> MediaType? {
        MediaProbe.type(of: bytes, isWhole: isWhole)
    }

    private func boxes(_ brands: String...) -> [UInt8] {
        let content = Array("ftyp".utf8) + Array(brands[0].utf8) + [0, 0, 0, 0] + brands.dropFirst().flatMap(\.utf8)
        return SamplePicture.big(UInt32(content.count + 4)) + content + [0, 0, 0, 8] + Array("mdat".utf8)
    }

    private func problem(_ bytes: [UInt8]) -> String? {
        do throws(PictureProblem) {
            _ = try MediaProbe.picture(bytes)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test func tellsPicturesApart() {
        #expect(type(SamplePicture.png()) == .png)
        #expect(type(SamplePicture.png(animation: true)) == .apng)
        #expect(type(SamplePicture.gif()) == .gif)
        #expect(type(SamplePicture.jpeg()) == .jpeg)
        #expect(type([0x42, 0x4D, 0x36, 0, 0, 0]) == nil)
        #expect(type(Array("RIFF".utf8) + [4, 0, 0, 0] + Array("WEBP".utf8)) == nil)
    }

    @Test func tellsMoviesApart() {
        #expect(type(boxes("isom", "mp42")) == .mp4)
        #expect(type(boxes("XAVC", "mp42")) == .mp4)
        #expect(type(boxes("qt  ", "qt  ")) == .quicktime)
        #expect(type([0, 0, 0, 8] + Array("wide".utf8) + [0, 0, 0, 8] + Array("mdat".utf8)) == .quicktime)
        #expect(type(boxes("heic", "mif1", "mp42")) == nil)
        #expect(type([0, 0, 0, 0] + Array("ftypisom".utf8)) == .mp4)
        let matroska: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3, 0x8B, 0x42, 0x86, 0x81, 1, 0x42, 0x82]
        #expect(type(matroska + [0x84] + Array("webm".utf8)) == .webm)
        #expect(type(matroska + [0x88] + Array("matroska".utf8)) == nil)
    }

    @Test func findsAMovieThatIsCutOrHasNoDescription() {
        func box(_ type: String, _ content: [UInt8] = []) -> [UInt8] {
            SamplePicture.big(UInt32(content.count + 8)) + Array(type.utf8) + content
        }
        func reason(_ bytes: [UInt8]) -> String? {
            do throws(PictureProblem) {
                _ = try MediaProbe.checked(bytes, as: .mp4)
                return nil
            } catch {
                return error.reason
            }
        }
        let head = box("ftyp", Array("isom0000".utf8))
        let whole = head + box("moov", [1, 2, 3]) + box("mdat", [4, 5])
        #expect(reason(whole) == nil)
        // A length of eight bytes, and a box that ends at the end of the file.
        let long = SamplePicture.big(1) + Array("mdat".utf8) + SamplePicture.big(0) + SamplePicture.big(18) + [4, 5]
        #expect(reason(head + box("moov") + long) == nil)
        #expect(reason(head + box("moov") + SamplePicture.big(0) + Array("mdat".utf8) + [4, 5]) == nil)
        for length in head.count..<whole.count { #expect(reason(Array(whole.prefix(length))) != nil, "\(length)") }
        #expect(reason(head + box("mdat")) == "truncated: no description of the movie (moov)")
        #expect(reason(head + box("moov")) == "truncated: no movie data (mdat)")
        let damaged = head + box("moov") + SamplePicture.big(3) + Array("mdat".utf8)
        #expect(reason(damaged) == "truncated or damaged: the box mdat does not end inside the file")
    }

    @Test func takesOnlyCleanUTF8ForText() {
        #expect(type(Array("Grüße\r\n\tan alle 🍦".utf8)) == .text)
        #expect(type(Array("bell\u{7}".utf8)) == nil)
        #expect(type([0x41, 0xFF]) == nil)
        #expect(type([]) == nil)
        let cut = Array("a🍦".utf8.dropLast(2))
        #expect(type(cut) == nil)
        #expect(type(cut, isWhole: false) == .text)
    }

    @Test func measuresPictures() throws {
        let png = try MediaProbe.picture(SamplePicture.png(width: 408, height: 300))
        #expect(png.size == .init(width: 408, height: 300) && !png.isAnimated)
        let moving = try MediaProbe.picture(SamplePicture.png(animation: true))
        #expect(moving.type == .apng && moving.frames == 2 && moving.isAnimated)
        let gif = try MediaProbe.picture(SamplePicture.gif(width: 618, height: 301, frames: 3))
        #expect(gif.size == .init(width: 618, height: 301) && gif.frames == 3 && gif.isAnimated)
        let jpeg = try MediaProbe.picture(SamplePicture.jpeg(width: 1000, height: 2))
        #expect(jpeg.size == .init(width: 1000, height: 2) && !jpeg.isAnimated)
    }

    @Test(
        arguments: [
            SamplePicture.png(), SamplePicture.png(animation: true), SamplePicture.gif(frames: 2), SamplePicture.jpeg(),
        ]
    )
    func findsEveryTruncation(whole: [UInt8]) {
        for length in 0..<whole.count {
            #expect(problem(Array(whole.prefix(length))) != nil, "\(length) of \(whole.count) bytes")
        }
        #expect(problem(Array(whole.dropLast(5)))?.contains("truncated") == true)
    }

    /// A file of the largest size can have more than a million empty chunks.
    @Test func refusesAFileOfTooManyParts() {
        func stuffed(_ file: [UInt8], at place: Int, _ part: [UInt8]) -> [UInt8] {
            var parts = part
            // Doubled, because adding each by itself takes long where the code is not optimized.
            while parts.count < part.count * PictureSize.maximumParts { parts += parts }
            return file[..<place] + parts + file[place...]
        }
        let chunk = SamplePicture.chunk("prVt", [])
        #expect(problem(stuffed(SamplePicture.png(), at: 33, chunk)) == "more than 262,144 chunks")
        let gif = SamplePicture.gif()
        let pieces = stuffed([0x21, 0xFE, 0], at: 2, [1, 7])
        #expect(problem(gif.dropLast() + pieces + gif.suffix(1)) == "more than 262,144 blocks")
        #expect(problem(stuffed(SamplePicture.jpeg(), at: 2, [0xFF, 0x01])) == "more than 262,144 segments")
        let movie = boxes("isom", "mp42")
        let many = stuffed(movie, at: movie.count - 8, [0, 0, 0, 8] + Array("free".utf8))
        let found = #expect(throws: PictureProblem.self) { try MediaProbe.checked(many, as: .mp4) }
        #expect(found?.reason == "more than 262,144 boxes")
    }

    /// A decoder goes over the whole picture for each scan of a JPEG, and a scan of nothing has a few bytes.
    @Test func boundsTheScansOfAJPEGByItsPixels() throws {
        #expect(try MediaProbe.picture(jpeg(8192, scans: 16)).size.width == 8192)
        #expect(problem(jpeg(8192, scans: 17)) == "more than 16 scans of 8,192 x 8,192 pixels")
        #expect(problem(jpeg(2048, scans: 250)) == nil)
    }

    /// A JPEG with components of these factors, in a frame of that kind.
    private func jpeg(_ side: UInt16, scans: Int = 1, frame: UInt8 = 0xC0, factors: [UInt8] = [0x11]) -> [UInt8] {
        let picture = SamplePicture.jpeg(width: side, height: side)
        let count = UInt8(factors.count)
        var header: [UInt8] = [0xFF, frame, 0, 8 + 3 * count, 8] + Array(picture[13..<17]) + [count]
        var scan: [UInt8] = [0xFF, 0xDA, 0, 6 + 2 * count, count]
        for (number, factor) in factors.enumerated() {
            header += [UInt8(number + 1), factor, 0]
            scan += [UInt8(number + 1), 0]
        }
        scan += [0, 63, 0, 0x12]
        let data = Array(repeatElement(scan, count: scans).joined())
        return Array(picture[..<8]) + header + data + [0xFF, 0xD9]
    }

    /// A decoder keeps all coefficients of a JPEG until its last scan, unless there is one of all components.
    @Test func boundsTheCoefficientsOfAJPEG() throws {
        let thin: [UInt8] = [0x22, 0x11, 0x11]
        let full: [UInt8] = [0x11, 0x11, 0x11]
        #expect(problem(jpeg(8192, factors: full)) == nil)
        #expect(problem(jpeg(8192, scans: 10, frame: 0xC2, factors: thin)) == nil)
        #expect(problem(jpeg(5792, scans: 10, frame: 0xC2, factors: full)) == nil)
        let limit = "402,653,184 bytes unpacked, over the limit of 201,326,592"
        #expect(problem(jpeg(8192, frame: 0xC2, factors: full)) == "8,192 x 8,192 pixels, progressive: \(limit)")
        #expect(problem(jpeg(8192, scans: 2, factors: full)) == "8,192 x 8,192 pixels, in several scans: \(limit)")
        // The first of several scans has one component.
        var apart = jpeg(8192, factors: full)
        let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0xFF, 0xD9]
        apart.replaceSubrange(apart.count - 17..<apart.count, with: scan)
        #expect(problem(apart) == "8,192 x 8,192 pixels, in several scans: \(limit)")
    }

    /// A line of 16 bits with alpha has eight times the bytes of its pixels.
    @Test func boundsTheUnpackedBytesOfAPNG() {
        func png(_ side: UInt32, depth: UInt8, colour: UInt8) -> [UInt8] {
            let header = SamplePicture.big(side) + SamplePicture.big(side) + [depth, colour, 0, 0, 0]
            let picture = SamplePicture.png()
            return picture[..<8] + SamplePicture.chunk("IHDR", header) + picture[33...]
        }
        #expect(problem(png(8192, depth: 8, colour: 2)) == nil)
        #expect(problem(png(5000, depth: 16, colour: 6)) == nil)
        #expect(
            problem(png(8192, depth: 16, colour: 6))
                == "8,192 x 8,192 pixels, 64 bits each: 536,870,912 bytes unpacked, over the limit of 201,326,592"
        )
        #expect(problem(png(8192, depth: 8, colour: 6)) != nil)
    }

    /// It is decoded in seven passes.
    @Test func boundsThePixelsOfAnInterlacedPNG() {
        func png(_ side: UInt32, isInterlaced: Bool) -> [UInt8] {
            let header = SamplePicture.big(side) + SamplePicture.big(side) + [1, 0, 0, 0, isInterlaced ? 1 : 0]
            let picture = SamplePicture.png()
            return picture[..<8] + SamplePicture.chunk("IHDR", header) + picture[33...]
        }
        #expect(problem(png(4096, isInterlaced: true)) == nil)
        #expect(problem(png(8192, isInterlaced: false)) == nil)
        #expect(
            problem(png(8192, isInterlaced: true))
                == "8,192 x 8,192 pixels, interlaced, over the limit of 16,777,216 in all"
        )
    }

    @Test func findsADamagedChunkOfAPNG() {
        var bytes = SamplePicture.png(padding: 100)
        bytes[60] ^= 1
        #expect(problem(bytes) == "damaged: the checksum of the chunk prVt is wrong")
    }

    @Test func namesWhatAPNGLacks() {
        let start = Array(SamplePicture.png().prefix(8))
        let header = SamplePicture.big(300) + SamplePicture.big(300)
        let end = SamplePicture.chunk("IEND", [])
        func png(_ more: [UInt8]) -> String? { problem(start + SamplePicture.chunk("IHDR", header + more) + end) }
        #expect(problem(start + end) == "the first chunk is IEND, not IHDR")
        #expect(png([8, 6, 0, 0, 0]) == "no picture data: the IDAT chunk is missing")
        #expect(png([3, 6, 0, 0, 0]) == "colour type 6 with 3 bits, which PNG does not have")
        #expect(png([])?.contains("8 bytes, the rule is 13") == true)
    }

    @Test func refusesSizesThatWouldFillAllMemory() {
        #expect(problem(SamplePicture.png(width: 0)) == "a size of 0 x 300 pixels")
        #expect(problem(SamplePicture.png(width: .max, height: .max))?.contains("over the limit of 67,108,864") == true)
        // No other host takes a picture with such a side.
        #expect(problem(SamplePicture.png(width: 1_048_576, height: 1)) == nil)
        #expect(
            problem(SamplePicture.png(width: 1_048_577, height: 1))
                == "1,048,577 x 1 pixels, over the limit of 1,048,576 for a side"
        )
        #expect(problem(SamplePicture.gif(width: 65_535, height: 65_535))?.contains("pixels, over the limit") == true)
    }

    @Test func refusesAnAnimationWhoseFramesAreMissing() {
        let head = Array(SamplePicture.png().prefix(33))
        let bytes = head + SamplePicture.chunk("acTL", SamplePicture.big(2) + SamplePicture.big(0))
        let rest = SamplePicture.png().dropFirst(33)
        #expect(problem(bytes + rest) == "damaged: 2 frames announced, 0 found")
    }

    @Test func findsDamageInAGIF() {
        var bytes = SamplePicture.gif()
        bytes[19] = 0x99
        #expect(problem(bytes) == "damaged: a block of the unknown kind 153 at byte 19")
        let empty = Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0, 0x3B]
        #expect(problem(empty) == "no picture in it")
    }

    @Test func findsDamageInAJPEG() {
        #expect(problem([0xFF, 0xD8, 0xFF, 0xD9]) == "no picture data before the end marker")
        #expect(problem([0xFF, 0xD8, 0xFF, 0xE0, 0, 1]) == "damaged: a segment of 1 bytes at byte 2")
        #expect(problem([0xFF, 0xD8, 0xFF, 0xDA, 0, 2, 0xFF, 0xD9]) == "damaged: picture data before the frame header")
    }

    @Test func tellsWhatAFileIsInsteadOfAPicture() {
        #expect(problem(boxes("isom")) == "mp4, not a picture")
        #expect(problem(Array("hello".utf8)) == "text, not a picture")
        #expect(problem([]) == "an empty file, not a picture")
        #expect(problem([0, 1, 2]) == "not a picture: neither PNG, GIF nor JPEG by its content")
    }

    @Test func survivesAnyDamage() {
        var generator = SeededGenerator(state: 11)
        let wholes = [SamplePicture.png(animation: true), SamplePicture.gif(frames: 3), SamplePicture.jpeg()]
        var refused = 0
        for turn in 0..<3000 {
            var bytes = wholes[turn % 3]
            for _ in 0..<4 {
                bytes[.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            if problem(bytes) != nil { refused += 1 }
        }
        #expect(refused > 1000)
    }
}
