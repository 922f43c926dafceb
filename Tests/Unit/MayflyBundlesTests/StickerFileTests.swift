import Foundation
import MayflyConformance
import MayflyModel
import MayflyTestSupport
import Testing

@testable import MayflyBundles

@Suite struct StickerFileTests {
    private let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
    }

    private func read(_ reference: String, description: String = "") throws(MessageError) -> StickerFile {
        try StickerFile.read(reference, description: description, in: [AllowedFolder(scratch.path)])
    }

    private func code(_ reference: String) -> MessageErrorCode? {
        do throws(MessageError) {
            _ = try read(reference)
            return nil
        } catch {
            #expect(error.domain == .stickers)
            return error.code
        }
    }

    @Test(.proves("C-230")) func keepsTheFileByteForByte() throws {
        let pictures = [
            SamplePicture.png(), SamplePicture.png(animation: true), SamplePicture.gif(), SamplePicture.jpeg(),
        ]
        for whole in pictures {
            let sticker = try read(try scratch.write(whole, to: "s.bin"))
            #expect(sticker.bytes == whole)
            #expect(sticker.warnings.isEmpty)
        }
    }

    @Test(.proves("C-230")) func answersInTheOrderOfTheModel() throws {
        let large = [UInt8](repeating: 0, count: StickerFile.maximumSize + 1)
        #expect(code("sticker.png") == .improperFileURL)
        #expect(code(scratch.at("none.png")) == .fileNotFound)
        try scratch.makeFolder("folder.png")
        #expect(code(scratch.at("folder.png")) == .fileUnreadable)
        #expect(code(try scratch.write(large, to: "large-and-no-picture.png")) == .stickerImproperSize)
        #expect(code(try scratch.write("text", to: "text.png")) == .stickerImproperFormat)
    }

    @Test(.proves("C-231")) func takes500000BytesAndNotOneMore() throws {
        let frame = SamplePicture.png(padding: 1).count - 1
        let fits = SamplePicture.png(padding: 500_000 - frame)
        #expect(fits.count == 500_000)
        #expect(code(try scratch.write(fits, to: "a.png")) == nil)
        let exceeds = SamplePicture.png(padding: 500_001 - frame)
        #expect(code(try scratch.write(exceeds, to: "b.png")) == .stickerImproperSize)
    }

    @Test(.proves("C-230")) func judgesByContentAndNotByName() throws {
        #expect(code(try scratch.write(SamplePicture.gif(), to: "picture.txt")) == nil)
        #expect(code(try scratch.write([0x42, 0x4D, 0, 0], to: "bitmap.png")) == .stickerImproperFormat)
        let cut = Array(SamplePicture.png().dropLast(3))
        #expect(code(try scratch.write(cut, to: "cut.png")) == .stickerImproperFormat)
    }

    @Test(.proves("C-244")) func onlyWarnsOfOddSizes() throws {
        let small = try read(try scratch.write(SamplePicture.png(width: 299, height: 408), to: "a.png"))
        #expect(small.warnings == ["299 x 408 pixels; sides of 300 to 618 look best"])
        let largest = try scratch.write(SamplePicture.gif(width: 300, height: 618), to: "b.gif")
        #expect(try read(largest).warnings.isEmpty)
        let larger = try scratch.write(SamplePicture.gif(width: 300, height: 619), to: "c.gif")
        #expect(try read(larger).warnings.count == 1)
    }

    @Test(.proves("C-233")) func cutsTheDescriptionAt150Scalars() throws {
        let path = try scratch.write(SamplePicture.png(), to: "a.png")
        let flags = String(repeating: "🇩🇪", count: 100)
        #expect(try read(path, description: flags).description == String(repeating: "🇩🇪", count: 75))
        #expect(try read(path, description: "short").description == "short")
    }
}
