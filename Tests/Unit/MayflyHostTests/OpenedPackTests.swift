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

    /// While the pack is checked, while its pictures are read, and while they are copied.
    @Test func aWindowThatClosesWaitsForNoMoreThanASticker() async throws {
        let all = Mutex(0)
        let count = try await OpenedPack.read(bundle, keeping: media) {
            all.withLock { $0 += 1 }
            return true
        }.browser.cells.count
        // A file and a picture of each sticker at least, before it is copied.
        #expect(all.withLock(\.self) >= 3 * count)
        for left in [1, count, all.withLock(\.self)] {
            for name in try FileManager.default.contentsOfDirectory(atPath: scratch.at("media")) {
                try FileManager.default.removeItem(atPath: scratch.at("media/\(name)"))
            }
            let asked = Mutex(0)
            let most = all.withLock(\.self) - left
            let error = await #expect(throws: MayflyError.self) {
                try await OpenedPack.read(bundle, keeping: media) {
                    asked.withLock { asked in
                        asked += 1
                        return asked <= most
                    }
                }
            }
            #expect(error?.code == .notPossibleNow)
            #expect(asked.withLock(\.self) <= most + 2)
            #expect(kept == max(0, count - left))
        }
    }
}
