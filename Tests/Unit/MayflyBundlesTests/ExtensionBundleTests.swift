import Foundation
import MayflyModel
import MayflyTestSupport
import Testing

@testable import MayflyBundles

@Suite struct ExtensionBundleTests {
    private let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
    }

    private func makePack(_ name: String) throws -> String {
        try scratch.write(
            ScratchFolder.manifest(["kind": "sticker-pack", "stickers": "S.xcstickers", "libraries": nil, "abi": nil]),
            to: name + "/manifest.json"
        )
        try scratch.write(SamplePicture.png(), to: name + "/icon.png")
        try scratch.write("{}", to: name + "/S.xcstickers/Contents.json")
        return scratch.at(name)
    }

    private func refusal(_ path: String) -> String? {
        do throws(MayflyError) {
            _ = try ExtensionBundle.read(path)
            return nil
        } catch {
            return "\(error.code): \(error.message)"
        }
    }

    @Test func givesTheDescriptorThatItChecked() throws {
        let bundle = try ExtensionBundle.read(try scratch.makeBundle("A.mayfly"))
        let descriptor = try bundle.openLibrary().descriptor
        defer { close(descriptor) }
        try scratch.remove("A.mayfly/lib/tally.so")
        try scratch.write("replaced", to: "A.mayfly/lib/tally.so")
        var start = [UInt8](repeating: 0, count: 4)
        #expect(read(descriptor, &start, 4) == 4)
        #expect(start == [0x7F, 0x45, 0x4C, 0x46])
        #expect(fcntl(descriptor, F_GETFD) == FD_CLOEXEC)
        #expect(throws: MayflyError.self) { try bundle.openLibrary().descriptor }
    }

    @Test func readsAStickerPackWithoutAnyLibrary() throws {
        let bundle = try ExtensionBundle.read(try makePack("S.mayfly"))
        #expect(bundle.stickersPath == scratch.at("S.mayfly/S.xcstickers"))
        #expect(bundle.libraryPath == nil)
        #expect(throws: MayflyError.self) { try bundle.openLibrary().descriptor }
    }

    @Test func refusesAnyProgramInAStickerPack() throws {
        let pack = try makePack("S.mayfly")
        try scratch.write(Array(SampleLibrary.good.get()), to: "S.mayfly/S.xcstickers/x.png")
        #expect(refusal(pack) == "invalidPack: S.xcstickers/x.png: an ELF file; a sticker pack has no code")
        try scratch.remove("S.mayfly/S.xcstickers/x.png")
        try scratch.write("#!/bin/sh\necho hi\n", to: "S.mayfly/run")
        #expect(refusal(pack) == "invalidPack: run: a script; a sticker pack has no code")
        try scratch.remove("S.mayfly/run")
        try scratch.makeFIFO("S.mayfly/fifo")
        #expect(refusal(pack) == "invalidPack: fifo: neither a file nor a folder")
    }

    @Test func refusesAPackWithoutItsCatalogue() throws {
        let pack = try makePack("S.mayfly")
        try scratch.remove("S.mayfly/S.xcstickers")
        #expect(refusal(pack) == "invalidPack: S.xcstickers: no such folder")
    }
}
