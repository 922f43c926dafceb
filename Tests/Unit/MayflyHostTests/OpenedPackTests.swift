import Foundation
import MayflyModel
import MayflyTestSupport
import Synchronization
import Testing

@testable import MayflyBundles
@testable import MayflyHost
@testable import MayflyStore

/// How a sticker pack is opened, with the pack of the samples.
@Suite struct OpenedPackTests {
    private let scratch: ScratchFolder
    private let bundle: ExtensionBundle
    private let media: MediaStore

    init() throws {
        scratch = try ScratchFolder()
        bundle = try ExtensionBundle.read(Checkout.folder.appending(path: "Plugins/Smileys").path)
        media = MediaStore(home: HomeFolder(path: scratch.path))
    }

    private var kept: Int { (try? FileManager.default.contentsOfDirectory(atPath: scratch.at("media")).count) ?? 0 }

    @Test func allStickersAreKeptOnAThreadOfItsOwn() async throws {
        // A thread that runs tasks has a current one.
        let ranInTask = Mutex(false)
        let pack = try await OpenedPack.read(bundle, keeping: media) {
            if withUnsafeCurrentTask(body: { $0 != nil }) { ranInTask.withLock { $0 = true } }
            return true
        }
        #expect(pack.browser.cells.count >= 6)
        #expect(kept == pack.browser.cells.count)
        #expect(ranInTask.withLock { $0 } == false)
    }

    @Test func aWindowThatClosesWaitsForNoMoreThanASticker() async throws {
        let asked = Mutex(0)
        let error = await #expect(throws: MayflyError.self) {
            try await OpenedPack.read(bundle, keeping: media) {
                asked.withLock { asked in
                    asked += 1
                    return asked <= 2
                }
            }
        }
        #expect(error?.code == .notPossibleNow)
        #expect(kept == 2)
    }
}
