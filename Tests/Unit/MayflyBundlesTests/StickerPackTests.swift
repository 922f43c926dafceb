import Foundation
import MayflyConformance
import MayflyModel
import MayflyTestSupport
import Testing

@testable import MayflyBundles

@Suite struct StickerPackTests {
    private let scratch: ScratchFolder
    private static let pack = "S.mayfly/S.xcstickers/Fun.stickerpack/"

    init() throws {
        scratch = try ScratchFolder()
        try scratch.write(
            ScratchFolder.manifest(["kind": "sticker-pack", "stickers": "S.xcstickers", "libraries": nil, "abi": nil]),
            to: "S.mayfly/manifest.json"
        )
        try scratch.write(SamplePicture.png(), to: "S.mayfly/icon.png")
        try scratch.write(#"{"info": {"version": 1, "author": "us"}}"#, to: "S.mayfly/S.xcstickers/Contents.json")
        try catalogue(["smile.sticker", "blink.sticker", "wave.stickersequence"])
        try sticker("smile", SamplePicture.png(width: 408, height: 408), #""accessibility-label": "A smile","#)
        try sticker("blink", SamplePicture.png(animation: true))
        try sequence(#""duration": 2, "duration-type": "fps", "repetitions": 3"#, frames: ["b.png", "a.png"])
    }

    private func write(_ text: String, _ place: String) throws { try scratch.write(text, to: Self.pack + place) }

    private func catalogue(_ names: [String], _ properties: String = #""grid-size": "large""#) throws {
        let list = names.map { "{\"filename\": \"\($0)\"}" }.joined(separator: ", ")
        try write("{\"properties\": {\(properties)}, \"stickers\": [\(list)]}", "Contents.json")
    }

    private func sticker(_ name: String, _ bytes: [UInt8], _ more: String = "") throws {
        try write("{\"properties\": {\(more) \"filename\": \"p.bin\"}}", "\(name).sticker/Contents.json")
        try scratch.write(bytes, to: "\(Self.pack)\(name).sticker/p.bin")
    }

    private func sequence(_ properties: String, frames: [String]) throws {
        let list = frames.map { "{\"filename\": \"\($0)\"}" }.joined(separator: ", ")
        try write("{\"properties\": {\(properties)}, \"frames\": [\(list)]}", "wave.stickersequence/Contents.json")
        for frame in frames { try scratch.write(SamplePicture.png(), to: "\(Self.pack)wave.stickersequence/\(frame)") }
    }

    private func read() throws(MayflyError) -> StickerPack {
        try ExtensionBundle.read(scratch.at("S.mayfly")).stickerPack()
    }

    private func timing() throws -> PackSticker.Timing? {
        guard case .sequence(let timing)? = try read().stickers.last?.kind else { return nil }
        return timing
    }

    private func refusal() -> String? {
        do throws(MayflyError) {
            _ = try read()
            return nil
        } catch {
            return error.code == .invalidPack ? error.message : "another code: \(error)"
        }
    }

    @Test(arguments: [("small", 300), ("regular", 408), ("large", 618)])
    func eachGridSizeHasCellsOfItsOwn(name: String, pixels: Int) throws {
        try catalogue(["smile.sticker"], "\"grid-size\": \"\(name)\"")
        #expect(try read().gridSize.cellPixels == pixels)
        #expect(try read().problems.isEmpty)
    }

    @Test(.proves("C-240", "C-243")) func keepsTheOrderAndReadsEveryKind() throws {
        let pack = try read()
        #expect(pack.name == "Fun")
        #expect(pack.gridSize == .large)
        #expect(pack.gridSize.cellPixels == 618)
        #expect(pack.stickers.map(\.name) == ["smile", "blink", "wave"])
        #expect(pack.stickers.map(\.label) == ["A smile", "blink", "wave"])
        #expect(pack.stickers[0].kind == .still)
        #expect(pack.stickers[0].pixelSize == .init(width: 408, height: 408))
        #expect(pack.stickers[0].files == [scratch.at(Self.pack + "smile.sticker/p.bin")])
        #expect(pack.stickers[1].kind == .animated)
        #expect(pack.stickers[2].files.map { URL(filePath: $0).lastPathComponent } == ["b.png", "a.png"])
        #expect(pack.problems.isEmpty && pack.warnings.isEmpty)
    }

    @Test(.proves("C-241")) func readsFixedAndFrameRateDurations() throws {
        #expect(try timing()?.frameDuration == 0.5)
        #expect(try timing()?.repetitions == 3)
        try sequence(#""duration": 3, "duration-type": "fixed", "repetitions": 0"#, frames: ["a.png", "b.png"])
        #expect(try timing()?.frameDuration == 1.5)
        #expect(try timing() != nil && timing()?.repetitions == nil)
    }

    @Test(.proves("C-242")) func takesTheMisspeltKeysOfPublishedSamples() throws {
        try catalogue(["wave.stickersequence"], #""grid-space": "small""#)
        try sequence(#""duration": 15, "duration-type": "fps", "repetions": 2"#, frames: ["a.png"])
        #expect(try read().gridSize == .small)
        #expect(try timing()?.repetitions == 2)
    }

    @Test func takesRegularWhenTheGridSizeIsMissingOrUnknown() throws {
        try catalogue(["smile.sticker"], "")
        #expect(try read().gridSize == .regular)
        #expect(try read().gridSize.cellPixels == 408)
        try catalogue(["smile.sticker"], #""grid-size": "huge""#)
        #expect(try read().gridSize == .regular)
        #expect(try read().problems == ["the grid size 'huge' is not small, regular or large; regular is used"])
    }

    @Test func leavesOutABrokenStickerAndKeepsTheRest() throws {
        try catalogue(["smile.sticker", "blink.sticker", "gone.sticker", "wave.stickersequence"])
        try sticker("blink", Array(SamplePicture.png().dropLast(4)))
        try scratch.remove(Self.pack + "wave.stickersequence/a.png")
        let pack = try read()
        #expect(pack.stickers.map(\.name) == ["smile"])
        #expect(pack.problems.count == 3)
        #expect(pack.problems[0].hasPrefix("sticker 'blink': p.bin: truncated"))
        #expect(pack.problems[1] == "sticker 'gone': gone.sticker: no such file")
        #expect(pack.problems[2] == "sticker 'wave': a.png: no such file")
    }

    @Test(
        arguments: [
            #""duration": 0"#, #""duration": -1"#, #""duration": "long""#, #""duration": 1, "duration-type": "moons""#,
            #""duration": 1, "repetitions": 1.5"#, #""duration": 1, "repetitions": -1"#, #""duration": 1e300"#,
            #""duration": 1e-300, "duration-type": "fps""#,
        ]
    )
    func leavesOutASequenceWithoutASensibleTiming(properties: String) throws {
        try sequence(properties, frames: ["a.png"])
        #expect(try read().stickers.map(\.name) == ["smile", "blink"])
        #expect(try read().problems.first?.hasPrefix("sticker 'wave': wave.stickersequence/Contents.json: ") == true)
    }

    @Test func countsTheSizeLimitForAWholeSequence() throws {
        try sequence(#""duration": 1"#, frames: ["a.png", "b.png"])
        for name in ["a.png", "b.png"] {
            try scratch.write(SamplePicture.png(padding: 260_000), to: Self.pack + "wave.stickersequence/\(name)")
        }
        #expect(try read().problems.first?.contains("over the limit of 500,000") == true)
    }

    /// A list can name one large folder hundreds of times.
    @Test func takesEachFolderOnce() throws {
        try catalogue(["smile.sticker", "blink.sticker", "smile.sticker"])
        let pack = try read()
        #expect(pack.stickers.map(\.name) == ["smile", "blink"])
        #expect(pack.problems == ["sticker 'smile' is listed twice"])
    }

    /// One folder has many paths.
    @Test(
        arguments: [
            "./smile.sticker", "././smile.sticker", "smile.sticker/", "smile.sticker/../smile.sticker", ".", "..", "",
        ]
    )
    func takesNamesOfFoldersAndNoPaths(name: String) throws {
        try catalogue(["smile.sticker", name, "blink.sticker"])
        let pack = try read()
        #expect(pack.stickers.map(\.name) == ["smile", "blink"])
        #expect(pack.problems.count == 1)
        #expect(pack.problems.first?.hasSuffix("'\(name)' is not the name of a folder of the pack") == true)
    }

    /// It is asked before each file that is checked, and before each picture that is read.
    @Test func endsAsSoonAsItIsNotWanted() throws {
        let frames = (0..<40).map { "\($0).png" }
        try sequence(#""duration": 2"#, frames: frames)
        let bundle = try ExtensionBundle.read(scratch.at("S.mayfly"))
        var all = 0
        _ = try bundle.stickerPack {
            all += 1
            return true
        }
        #expect(all > 2 * frames.count)
        for most in 0..<all {
            var asked = 0
            let error = #expect(throws: MayflyError.self) {
                try bundle.stickerPack {
                    asked += 1
                    return asked <= most
                }
            }
            #expect(error?.code == .notPossibleNow)
            // Once more where the reading of a sequence ends.
            #expect(asked <= most + 2)
        }
    }

    /// Also of folders that are one by links. What is opened is copied into the media store.
    @Test func takesSoManyBytesOfPictures() throws {
        let comment: [UInt8] = [0xFF, 0xFE, 0xFF, 0xFF] + [UInt8](repeating: 7, count: 0xFFFD)
        let jpeg = SamplePicture.jpeg()
        try sticker("large", Array(jpeg[..<2] + repeatElement(comment, count: 7).joined() + jpeg[2...]))
        let names = (1...150).map { "large\($0).sticker" }
        for name in names { try scratch.link(Self.pack + name, to: "large.sticker") }
        try catalogue(names)
        let pack = try read()
        let size = comment.count * 7 + jpeg.count
        #expect(pack.stickers.count == StickerPack.maximumBytes / size)
        #expect(pack.problems == ["only the first 146 stickers are used: a pack may have 67,108,864 bytes of pictures"])
    }

    @Test func leavesOutAStickerOfTooManyChunks() throws {
        let picture = SamplePicture.png()
        let chunks = repeatElement(SamplePicture.chunk("prVt", []), count: StickerFile.maximumParts).joined()
        try sticker("blink", Array(picture[..<33] + chunks + picture[33...]))
        let pack = try read()
        #expect(pack.stickers.map(\.name) == ["smile", "wave"])
        #expect(pack.problems == ["sticker 'blink': p.bin: more than 8,192 chunks"])
    }

    @Test func neverReadsAPictureOutsideOfThePack() throws {
        try scratch.write(SamplePicture.png(), to: "secret.png")
        try sticker("blink", [])
        try scratch.remove(Self.pack + "blink.sticker/p.bin")
        try scratch.link(Self.pack + "blink.sticker/p.bin", to: "../../../../secret.png")
        #expect(try read().problems == ["sticker 'blink': p.bin: leads out of the folder"])
    }

    @Test(.proves("C-244")) func warnsOfOddSizes() throws {
        try sticker("blink", SamplePicture.png(width: 64, height: 64))
        #expect(try read().warnings == ["sticker 'blink': 64 x 64 pixels; sides of 300 to 618 look best"])
    }

    @Test func namesTheCatalogueFileThatIsBroken() throws {
        try write("{", "Contents.json")
        #expect(refusal()?.hasPrefix("S.xcstickers/Fun.stickerpack/Contents.json: not JSON: line 1") == true)
        try write("{}", "Contents.json")
        #expect(refusal() == "S.xcstickers/Fun.stickerpack/Contents.json: 'stickers' is missing")
        try scratch.remove(Self.pack + "Contents.json")
        #expect(refusal() == "S.xcstickers/Fun.stickerpack/Contents.json: is missing")
        try scratch.remove("S.mayfly/S.xcstickers/Contents.json")
        #expect(refusal() == "S.xcstickers/Contents.json: is missing")
    }

    @Test func refusesAPackWithoutAnyUsableSticker() throws {
        try catalogue(["gone.sticker"])
        #expect(refusal()?.contains("no usable sticker; the first problem: sticker 'gone'") == true)
        try catalogue([])
        #expect(refusal() == "S.xcstickers/Fun.stickerpack: no usable sticker")
    }

    @Test(.proves("C-002")) func refusesAPackThatGainedAProgramAfterItWasListed() throws {
        let bundle = try ExtensionBundle.read(scratch.at("S.mayfly"))
        try scratch.write(SampleLibrary.good.get(), to: Self.pack + "smile.sticker/x.so")
        #expect(throws: MayflyError.self) { try bundle.stickerPack() }
        #expect(refusal()?.contains("an ELF file; a sticker pack has no code") == true)
    }

    @Test func usesTheFirstOfManyPacks() throws {
        try scratch.write("{}", to: "S.mayfly/S.xcstickers/Zebra.stickerpack/Contents.json")
        let pack = try read()
        #expect(pack.name == "Fun")
        #expect(pack.problems == ["'Zebra.stickerpack' is left out: a catalogue has one pack"])
    }
}
